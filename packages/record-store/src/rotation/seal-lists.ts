import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { ofDatabase } from '../driver/rejection.ts';
import { isStatementText } from '../rows/column-text.ts';
import { isSealedList, ListEntryRow, newlySealedList } from '../rows/list-row.ts';
import { plaintextRows, unboundRows } from './plaintext-rows.ts';
import type { RotationNeeds, RotationOutcome, RotationPart } from './rotation-part.ts';
import { readRow } from './row-access.ts';
import { ifDestroyed, sealPart } from './seal-other-rows.ts';

const table = 'sighting_lists';

const rotated = TE.right<Unavailable, RotationOutcome>('rotated');
const isForeign = TE.right<Unavailable, RotationOutcome>({ left: 'a text of it is not written as the service does' });
const keepsMoving = TE.right<Unavailable, RotationOutcome>({ left: 'it was changed again and again meanwhile' });

const maxTries = 3;

/** What is sealed, and what it is sealed with. */
const seenOf = ({ added_at, data, digest, kind, list, note, partner_key, profile }: ListEntryRow) => ({
  added_at,
  data,
  digest,
  kind,
  list,
  note,
  partner_key,
  profile,
});

/** Seals a row as it was read. One that was turned, taken off or erased since is read again. */
const sealList = (needs: RotationNeeds, row: ListEntryRow, tries = 1): TaskEither<Unavailable, RotationOutcome> => {
  const { id } = row;
  const expected = seenOf(row);
  if (isSealedList(row)) return rotated;
  if (!Object.values(expected).every(isStatementText)) return isForeign;
  const again = TE.flatMap((now: ListEntryRow | null) => (now === null ? rotated : sealList(needs, now, tries + 1)));
  return pipe(
    newlySealedList(needs.encryption, row),
    TE.flatMap((columns) => TE.mapLeft(ofDatabase)(needs.driver.updateIf({ table, id, expected, columns }))),
    TE.flatMap((isSealed) => {
      if (isSealed) return rotated;
      return tries === maxTries ? keepsMoving : again(readRow(needs.driver, table, id, ListEntryRow));
    }),
    TE.orElse(ifDestroyed),
  );
};

/** Seals the entries of block and allow lists together with what they are about. */
export const bindListsPart = (needs: RotationNeeds): RotationPart =>
  sealPart(needs, unboundRows.lists, ListEntryRow, (row) => sealList(needs, row));

/** Seals the notes on such entries, with the rest of their rows. */
export const sealNotesPart = (needs: RotationNeeds): RotationPart =>
  sealPart(needs, plaintextRows.notes, ListEntryRow, (row) => sealList(needs, row));
