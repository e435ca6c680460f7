import type { RecordScanner } from '@portcullis/backoffice/ports';
import type { RecordDriver } from '../driver/record-driver.ts';

/** Pages through the ids of the rows without reading their content. */
export const recordScannerOver = (driver: RecordDriver): RecordScanner => ({
  profileIds: (after, limit) => driver.distinct('profiles', 'id', after, limit),
  chainIds: (after, limit) => driver.distinct('ledger', 'profile', after, limit),
});
