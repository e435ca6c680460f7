import { E, type NotFound, pipe, type TaskEither, TE, t, type Unavailable } from '@portcullis/domain';
import { isSealedText, type Keyring } from '@portcullis/record-store';
import type { PocketbaseClient } from '../client/client.ts';
import type { PocketbaseRejection } from '../client/failure.ts';
import { partnerKeyContext } from '../duplicate-index/duplicate-index.ts';
import { sealPersonal } from '../encryption/ledger-row.ts';
import type { RecordEncryption } from '../encryption/record-encryption.ts';
import { FileRow, isSealed, sealedFileForm } from '../stores/file-row.ts';
import { downloadContent } from '../stores/file-store.ts';
import { answerEncryption } from '../stores/stored-answer.ts';
import { type PlaintextCategory, plaintextIds, plaintextRows, toUnavailable } from './plaintext-rows.ts';
import type { RotationOutcome, RotationPart } from './rotation-part.ts';
import { patchRow, readRow } from './row-access.ts';

/** Nothing is sealed for a profile whose data was destroyed; whoever destroys it removes the rest. */
const ifDestroyed = (why: NotFound | Unavailable): TaskEither<Unavailable, RotationOutcome> =>
  why._tag === 'NotFound' ? TE.right({ left: 'the data of its profile was destroyed' }) : TE.left(why);

type SealingNeeds = {
  readonly client: PocketbaseClient;
  readonly keyring: Keyring;
  readonly encryption: RecordEncryption;
};

const rotated = TE.right<Unavailable, RotationOutcome>('mended');

/** A part that reads a row and seals it when it is in plaintext. */
const sealPart = <A>(
  { client }: SealingNeeds,
  category: PlaintextCategory,
  codec: t.Decoder<unknown, A>,
  seal: (row: A, id: string) => TaskEither<Unavailable, RotationOutcome>,
): RotationPart => ({
  name: category,
  rows: (after, most) => plaintextIds(client, category, after, most),
  rotate: (id) =>
    pipe(
      readRow(client, codec, plaintextRows[category].collection, id),
      TE.flatMap((row) => (row === null ? rotated : seal(row, id))),
    ),
});

const KeyRow = t.type({ partner_key: t.string, key: t.string }, 'sighting key row');

/** Seals the keys of the partners' digests. */
export const sealDigestKeysPart = (needs: SealingNeeds): RotationPart =>
  sealPart(needs, 'sighting_keys', KeyRow, ({ partner_key, key }, id) =>
    isSealedText(key)
      ? rotated
      : pipe(
          needs.encryption.serviceKeys.sealText(partnerKeyContext(partner_key), key),
          TE.flatMap((kept) => patchRow(needs.client, 'sighting_keys', id, { key: kept })),
        ),
  );

const EntryRow = t.type({ profile: t.string, seq: t.number, data: t.UnknownRecord, personal: t.string }, 'ledger row');

/** Seals the erasable part of ledger entries. The hashed part is not touched. */
export const sealEntriesPart = (needs: SealingNeeds): RotationPart =>
  sealPart(needs, 'entries', EntryRow, ({ profile, seq, data, personal: sealed }, id) => {
    const { personal, ...hashed } = data;
    if (sealed !== '' || personal === undefined) return rotated;
    return pipe(
      needs.encryption.dataKeys.findOrCreate(needs.keyring, profile),
      TE.map((key) => ({ data: hashed, personal: sealPersonal(key, { profile_id: profile, seq }, personal) })),
      TE.flatMap(
        (columns): TaskEither<NotFound | Unavailable, RotationOutcome> => patchRow(needs.client, 'ledger', id, columns),
      ),
      TE.orElse(ifDestroyed),
    );
  });

/** Seals images and videos: the bytes and their digest are written together, in a file with a new name. */
export const sealFilesPart = (needs: SealingNeeds): RotationPart => {
  const { client, keyring, encryption: sealing } = needs;
  /**
   * When another process was faster, it has replaced the bytes that were to be read. Otherwise the bytes are lost, or
   * there was no response.
   */
  const ifReplaced = (row: FileRow) => (failure: PocketbaseRejection | Unavailable) =>
    pipe(
      readRow(client, FileRow, 'files', row.id),
      TE.flatMap((now): TaskEither<Unavailable, RotationOutcome> => {
        if (now?.content !== row.content) return rotated;
        const isLost = failure._tag === 'Refused' && failure.status === 404;
        return isLost ? TE.right({ left: 'its file is not there' }) : TE.left(toUnavailable(failure));
      }),
    );
  const sealed = (row: FileRow, key: Uint8Array) => (bytes: Uint8Array) =>
    bytes.length === row.size
      ? patchRow(client, 'files', row.id, sealedFileForm(row, bytes, key), client.fileDeadlineMs)
      : TE.right<Unavailable, RotationOutcome>({ left: 'the file is not as long as it was' });
  const sealWith = (row: FileRow, key: Uint8Array) =>
    pipe(
      downloadContent(client, row),
      TE.flatMap((bytes): TaskEither<PocketbaseRejection | Unavailable, RotationOutcome> => sealed(row, key)(bytes)),
      TE.orElse(ifReplaced(row)),
    );
  return sealPart(needs, 'files', FileRow, (row) =>
    isSealed(row)
      ? rotated
      : pipe(
          sealing.dataKeys.findOrCreate(keyring, row.profile),
          TE.flatMap((key): TaskEither<NotFound | Unavailable, RotationOutcome> => sealWith(row, key)),
          TE.orElse(ifDestroyed),
        ),
  );
};

const AnswerRow = t.type({ key: t.string, profile: t.string, answer: t.unknown }, 'idempotency row');
const PlaintextAnswer = t.type({ status: t.number, headers: t.record(t.string, t.string), body: t.string });

/** Seals the responses that are stored for repeated requests. */
export const sealAnswersPart = (needs: SealingNeeds): RotationPart =>
  sealPart(needs, 'answers', AnswerRow, ({ key, profile, answer }, id) => {
    const clear = PlaintextAnswer.decode(answer);
    if (E.isLeft(clear)) return rotated;
    return pipe(
      answerEncryption(needs.encryption).seal(clear.right, { key, profileId: profile === '' ? null : profile }),
      // A response that is lost is not stored any longer.
      TE.flatMap((kept) => patchRow(needs.client, 'idempotency_keys', id, { answer: kept })),
    );
  });
