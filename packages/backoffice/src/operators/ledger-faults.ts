import type { FileId } from '@portcullis/domain/kernel';
import { recordFaults } from '../ports/record-inspector.ts';

/** The possible faults of a profile's ledger, and of its row, which must agree with the ledger. */
export const ledgerFaults = {
  missing: 'an entry is missing here',
  foreign: 'an entry of another profile stands here',
  out_of_order: 'an entry stands in the wrong place',
  broken_link: 'the entry does not point at the one before',
  changed: 'the entry is not what was hashed',
  status_jump: 'the change of status does not begin where the one before ended',
  unreadable: 'what stands here is not an entry of a ledger',
  no_row: 'there are entries, and no profile',
  no_entries: 'there is a profile, and no entry',
  row_unreadable: 'the row of the profile cannot be read',
  row_locked: 'the row of the profile does not open with these keys, and was not held against its ledger',
  row_foreign: 'the row holds another profile',
  row_version: 'the profile has another version than its ledger',
  row_head: 'the profile ends in another hash than its ledger',
  row_status: 'the profile has another status than its ledger leads to',
  personal_missing: 'what is personal in the entry is gone, and the profile was not erased',
  file_evidence: 'the profile does not name a file of its ledger, or not as it was added',
  policy: 'the policy of the profile is gone, or is another document than was added',
  decision: 'the newest decision is not made again from its evidence and its policy',
  ...recordFaults,
} as const;

/** One thing that is wrong; `seq` is `null` where it is the row. `file` is the file with which it is wrong. */
export type LedgerFault = {
  readonly seq: number | null;
  readonly fault: keyof typeof ledgerFaults;
  readonly file?: FileId;
};
