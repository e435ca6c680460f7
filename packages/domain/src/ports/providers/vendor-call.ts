import type { ProfileId } from '../../kernel/ids.ts';

/**
 * Says for whom a provider is called. It goes into request tokens and logs, and never contains personal data. A call
 * without a partner counts for no budget.
 */
export type VendorCall = {
  readonly profileId: ProfileId;
  readonly attempt: number;
  readonly partnerId?: string;
};
