import type { BackTest } from '@portcullis/backoffice/ports';
import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { isReasonCode, outcomes } from '@portcullis/domain/checks';
import { oneOf, t } from '@portcullis/domain/kernel';
import { nonNegativeInteger, nullable, recordCodec, timestamp } from '@portcullis/domain/serialization';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { decodeColumnText, encodeColumnText } from './column-text.ts';
import { sealedContent } from './sealed-content.ts';

/** The part of a row of `policy_drafts` that is its newest back-test. `back_test` is empty where there was none. */
export const BackTestRow = t.type({
  id: t.string,
  partner_key: t.string,
  test_generation: t.number,
  test_until: t.string,
  back_test: t.string,
});
export type BackTestRow = t.TypeOf<typeof BackTestRow>;

/**
 * The sealed content of a back-test. Its lists are texts, parted by blanks and colons: PocketBase takes statements of
 * 5,000 characters.
 */
const BackTestContent = recordCodec(
  'back-test',
  {
    state: oneOf(['running', 'done', 'interrupted']),
    revision: nonNegativeInteger,
    digest: t.string,
    startedAt: timestamp,
    finishedAt: nullable(timestamp),
    judged: nonNegativeInteger,
    unjudged: nonNegativeInteger,
    cells: t.string,
    reasons: t.string,
    examples: t.string,
  },
  { damaged: nonNegativeInteger },
);

/** It opens for no other draft, partner, generation or time. */
const sealed = sealedContent(BackTestContent, 'policy_drafts', 'back_test', [
  'id',
  'partner_key',
  'test_generation',
  'test_until',
]);

const listText = (items: readonly (readonly (string | number)[])[]): string =>
  items.map((item) => item.join(':')).join(' ');

/** The row of a back-test. Its content is sealed with the other columns. */
export const backTestRow = (
  encryption: RecordEncryption,
  { draftId, findings, generation, heldUntil, partnerId, ...test }: BackTest,
): TaskEither<Unavailable, BackTestRow> => {
  const row = {
    id: draftId,
    partner_key: encodeColumnText(partnerId),
    test_generation: generation,
    test_until: heldUntil,
  };
  const lists = {
    cells: listText(findings.cells.map(({ count, from, to }) => [from, to, count])),
    reasons: listText(findings.reasons.map(({ comes, goes, reason }) => [reason, comes, goes])),
    examples: listText(findings.examples.map(({ from, profileIds, to }) => [from, to, ...profileIds])),
  };
  const { damaged, judged, unjudged } = findings;
  const counts = { judged, unjudged, ...(damaged !== undefined && { damaged }) };
  return pipe(
    sealed.seal(encryption, row, { ...test, ...counts, ...lists }),
    TE.map((back_test) => ({ ...row, back_test })),
  );
};

const itemsOf = (text: string): readonly (readonly string[])[] =>
  text === '' ? [] : text.split(' ').map((item) => item.split(':'));

const outcomeOf = (word: string | undefined) => outcomes.filter((outcome) => outcome === word);
const reasonOf = (word: string | undefined) => (word !== undefined && isReasonCode(word) ? [word] : []);

/** The back-test of a row. One that does not open is an outage. */
export const openBackTest =
  (encryption: RecordEncryption) =>
  (row: BackTestRow): TaskEither<Unavailable, BackTest | null> => {
    if (row.back_test === '') return TE.right(null);
    return pipe(
      sealed.open(encryption, row, row.back_test),
      TE.map(({ cells, damaged, examples, judged, reasons, unjudged, ...test }) => ({
        draftId: row.id,
        partnerId: decodeColumnText(row.partner_key),
        generation: row.test_generation,
        heldUntil: row.test_until,
        ...test,
        findings: {
          judged,
          unjudged,
          ...(damaged !== undefined && { damaged }),
          cells: itemsOf(cells).flatMap(([first, second, count]) =>
            outcomeOf(first).flatMap((from) => outcomeOf(second).map((to) => ({ from, to, count: Number(count) }))),
          ),
          reasons: itemsOf(reasons).flatMap(([word, comes, goes]) =>
            reasonOf(word).map((reason) => ({ reason, comes: Number(comes), goes: Number(goes) })),
          ),
          examples: itemsOf(examples).flatMap(([first, second, ...profileIds]) =>
            outcomeOf(first).flatMap((from) => outcomeOf(second).map((to) => ({ from, to, profileIds }))),
          ),
        },
      })),
    );
  };
