import { type DraftStatus, maxClosedDrafts, maxOpenDrafts, type PolicyDrafts } from '@portcullis/backoffice/ports';
import { pipe, TE, type Unavailable } from '@portcullis/domain';
import { alreadyExists, sequential, type VersionConflict, versionConflict } from '@portcullis/domain/kernel';
import { allOf, equal, oneOfTexts } from '../driver/condition.ts';
import { getRow, openIfThere, pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver, Write, WriteRejection } from '../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../driver/rejection.ts';
import { ifRowId } from '../driver/row-id.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { BackTestRow, backTestRow, openBackTest } from '../rows/back-test-row.ts';
import { encodeColumnText } from '../rows/column-text.ts';
import { endpointEntryWrite } from '../rows/ledger-row.ts';
import {
  openDraftRecord,
  openPolicyDraft,
  PolicyDraftRow,
  policyDraftRow,
  RawDraftRow,
} from '../rows/policy-draft-row.ts';

const table = 'policy_drafts';

/** Several that are begun at once may be more than there may be. */
const maxRead = 2 * maxOpenDrafts;

const noBackTest = { test_generation: 0, test_until: '', back_test: '' };

const orConflict = (failure: WriteRejection | Unavailable): VersionConflict | Unavailable =>
  isNotUnique(failure, 'id', 'seq') ? versionConflict : unexpectedRejection()(failure);

const draftsIn =
  (driver: RecordDriver, encryption: RecordEncryption) =>
  (partnerId: string, statuses: readonly DraftStatus[], limit: number) =>
    pipe(
      pageOfRows(driver, table, RawDraftRow, {
        filter: allOf([equal({ partner_key: encodeColumnText(partnerId) }), oneOfTexts('status', statuses)]),
        sort: ['-updated_at', 'id'],
        limit,
      }),
      TE.flatMap((rows) => sequential(rows, openDraftRecord(encryption))),
    );

/** The sealed text stays as it is, and does not open with the other columns that the row has then either. */
const discardDamagedIn =
  (driver: RecordDriver): PolicyDrafts['discardDamaged'] =>
  (id, entry) => {
    const columns = { status: 'discarded', updated_at: entry.occurred_at, version: entry.seq };
    const writes: readonly Write[] = [{ kind: 'update', table, id, columns }, endpointEntryWrite(entry)];
    return pipe(driver.transaction(writes), TE.mapLeft(orConflict));
  };

/** Writes a back-test where the row has the generation that was seen. A draft that has none has generation 0. */
const replaceBackTestIn =
  (driver: RecordDriver, encryption: RecordEncryption): PolicyDrafts['replaceBackTest'] =>
  (seen, next) =>
    pipe(
      backTestRow(encryption, next),
      TE.flatMap(({ id, back_test, partner_key, test_generation, test_until }) =>
        driver.updateIf({
          table,
          id,
          expected: { partner_key, test_generation: seen?.generation ?? 0 },
          columns: { test_generation, test_until, back_test },
        }),
      ),
    );

/**
 * Stores drafts of policies, one row each. Each change of a draft writes the row together with the entry of its ledger
 * that has the number of its version: of several writers who have seen the same version, one has the place of that
 * entry. The back-test of a draft is written into columns of its own, by a compare-and-set of its generation.
 */
export const policyDraftsOver = (driver: RecordDriver, encryption: RecordEncryption): PolicyDrafts => {
  const drafts = draftsIn(driver, encryption);
  return {
    insert: (draft, entry) =>
      pipe(
        policyDraftRow(encryption, draft),
        TE.flatMap((row) =>
          driver.transaction([{ kind: 'insert', table, row: { ...row, ...noBackTest } }, endpointEntryWrite(entry)]),
        ),
        TE.mapLeft((failure) => (isNotUnique(failure, 'id', 'seq') ? alreadyExists : unexpectedRejection()(failure))),
      ),
    find: ifRowId((id) =>
      pipe(getRow(driver, table, id, PolicyDraftRow), TE.flatMap(openIfThere(openPolicyDraft(encryption)))),
    ),
    standing: ifRowId((id) =>
      pipe(getRow(driver, table, id, RawDraftRow), TE.flatMap(openIfThere(openDraftRecord(encryption)))),
    ),
    ofPartner: (partnerId) =>
      pipe(
        TE.Do,
        TE.bindW('open', () => drafts(partnerId, ['draft', 'approved'], maxRead)),
        TE.bindW('closed', () => drafts(partnerId, ['published', 'discarded'], maxClosedDrafts)),
        TE.map(({ closed, open }) => [...open, ...closed]),
      ),
    replace: (draft, entry) =>
      pipe(
        policyDraftRow(encryption, draft),
        TE.flatMap(({ id, ...columns }) =>
          driver.transaction([{ kind: 'update', table, id, columns }, endpointEntryWrite(entry)]),
        ),
        TE.mapLeft(orConflict),
      ),
    discardDamaged: discardDamagedIn(driver),
    backTest: ifRowId((draftId) =>
      pipe(getRow(driver, table, draftId, BackTestRow), TE.flatMap(openIfThere(openBackTest(encryption)))),
    ),
    replaceBackTest: replaceBackTestIn(driver, encryption),
  };
};
