import type { ProfileId } from '../../kernel/ids.ts';
import type { RequestTrace } from '../../kernel/principal.ts';

/**
 * Says for whom a provider is called. It goes into request tokens and logs, and never contains personal data. A call
 * without a partner counts for no budget.
 */
export type VendorCall = {
  readonly profileId: ProfileId;
  readonly attempt: number;
  readonly partnerId?: string;
  /** The request in which the call is made; a sweep has none. */
  readonly request?: RequestTrace;
};
