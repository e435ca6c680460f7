import { type NotFound, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { isSealedList, ListEntryRow, newlySealedList } from '../rows/list-row.ts';
import { plaintextRows, unboundRows } from './plaintext-rows.ts';
import type { RotationNeeds, RotationOutcome, RotationPart } from './rotation-part.ts';
import { patchRow } from './row-access.ts';
import { ifDestroyed, sealPart } from './seal-other-rows.ts';

const sealList = (
  { driver, encryption }: RotationNeeds,
  row: ListEntryRow,
): TaskEither<Unavailable, RotationOutcome> =>
  isSealedList(row)
    ? TE.right('rotated')
    : pipe(
        newlySealedList(encryption, row),
        TE.flatMap(
          (columns): TaskEither<NotFound | Unavailable, RotationOutcome> =>
            patchRow(driver, 'sighting_lists', row.id, columns),
        ),
        TE.orElse(ifDestroyed),
      );

/** Seals the entries of block and allow lists together with what they are about. */
export const bindListsPart = (needs: RotationNeeds): RotationPart =>
  sealPart(needs, unboundRows.lists, ListEntryRow, (row) => sealList(needs, row));

/** Seals the notes on such entries, with the rest of their rows. */
export const sealNotesPart = (needs: RotationNeeds): RotationPart =>
  sealPart(needs, plaintextRows.notes, ListEntryRow, (row) => sealList(needs, row));
