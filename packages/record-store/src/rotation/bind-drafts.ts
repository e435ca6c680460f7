import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { WriteRejection } from '../driver/record-driver.ts';
import { ofDatabase, unexpectedRejection } from '../driver/rejection.ts';
import { isSealedText } from '../encryption/sealed-text.ts';
import { BackTestRow, backTestContext } from '../rows/back-test-row.ts';
import { decodeColumnText } from '../rows/column-text.ts';
import { PolicyDraftRow, policyDraftContext } from '../rows/policy-draft-row.ts';
import { hasMoved, withLedgerLock } from './ledger-lock.ts';
import { unboundRows } from './plaintext-rows.ts';
import type { RotationNeeds, RotationOutcome, RotationPart } from './rotation-part.ts';
import { sealPart } from './seal-other-rows.ts';

const table = 'policy_drafts';

const WholeRow = t.intersection([PolicyDraftRow, BackTestRow], 'whole policy draft row');

const rotated = TE.right<Unavailable, RotationOutcome>('rotated');

/** A draft that was changed since it was read keeps what was written then: whoever has the keys has sealed it. */
const unlessMoved = (failure: WriteRejection | Unavailable): TaskEither<Unavailable, RotationOutcome> =>
  hasMoved(failure) ? rotated : TE.left(ofDatabase(unexpectedRejection()(failure)));

const writeSealed =
  ({ driver }: RotationNeeds, { version }: PolicyDraftRow, id: string) =>
  (data: string) =>
    pipe(
      driver.transaction(withLedgerLock(id, version, { kind: 'update', table, id, columns: { data } })),
      TE.map((): RotationOutcome => 'rotated'),
      TE.orElse(unlessMoved),
    );

const sealDraft = (needs: RotationNeeds, row: PolicyDraftRow, id: string) =>
  isSealedText(row.data)
    ? rotated
    : pipe(
        needs.encryption.serviceKeys.sealText(policyDraftContext(row), decodeColumnText(row.data)),
        TE.flatMap(writeSealed(needs, row, id)),
      );

const sealBackTest = ({ driver, encryption }: RotationNeeds, row: BackTestRow, id: string) =>
  isSealedText(row.back_test) || row.back_test === ''
    ? rotated
    : pipe(
        encryption.serviceKeys.sealText(backTestContext(row), decodeColumnText(row.back_test)),
        TE.flatMap((back_test) => {
          const { test_generation } = row;
          return driver.updateIf({ table, id, expected: { test_generation }, columns: { back_test } });
        }),
        TE.map((): RotationOutcome => 'rotated'),
        TE.mapLeft(ofDatabase),
      );

/** Seals what drafts say together with whose they are, and their back-tests. */
export const bindPolicyDraftsPart = (needs: RotationNeeds): RotationPart =>
  sealPart(needs, unboundRows.policy_drafts, WholeRow, (row, id) =>
    pipe(
      sealDraft(needs, row, id),
      TE.flatMap(() => sealBackTest(needs, row, id)),
    ),
  );
