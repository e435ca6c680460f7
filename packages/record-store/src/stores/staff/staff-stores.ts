import type { RecordDriver } from '../../driver/record-driver.ts';
import type { RecordEncryption } from '../../keys/record-encryption.ts';
import { staffDirectoryOver } from './staff-directory.ts';
import { staffSessionsOver } from './staff-sessions.ts';

/** The stores of staff: who they are, and who is signed in. */
export const staffStoresOver = (driver: RecordDriver, encryption: RecordEncryption) => ({
  staffDirectory: staffDirectoryOver(driver, encryption),
  staffSessions: staffSessionsOver(driver, encryption),
});
