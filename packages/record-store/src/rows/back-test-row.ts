import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { isReasonCode, outcomes } from '@portcullis/domain/checks';
import { damagedRecord, decode, oneOf, parseJson, t } from '@portcullis/domain/kernel';
import type { BackTest, BackTestFindings } from '@portcullis/domain/ports';
import { nonNegativeInteger, recordCodec, timestamp } from '@portcullis/domain/serialization';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import type { TextContext } from '../keys/service-keys.ts';
import { decodeColumnText, encodeColumnText } from './column-text.ts';

/** The part of a row of `policy_drafts` that is its newest back-test. `back_test` is empty where there was none. */
export const BackTestRow = t.type(
  {
    id: t.string,
    partner_key: t.string,
    test_generation: t.number,
    test_until: t.string,
    back_test: t.string,
  },
  'back-test row',
);
export type BackTestRow = t.TypeOf<typeof BackTestRow>;

/**
 * The sealed content of a back-test. Its lists are texts, parted by blanks and colons: PocketBase takes statements of
 * 5,000 characters.
 */
const StoredText = recordCodec(
  'back-test',
  {
    state: oneOf(['running', 'done', 'interrupted']),
    revision: nonNegativeInteger,
    digest: t.string,
    started_at: timestamp,
    judged: nonNegativeInteger,
    unjudged: nonNegativeInteger,
    cells: t.string,
    reasons: t.string,
    examples: t.string,
  },
  { finished_at: timestamp },
);

/** The context of what is sealed: it opens for no other draft, partner, generation or time. */
const backTestContext = (row: Omit<BackTestRow, 'back_test'>): TextContext => {
  const { id, partner_key, test_generation, test_until } = row;
  return ['policy_drafts', JSON.stringify([id, partner_key, test_generation, test_until]), 'back_test'];
};

const listText = (items: readonly (readonly (string | number)[])[]): string =>
  items.map((item) => item.join(':')).join(' ');

const storedText = ({ digest, findings, finishedAt, revision, startedAt, state }: BackTest): string =>
  JSON.stringify({
    state,
    revision,
    digest,
    started_at: startedAt,
    judged: findings.judged,
    unjudged: findings.unjudged,
    cells: listText(findings.cells.map(({ count, from, to }) => [from, to, count])),
    reasons: listText(findings.reasons.map(({ comes, goes, reason }) => [reason, comes, goes])),
    examples: listText(findings.examples.map(({ from, profileIds, to }) => [from, to, ...profileIds])),
    ...(finishedAt !== null && { finished_at: finishedAt }),
  });

/** The row of a back-test. Its text is sealed with the other columns. */
export const backTestRow = (
  { serviceKeys }: RecordEncryption,
  test: BackTest,
): TaskEither<Unavailable, BackTestRow> => {
  const { draftId: id, generation: test_generation, heldUntil: test_until, partnerId } = test;
  const columns = { id, partner_key: encodeColumnText(partnerId), test_generation, test_until };
  return pipe(
    serviceKeys.sealText(backTestContext(columns), storedText(test)),
    TE.map((back_test) => ({ ...columns, back_test })),
  );
};

const itemsOf = (text: string): readonly (readonly string[])[] =>
  text === '' ? [] : text.split(' ').map((item) => item.split(':'));

const outcomeOf = (word: string | undefined) => outcomes.filter((outcome) => outcome === word);
const reasonOf = (word: string | undefined) => (word !== undefined && isReasonCode(word) ? [word] : []);

const findingsOf = ({ cells, examples, judged, reasons, unjudged }: t.TypeOf<typeof StoredText>): BackTestFindings => ({
  judged,
  unjudged,
  cells: itemsOf(cells).flatMap(([first, second, count]) =>
    outcomeOf(first).flatMap((from) => outcomeOf(second).map((to) => ({ from, to, count: Number(count) }))),
  ),
  reasons: itemsOf(reasons).flatMap(([word, comes, goes]) =>
    reasonOf(word).map((reason) => ({ reason, comes: Number(comes), goes: Number(goes) })),
  ),
  examples: itemsOf(examples).flatMap(([first, second, ...profileIds]) =>
    outcomeOf(first).flatMap((from) => outcomeOf(second).map((to) => ({ from, to, profileIds }))),
  ),
});

const backTestOf = (row: BackTestRow, text: string): Either<Unavailable, BackTest> => {
  const stored = decode(StoredText, parseJson(text));
  if (E.isLeft(stored)) return E.left(damagedRecord(stored.left));
  const { digest, finished_at: finishedAt = null, revision, started_at: startedAt, state } = stored.right;
  return E.right({
    draftId: row.id,
    partnerId: decodeColumnText(row.partner_key),
    generation: row.test_generation,
    state,
    heldUntil: row.test_until,
    revision,
    digest,
    startedAt,
    finishedAt,
    findings: findingsOf(stored.right),
  });
};

/** The back-test of a row. One that does not open is an outage. */
export const openBackTest =
  ({ serviceKeys }: RecordEncryption) =>
  (row: BackTestRow): TaskEither<Unavailable, BackTest | null> =>
    row.back_test === ''
      ? TE.right(null)
      : pipe(
          serviceKeys.openText(backTestContext(row), row.back_test),
          TE.flatMap((text) => TE.fromEither(backTestOf(row, text))),
        );
