import type { VendorCall } from '../../ports/providers/vendor-call.ts';
import type { Loaded } from '../access/change-profile.ts';

/** The call to a provider for the present attempt of a profile. */
export const vendorCallFor = ({
  profile: { attempt, id, tenant },
  request,
}: Loaded): VendorCall & { readonly partnerId: string } => ({
  profileId: id,
  attempt: attempt.number,
  partnerId: tenant.partnerId,
  ...(request && { request }),
});
