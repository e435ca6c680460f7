import { E, type NotFound, pipe, type TaskEither, TE, t, type Unavailable } from '@portcullis/domain';
import { isSealedText, type Keyring } from '@portcullis/sealing';
import type { PocketbaseClient } from '../client/client.ts';
import type { Refused } from '../client/failure.ts';
import { FileRow, isSealed, sealedForm } from '../files/file-row.ts';
import { downloading } from '../files/file-store.ts';
import { answerBox } from '../idempotency/kept-answer.ts';
import { sealPersonal } from '../sealing/ledger-row.ts';
import type { Sealing } from '../sealing/sealing.ts';
import { keyTextPlace } from '../sightings/sighting-register.ts';
import { asOutage, type ClearPlace, clearIds, clearRows } from './clear-rows.ts';
import type { Mended, Part } from './part.ts';
import { patchRow, readRow } from './row-access.ts';

/** Nothing is sealed for a profile whose data was destroyed; whoever destroys it removes the rest. */
const afterDestroyed = (why: NotFound | Unavailable): TaskEither<Unavailable, Mended> =>
  why._tag === 'NotFound' ? TE.right({ left: 'the data of its profile was destroyed' }) : TE.left(why);

type Needs = { readonly client: PocketbaseClient; readonly keyring: Keyring; readonly sealing: Sealing };

const mended = TE.right<Unavailable, Mended>('mended');

/** A part that reads a row and seals it when it is in plaintext. */
const part = <A>(
  { client }: Needs,
  place: ClearPlace,
  codec: t.Decoder<unknown, A>,
  seal: (row: A, id: string) => TaskEither<Unavailable, Mended>,
): Part => ({
  name: place,
  rows: (after, most) => clearIds(client, place, after, most),
  mend: (id) =>
    pipe(
      readRow(client, codec, clearRows[place].collection, id),
      TE.flatMap((row) => (row === null ? mended : seal(row, id))),
    ),
});

const KeyRow = t.type({ partner_key: t.string, key: t.string }, 'sighting key row');

/** Seals the keys of the partners' digests. */
export const sealingSightingKeys = (needs: Needs): Part =>
  part(needs, 'sighting_keys', KeyRow, ({ partner_key, key }, id) =>
    isSealedText(key)
      ? mended
      : pipe(
          needs.sealing.serviceKeys.sealText(keyTextPlace(partner_key), key),
          TE.flatMap((kept) => patchRow(needs.client, 'sighting_keys', id, { key: kept })),
        ),
  );

const EntryRow = t.type({ profile: t.string, seq: t.number, data: t.UnknownRecord, personal: t.string }, 'ledger row');

/** Seals the erasable part of ledger entries. The hashed part is not touched. */
export const sealingEntries = (needs: Needs): Part =>
  part(needs, 'entries', EntryRow, ({ profile, seq, data, personal: sealed }, id) => {
    const { personal, ...hashed } = data;
    if (sealed !== '' || personal === undefined) return mended;
    return pipe(
      needs.sealing.dataKeys.forWriting(needs.keyring, profile),
      TE.map((key) => ({ data: hashed, personal: sealPersonal(key, { profile_id: profile, seq }, personal) })),
      TE.flatMap(
        (columns): TaskEither<NotFound | Unavailable, Mended> => patchRow(needs.client, 'ledger', id, columns),
      ),
      TE.orElse(afterDestroyed),
    );
  });

/** Seals images and videos: the bytes and their digest are written together, in a file with a new name. */
export const sealingFiles = (needs: Needs): Part => {
  const { client, keyring, sealing } = needs;
  /**
   * When another process was faster, it has replaced the bytes that were to be read. Otherwise the bytes are lost, or
   * there was no response.
   */
  const unlessGone = (row: FileRow) => (failure: Refused | Unavailable) =>
    pipe(
      readRow(client, FileRow, 'files', row.id),
      TE.flatMap((now): TaskEither<Unavailable, Mended> => {
        if (now?.content !== row.content) return mended;
        const isLost = failure._tag === 'Refused' && failure.status === 404;
        return isLost ? TE.right({ left: 'its file is not there' }) : TE.left(asOutage(failure));
      }),
    );
  const sealed = (row: FileRow, key: Uint8Array) => (bytes: Uint8Array) =>
    bytes.length === row.size
      ? patchRow(client, 'files', row.id, sealedForm(row, bytes, key), client.fileDeadlineMs)
      : TE.right<Unavailable, Mended>({ left: 'the file is not as long as it was' });
  const sealWith = (row: FileRow, key: Uint8Array) =>
    pipe(
      downloading(client, row),
      TE.flatMap((bytes): TaskEither<Refused | Unavailable, Mended> => sealed(row, key)(bytes)),
      TE.orElse(unlessGone(row)),
    );
  return part(needs, 'files', FileRow, (row) =>
    isSealed(row)
      ? mended
      : pipe(
          sealing.dataKeys.forWriting(keyring, row.profile),
          TE.flatMap((key): TaskEither<NotFound | Unavailable, Mended> => sealWith(row, key)),
          TE.orElse(afterDestroyed),
        ),
  );
};

const AnswerRow = t.type({ key: t.string, profile: t.string, answer: t.unknown }, 'idempotency row');
const ClearAnswer = t.type({ status: t.number, headers: t.record(t.string, t.string), body: t.string });

/** Seals the responses that are stored for repeated requests. */
export const sealingAnswers = (needs: Needs): Part =>
  part(needs, 'answers', AnswerRow, ({ key, profile, answer }, id) => {
    const clear = ClearAnswer.decode(answer);
    if (E.isLeft(clear)) return mended;
    return pipe(
      answerBox(needs.sealing).close(clear.right, { key, profileId: profile === '' ? null : profile }),
      // A response that is lost is not stored any longer.
      TE.flatMap((kept) => patchRow(needs.client, 'idempotency_keys', id, { answer: kept })),
    );
  });
