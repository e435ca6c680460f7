import { type ExamineLedger, examineLedger } from '@portcullis/backoffice';
import type { Records } from '../command/open-records.ts';
import { judgeProfile } from './judge-profile.ts';

/** Verifies the ledgers of a record database, each profile judged by its decision as well. */
export const ledgersOf = (records: Records, readsFiles: boolean): ExamineLedger =>
  examineLedger({ ...records, index: records.recordScanner, judge: judgeProfile(records), readsFiles });
