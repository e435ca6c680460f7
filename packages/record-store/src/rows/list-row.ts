import { E, type Either, type NotFound, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { type FingerprintKind, fingerprintKinds } from '@portcullis/domain/documents';
import { actorTypes, damagedRecord, decode, deterministicId, oneOf, parseJson, t } from '@portcullis/domain/kernel';
import { type ListEntry, type ListEntryRecord, type ListName, listNames } from '@portcullis/domain/ports';
import { recordCodec } from '@portcullis/domain/serialization';
import { decodeRow, orWhereDamaged } from '../driver/read-rows.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import type { TextContext } from '../keys/service-keys.ts';
import { decodeColumnText, encodeColumnText } from './column-text.ts';
import { noteText, openedNote, type PersonalPart, sealedNote } from './list-note.ts';

/** A row of `sighting_lists`; the name of the list is sealed with the other columns. */
export const ListRow = t.type(
  { partner_key: t.string, kind: t.string, digest: t.string, list: t.string },
  'sighting list row',
);
export type ListRow = t.TypeOf<typeof ListRow>;

const OpenedListRow = t.type({ kind: t.string, digest: t.string, list: oneOf(listNames) }, 'sighting list row');
export type OpenedListRow = t.TypeOf<typeof OpenedListRow>;

/**
 * A whole row. `data` has who added the entry and the head of its ledger, `note` the reason, and `profile` the profile
 * whose digest it is. `note` and `profile` are emptied when the profile is erased.
 */
export const ListEntryRow = t.intersection(
  [ListRow, t.type({ id: t.string, added_at: t.string, profile: t.string, note: t.string, data: t.string })],
  'sighting list row',
);
export type ListEntryRow = t.TypeOf<typeof ListEntryRow>;

const StoredData = recordCodec(
  'entry of a list',
  {
    /** The list again, so that the list of no other time is read with these. */
    list: oneOf(listNames),
    by: t.type({ type: oneOf(actorTypes), id: t.string }),
    head: t.type({ id: t.string, seq: t.number, hash: t.string }),
  },
  { team: t.string },
);

const OpenedKind = t.type({ kind: oneOf(fingerprintKinds), list: oneOf(listNames) }, 'sighting list row');

type OpenedKindRow = t.TypeOf<typeof OpenedKind>;

/** The id of the only row of a digest in a partner's lists. It follows from the content of the row. */
const listRowId = (partnerId: string, kind: FingerprintKind, digest: string): string =>
  deterministicId(JSON.stringify(['sighting_lists', encodeColumnText(partnerId), kind, digest]));

type Subject = Omit<ListRow, 'list'>;

/** The context of a sealed list: it opens in no row of another partner, kind or digest. */
const listContext = ({ partner_key, kind, digest }: Subject): TextContext => [
  'sighting_lists',
  JSON.stringify([partner_key, kind, digest]),
  'list',
];

type Owned = Subject & Pick<ListEntryRow, 'id' | 'added_at'>;

/** The context of the sealed data: the row, its subject, and when it was added. */
const dataContext = ({ added_at, digest, id, kind, partner_key }: Owned): TextContext => [
  'sighting_lists',
  JSON.stringify([id, partner_key, kind, digest, added_at]),
  'data',
];

type Columns = Pick<ListEntryRow, 'list' | 'note' | 'data'>;

/**
 * Seals those columns of a row that are not empty. `NotFound`: the key of the profile that the row names was
 * destroyed.
 */
const sealedColumns = (
  encryption: RecordEncryption,
  { data, list, note, ...row }: ListEntryRow,
): TaskEither<NotFound | Unavailable, Columns> => {
  const { serviceKeys } = encryption;
  return pipe(
    TE.Do,
    TE.bindW('list', () => serviceKeys.sealText(listContext(row), list)),
    TE.bindW('note', () => sealedNote(encryption, row, note)),
    TE.bindW('data', () => serviceKeys.sealText(dataContext(row), data)),
  );
};

const dataOf = ({ addedBy, head, list, tenant: { teamId } }: Omit<ListEntry, 'id'>): string =>
  JSON.stringify({
    list,
    by: addedBy,
    head: { id: head.profileId, seq: head.seq, hash: head.hash },
    ...(teamId !== null && { team: teamId }),
  });

/** The row of an entry. `NotFound`: the key of the profile that it names was destroyed. */
export const listEntryRow = (
  encryption: RecordEncryption,
  entry: Omit<ListEntry, 'id'>,
): TaskEither<NotFound | Unavailable, ListEntryRow> => {
  const row = {
    id: listRowId(entry.tenant.partnerId, entry.kind, entry.digest),
    partner_key: encodeColumnText(entry.tenant.partnerId),
    kind: entry.kind,
    digest: entry.digest,
    list: entry.list,
    added_at: entry.addedAt,
    profile: entry.profileId ?? '',
    note: noteText(entry),
    data: dataOf(entry),
  };
  return pipe(
    sealedColumns(encryption, row),
    TE.map((columns) => ({ ...row, ...columns })),
  );
};

/** A row with the name of its list in plaintext. */
export const openedList =
  ({ serviceKeys }: RecordEncryption) =>
  (row: ListRow): TaskEither<Unavailable, OpenedListRow> => {
    const opened = (list: string): Either<Unavailable, OpenedListRow> => decodeRow(OpenedListRow, { ...row, list });
    return pipe(
      serviceKeys.openText(listContext(row), row.list),
      TE.flatMap((list) => TE.fromEither(opened(list))),
    );
  };

type Data = t.TypeOf<typeof StoredData>;

/** The author of a list entry. */
const openedData = (
  { serviceKeys }: RecordEncryption,
  { data: stored, ...row }: ListEntryRow,
): TaskEither<Unavailable, Data> =>
  pipe(
    serviceKeys.openText(dataContext(row), stored),
    TE.flatMap((text) => {
      const known = decode(StoredData, parseJson(text));
      return E.isRight(known) ? TE.right(known.right) : TE.left(damagedRecord(known.left));
    }),
  );

const entryOf = (
  row: ListEntryRow,
  { kind, list }: OpenedKindRow,
  said: Data,
  ofPerson: PersonalPart,
): Either<Unavailable, ListEntry> => {
  if (said.list !== list) return E.left(damagedRecord('is on another list'));
  const partnerId = decodeColumnText(row.partner_key);
  return E.right({
    id: row.id,
    kind,
    digest: row.digest,
    list,
    tenant: { partnerId, teamId: said.team ?? null },
    addedBy: said.by,
    addedAt: row.added_at,
    ...ofPerson,
    head: { profileId: said.head.id, seq: said.head.seq, hash: said.head.hash },
  });
};

const openedKind = (encryption: RecordEncryption, row: ListEntryRow): TaskEither<Unavailable, OpenedKindRow> =>
  pipe(
    openedList(encryption)(row),
    TE.flatMap(({ list }) => TE.fromEither(decodeRow(OpenedKind, { ...row, list }))),
  );

/** The entry of a row. One that does not open is an outage. */
export const openListEntry =
  (encryption: RecordEncryption) =>
  (row: ListEntryRow): TaskEither<Unavailable, ListEntry> =>
    pipe(
      TE.Do,
      TE.bindW('opened', () => openedKind(encryption, row)),
      TE.bindW('said', () => openedData(encryption, row)),
      TE.bindW('ofPerson', () => openedNote(encryption, row, row.note)),
      TE.flatMap(({ ofPerson, opened, said }) => TE.fromEither(entryOf(row, opened, said, ofPerson))),
    );

const damagedEntry =
  (encryption: RecordEncryption, row: ListEntryRow) =>
  (damage: Unavailable): TaskEither<Unavailable, ListEntryRecord> => {
    const kind = fingerprintKinds.find((known) => known === row.kind);
    if (kind === undefined) return TE.left(damage);
    const tenant = { partnerId: decodeColumnText(row.partner_key), teamId: null };
    return pipe(
      openedKind(encryption, row),
      TE.map(({ list }): ListName | null => list),
      orWhereDamaged<ListName | null>(() => TE.right(null)),
      TE.map((list) => ({
        isDamaged: true,
        id: row.id,
        kind,
        digest: row.digest,
        list,
        tenant,
        head: null,
      })),
    );
  };

/** The entry of a row, or what is known of a row that does not open. A row of an unknown kind is an outage. */
export const openListEntryRecord =
  (encryption: RecordEncryption) =>
  (row: ListEntryRow): TaskEither<Unavailable, ListEntryRecord> =>
    pipe(
      openListEntry(encryption)(row),
      TE.map((entry): ListEntryRecord => entry),
      orWhereDamaged(damagedEntry(encryption, row)),
    );
