import { E, type Either, type NotFound, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { damagedRecord, decode, parseJson, t } from '@portcullis/domain/kernel';
import { recordCodec } from '@portcullis/domain/serialization';
import { openText, sealText } from '../encryption/sealed-text.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import type { TextContext } from '../keys/service-keys.ts';

/** The subject of a note: a digest on a list, and the profile that showed it (empty if there is none). */
export type NotedRow = {
  readonly partner_key: string;
  readonly kind: string;
  readonly digest: string;
  readonly profile: string;
};

/** The personal part of an entry. Both are `null` once the profile is erased. */
export type PersonalPart = { readonly profileId: string | null; readonly note: string | null };

const StoredNote = recordCodec('note on an entry of a list', {}, { note: t.string });

/** The text of a note. Every entry that names a profile has one; it is empty if there is neither note nor profile. */
export const noteText = ({ note, profileId }: PersonalPart): string =>
  note === null && profileId === null ? '' : JSON.stringify({ ...(note !== null && { note }) });

/** The context of a sealed note: its digest on the list, and the profile that showed it. */
const noteContext = ({ digest, kind, partner_key, profile }: NotedRow): TextContext => [
  'sighting_lists',
  JSON.stringify([partner_key, kind, digest, profile]),
  'note',
];

/**
 * The column of a note. A note that names a profile is sealed with the key of that profile, so that it cannot be read
 * after the erasure of the profile. Any other note is sealed with a key of the service. `NotFound`: the key of the
 * profile was destroyed.
 */
export const sealedNote = (
  { dataKeys, serviceKeys }: RecordEncryption,
  row: NotedRow,
  text: string,
): TaskEither<NotFound | Unavailable, string> => {
  if (text === '') return TE.right('');
  return row.profile === ''
    ? serviceKeys.sealText(noteContext(row), text)
    : pipe(
        dataKeys.findOrCreate(row.profile),
        TE.map((key) => sealText(key, noteContext(row), text)),
      );
};

const doesNotOpen = damagedRecord('a note on an entry of a list does not open');

/** The text of a note that is sealed with the key of its profile; `null` if that key was destroyed. */
const openWithProfile = (
  { dataKeys }: RecordEncryption,
  row: NotedRow,
  stored: string,
): TaskEither<Unavailable, string | null> =>
  pipe(
    dataKeys.find(row.profile),
    TE.flatMap((key) => {
      const text = openText(key, noteContext(row), stored);
      return text === null ? TE.left(doesNotOpen) : TE.right(text);
    }),
    TE.orElse((why) => (why._tag === 'NotFound' ? TE.right(null) : TE.left(why))),
  );

const noteOf = (row: NotedRow, text: string): Either<Unavailable, PersonalPart> => {
  const known = decode(StoredNote, parseJson(text));
  return E.isRight(known)
    ? E.right({ profileId: row.profile === '' ? null : row.profile, note: known.right.note ?? null })
    : E.left(damagedRecord(known.left));
};

/** The personal part of a row. A note that does not open is an outage. */
export const openedNote = (
  encryption: RecordEncryption,
  row: NotedRow,
  stored: string,
): TaskEither<Unavailable, PersonalPart> => {
  const nothing: PersonalPart = { profileId: null, note: null };
  if (stored === '' && row.profile === '') return TE.right(nothing);
  const text =
    row.profile !== ''
      ? openWithProfile(encryption, row, stored)
      : encryption.serviceKeys.openText(noteContext(row), stored);
  return pipe(
    text,
    TE.flatMap((opened) => (opened === null ? TE.right(nothing) : TE.fromEither(noteOf(row, opened)))),
  );
};
