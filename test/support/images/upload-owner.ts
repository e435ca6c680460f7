import type { UploadOwner } from '@portcullis/domain/ports';
import { acme } from '../builders/profiles.ts';

/** The owner of an upload: a profile of a partner. */
export const uploadOwner = (profileId = 'uploads', partnerId = acme.partnerId): UploadOwner => ({
  profileId,
  tenant: { partnerId, teamId: null },
});
