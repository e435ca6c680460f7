import type { RecordDriver } from '../../driver/record-driver.ts';
import type { RecordEncryption } from '../../keys/record-encryption.ts';
import { profileRowsOver } from '../profile-store.ts';
import { reviewClaimsOver } from './review-claims.ts';
import { reviewQueueOver } from './review-queue.ts';

/** The profiles that wait for a reviewer, and who has which. */
export const reviewStoresOver = (driver: RecordDriver, encryption: RecordEncryption) => ({
  reviewClaims: reviewClaimsOver(driver, encryption),
  reviewQueue: reviewQueueOver(driver, profileRowsOver(driver, encryption)),
});
