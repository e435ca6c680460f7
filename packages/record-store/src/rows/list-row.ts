import type { ListEntry, ListEntryRecord } from '@portcullis/backoffice/ports';
import { E, type Either, type NotFound, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { type FingerprintKind, fingerprintKinds } from '@portcullis/domain/evidence';
import { actorTypes, damagedRecord, deterministicId, oneOf, orWhereDamaged, t } from '@portcullis/domain/kernel';
import { type ListName, listNames } from '@portcullis/domain/ports';
import { nullable, recordCodec } from '@portcullis/domain/serialization';
import { decodeRow } from '../driver/read-rows.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import type { TextContext } from '../keys/service-keys.ts';
import { decodeColumnText, encodeColumnText } from './column-text.ts';
import { noteText, openedNote, type PersonalPart, sealedNote } from './list-note.ts';
import { sealedContent } from './sealed-content.ts';

/** A row of `sighting_lists`; the name of the list is sealed with the other columns. */
export const ListRow = t.type({ partner_key: t.string, kind: t.string, digest: t.string, list: t.string });
export type ListRow = t.TypeOf<typeof ListRow>;

const OpenedListRow = t.type({ kind: t.string, digest: t.string, list: oneOf(listNames) });
export type OpenedListRow = t.TypeOf<typeof OpenedListRow>;

/**
 * A whole row. `data` has who added the entry and the head of its ledger, `note` the reason, and `profile` the profile
 * whose digest it is. `note` and `profile` are emptied when the profile is erased.
 */
export const ListEntryRow = t.intersection([
  ListRow,
  t.type({ id: t.string, added_at: t.string, profile: t.string, note: t.string, data: t.string }),
]);
export type ListEntryRow = t.TypeOf<typeof ListEntryRow>;

const EntryContent = recordCodec('entry of a list', {
  /** The list again, so that the list of no other time is read with these. */
  list: oneOf(listNames),
  teamId: nullable(t.string),
  addedBy: recordCodec('actor', { type: oneOf(actorTypes), id: t.string }),
  head: recordCodec('end of a ledger', { profileId: t.string, seq: t.number, hash: t.string }),
});

/** It opens in no other row, for no other subject, and of no other time. */
const sealed = sealedContent(EntryContent, 'sighting_lists', 'data', [
  'id',
  'partner_key',
  'kind',
  'digest',
  'added_at',
]);

const OpenedKind = t.type({ kind: oneOf(fingerprintKinds), list: oneOf(listNames) });

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

/** The row of an entry. `NotFound`: the key of the profile that it names was destroyed. */
export const listEntryRow = (
  encryption: RecordEncryption,
  { addedAt, addedBy, digest, head, kind, list, tenant, ...ofPerson }: Omit<ListEntry, 'id'>,
): TaskEither<NotFound | Unavailable, ListEntryRow> => {
  const row = {
    id: listRowId(tenant.partnerId, kind, digest),
    partner_key: encodeColumnText(tenant.partnerId),
    kind,
    digest,
    added_at: addedAt,
    profile: ofPerson.profileId ?? '',
  };
  return pipe(
    TE.Do,
    TE.bindW('list', () => encryption.serviceKeys.sealText(listContext(row), list)),
    TE.bindW('note', () => sealedNote(encryption, row, noteText(ofPerson))),
    TE.bindW('data', () => sealed.seal(encryption, row, { list, teamId: tenant.teamId, addedBy, head })),
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

const entryOf = (
  row: ListEntryRow,
  { kind, list }: OpenedKindRow,
  { addedBy, head, list: sealedList, teamId }: t.TypeOf<typeof EntryContent>,
  ofPerson: PersonalPart,
): Either<Unavailable, ListEntry> =>
  sealedList === list
    ? E.right({
        id: row.id,
        kind,
        digest: row.digest,
        list,
        tenant: { partnerId: decodeColumnText(row.partner_key), teamId },
        addedBy,
        addedAt: row.added_at,
        ...ofPerson,
        head,
      })
    : E.left(damagedRecord('is on another list'));

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
      TE.bindW('content', () => sealed.open(encryption, row, row.data)),
      TE.bindW('ofPerson', () => openedNote(encryption, row, row.note)),
      TE.flatMap(({ content, ofPerson, opened }) => TE.fromEither(entryOf(row, opened, content, ofPerson))),
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
      orWhereDamaged(() => TE.right(null)),
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
