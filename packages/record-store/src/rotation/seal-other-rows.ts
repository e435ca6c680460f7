import { E, type NotFound, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { RowCodec } from '../driver/read-rows.ts';
import { isSealedText } from '../encryption/sealed-text.ts';
import { boundColumns, FileRow, hasSameBytes, isBound, isSealed, sealedFile } from '../rows/file-row.ts';
import { sealPersonal } from '../rows/ledger-row.ts';
import { answerEncryption, PlaintextAnswer } from '../rows/stored-answer.ts';
import { partnerKeyContext } from '../stores/duplicates/duplicate-index.ts';
import { plaintextRows, type RowSelection, selectedIds, unboundRows } from './plaintext-rows.ts';
import { type RotationNeeds, type RotationOutcome, type RotationPart, unlessSealed } from './rotation-part.ts';
import { patchRow, readRow, rotationOutcomeOf } from './row-access.ts';

/** Nothing is sealed for a profile whose data was destroyed; whoever destroys it removes the rest. */
export const ifDestroyed = (why: NotFound | Unavailable): TaskEither<Unavailable, RotationOutcome> =>
  why._tag === 'NotFound' ? TE.right({ left: 'the data of its profile was destroyed' }) : TE.left(why);

const rotated = TE.right<Unavailable, RotationOutcome>('rotated');

/** A part that reads a row and seals it when it is not sealed. */
export const sealPart = <A>(
  { driver, encryption }: RotationNeeds,
  selection: RowSelection & { readonly name: string },
  codec: RowCodec<A>,
  seal: (row: A, id: string) => TaskEither<Unavailable, RotationOutcome>,
): RotationPart => ({
  name: selection.name,
  rows: (after, limit) => selectedIds(driver, selection, after, limit),
  rotate: unlessSealed(encryption, (id) =>
    pipe(
      readRow(driver, selection.table, id, codec),
      TE.flatMap((row) => (row === null ? rotated : seal(row, id))),
    ),
  ),
});

const OwnedDigestKeyRow = t.type({ partner_key: t.string, key: t.string }, 'sighting key row');

/** Seals the keys of the partners' digests. */
export const sealDigestKeysPart = (needs: RotationNeeds): RotationPart =>
  sealPart(needs, plaintextRows.sighting_keys, OwnedDigestKeyRow, ({ partner_key, key }, id) =>
    isSealedText(key)
      ? rotated
      : pipe(
          needs.encryption.serviceKeys.sealText(partnerKeyContext(partner_key), key),
          TE.flatMap((kept) => patchRow(needs.driver, 'sighting_keys', id, { key: kept })),
        ),
  );

const EntryRow = t.type({ profile: t.string, seq: t.number, data: t.UnknownRecord, personal: t.string }, 'ledger row');

/** Seals the erasable part of ledger entries. The hashed part is not touched. */
export const sealEntriesPart = (needs: RotationNeeds): RotationPart =>
  sealPart(needs, plaintextRows.entries, EntryRow, ({ profile, seq, data, personal: sealed }, id) => {
    const { personal, ...hashed } = data;
    if (sealed !== '' || personal === undefined) return rotated;
    return pipe(
      needs.encryption.dataKeys.findOrCreate(needs.keyring, profile),
      TE.map((key) => ({ data: hashed, personal: sealPersonal(key, { profile_id: profile, seq }, personal) })),
      TE.flatMap((columns) => patchRow(needs.driver, 'ledger', id, columns)),
      TE.orElse(ifDestroyed),
    );
  });

/** Seals images: the bytes and their digest are written together, in a file with a new name. */
export const sealFilesPart = (needs: RotationNeeds): RotationPart => {
  const { driver, keyring, encryption } = needs;
  const isLost = TE.right<Unavailable, RotationOutcome>({ left: 'its file is not there' });
  const hasOtherLength = TE.right<Unavailable, RotationOutcome>({ left: 'the file is not as long as it was' });
  /** When another process was faster, it has replaced the bytes that were to be read. */
  const unlessReplaced = (row: FileRow, otherwise: TaskEither<Unavailable, RotationOutcome>) =>
    pipe(
      readRow(driver, 'files', row.id, FileRow),
      TE.flatMap((now) => (now !== null && hasSameBytes(now, row) ? otherwise : rotated)),
    );
  const sealed = (row: FileRow, key: Uint8Array, bytes: Uint8Array): TaskEither<Unavailable, RotationOutcome> => {
    if (bytes.length !== row.size) return hasOtherLength;
    const { columns, blob } = sealedFile(row, bytes, key);
    return rotationOutcomeOf(driver.replaceBlob(row.id, columns, blob));
  };
  const sealWith = (row: FileRow, key: Uint8Array) =>
    pipe(
      driver.getBlob(row),
      TE.flatMap((bytes) => (bytes === null ? unlessReplaced(row, isLost) : sealed(row, key, bytes))),
      TE.orElse((failure) => unlessReplaced(row, TE.left(failure))),
    );
  const doesNotOpen = TE.right<Unavailable, RotationOutcome>({ left: 'its digest does not open' });
  const bindWith = (row: FileRow, key: Uint8Array) => {
    const columns = boundColumns(row, key);
    return columns === null ? doesNotOpen : patchRow(driver, 'files', row.id, columns);
  };
  return sealPart(needs, unboundRows.files, FileRow, (row) =>
    isBound(row)
      ? rotated
      : pipe(
          encryption.dataKeys.findOrCreate(keyring, row.profile),
          TE.flatMap((key) => (isSealed(row) ? bindWith(row, key) : sealWith(row, key))),
          TE.orElse(ifDestroyed),
        ),
  );
};

const AnswerRow = t.type({ key: t.string, profile: t.string, answer: t.unknown }, 'idempotency row');

/** Seals the responses that are stored for repeated requests. */
export const sealAnswersPart = (needs: RotationNeeds): RotationPart =>
  sealPart(needs, plaintextRows.answers, AnswerRow, ({ key, profile, answer }, id) => {
    const clear = PlaintextAnswer.decode(answer);
    if (E.isLeft(clear)) return rotated;
    return pipe(
      answerEncryption(needs.encryption).seal(clear.right, { key, profileId: profile === '' ? null : profile }),
      // A response that is lost is not stored any longer.
      TE.flatMap((kept) => patchRow(needs.driver, 'idempotency_keys', id, { answer: kept })),
    );
  });
