import { E, type Either } from '@portcullis/domain';
import type { Checkpoint } from '@portcullis/domain/ledger';
import { type CommandResult, failed, failureResult, unavailableResult } from '../command/command-result.ts';
import type { Records } from '../command/open-records.ts';
import { type Output, reporter } from '../command/output.ts';
import type { KeptHeads } from '../ledger/kept-heads.ts';
import { ledgersOf } from '../ledger/ledgers-of.ts';
import type { LedgerSummary } from '../ledger/report.ts';
import { verifyDatabase } from '../ledger/verify-database.ts';
import { verifyLog } from '../ledger/verify-log.ts';

const notOpened = 'It does not open with these DATA_KEYS.';

/** A head that is compared with the log without regard to who signed it. */
const unpinned = (head: Checkpoint | null): KeptHeads => ({
  heads: head === null ? [] : [head],
  faults: [],
  pinned: [],
  signers: [],
  unsigned: head === null || head.signature !== null ? 0 : 1,
});

/**
 * Left names each key with which a copy is sealed and which DATA_KEYS does not have, or has another one of that name.
 */
export const requireKeys = async ({ keys }: Records): Promise<Either<CommandResult, void>> => {
  const faults = await keys.checkOpening();
  if (E.isLeft(faults)) return E.left(unavailableResult(faults.left));
  const lines = faults.right.map(({ what }) => what);
  return lines.length > 0 ? failed(2, ...lines, notOpened) : E.right(undefined);
};

/** What the service would find wrong with the schema and the settings of a copy at its start, a line each. */
export const schemaLines = async (
  { schema }: Records,
  word: 'BAD ' | 'NOTE',
): Promise<Either<CommandResult, readonly string[]>> => {
  const faults = await schema.check()();
  if (E.isLeft(faults)) return E.left(unavailableResult(faults.left));
  return E.right(faults.right.map(({ what }) => `${word} the database: ${what} (schema)`));
};

/**
 * Verifies the ledgers and rows of an opened data folder, and that its log continues a head. With `undefined` the log
 * is not looked at, because entries of its last second are placed when the service starts on it. Prints the faults and
 * the summaries as `ledger verify` does. With the right keys (`areKeysRight`) a row that does not open is a fault of
 * its profile. Answers the summary, or the result of a command where something is wrong.
 */
export const examineCopy = async (
  records: Records,
  head: Checkpoint | null | undefined,
  areKeysRight: boolean,
  { print }: Output,
): Promise<Either<CommandResult, LedgerSummary>> => {
  const report = reporter(false, print);
  const summary = await verifyDatabase(ledgersOf(records, true), null, report, records.inspector.strayFiles());
  if (E.isLeft(summary)) return E.left(failureResult(summary.left));
  const ofLog = head === undefined ? E.right(0) : await verifyLog(records, unpinned(head), report);
  if (E.isLeft(ofLog)) return E.left(failureResult(ofLog.left));
  const { faults, locked } = summary.right;
  const unopenable = areKeysRight ? locked : 0;
  if (unopenable > 0) print(`The keys are right: ${unopenable === 1 ? 'that row is' : 'those rows are'} damaged.`);
  if (faults + ofLog.right + unopenable > 0) return E.left({ code: 1, lines: ['It does not verify.'] });
  return locked > 0 ? E.left({ code: 2, lines: [notOpened] }) : summary;
};
