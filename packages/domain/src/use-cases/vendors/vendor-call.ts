import type { VendorCall } from '../../ports/providers/vendor-call.ts';
import type { Profile } from '../../profile/profile.ts';

/** The call to a provider for the present attempt of a profile. */
export const vendorCallFor = ({ attempt, id, tenant }: Profile): Required<VendorCall> => ({
  profileId: id,
  attempt: attempt.number,
  partnerId: tenant.partnerId,
});
