import {
  decode,
  dueAt,
  E,
  type Either,
  IdCodec,
  type NotFound,
  notFound,
  type Profile,
  ProfileCodec,
  sees,
  type Tenant,
  t,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { openText, type Place, sealText } from '@portcullis/sealing';
import { columnText } from '../columns.ts';
import { DataKeyRow, dataKeyRowId } from '../sealing/data-keys.ts';
import { parsed } from '../sealing/parsed.ts';
import type { Digest, Sealing } from '../sealing/sealing.ts';

/** A row of `profiles` as PocketBase answers it, with its key; the columns beside `data` are there to be searched. */
export const ProfileRow = t.intersection(
  [
    t.type({
      id: IdCodec,
      partner_key: t.string,
      team_key: t.string,
      reference_key: t.string,
      status: t.string,
      version: t.number,
      key: t.string,
      data: t.unknown,
    }),
    t.partial({ expand: t.partial({ key: DataKeyRow }) }),
  ],
  'profile row',
);
export type ProfileRow = t.TypeOf<typeof ProfileRow>;

/** No field of a profile has this name. */
const SealedData = t.type({ sealed: t.string }, 'sealed data');

const placeOf = (profileId: string): Place => ['profiles', profileId, 'data'];

const unreadable = (cause: unknown): Either<Unavailable, never> =>
  E.left(unavailable('database', cause, 'invalid_response'));

/**
 * Whether the columns by which a row is found say what is kept in it. Else a row would be listed for another tenant than
 * its own, or pass for sealed.
 */
export const isOfOnePiece = (row: ProfileRow, profile: Profile): boolean =>
  row.id === profile.id &&
  row.partner_key === columnText(profile.tenant.partnerId) &&
  row.team_key === teamKey(profile.tenant.teamId) &&
  row.status === profile.status &&
  row.version === profile.version &&
  (row.reference_key === '') === isErased(profile);

const decoded = (data: unknown): Either<Unavailable, Profile> => {
  const profile = decode(ProfileCodec, data);
  return E.isLeft(profile) ? unreadable(profile.left) : profile;
};

/** What is kept in a row, opened with the key that came with it where it is sealed, and not yet held against its columns. */
const keptIn =
  ({ dataKeys }: Sealing) =>
  (row: ProfileRow): Either<Unavailable, Profile> => {
    const { id, data, expand } = row;
    const sealed = decode(SealedData, data);
    if (E.isLeft(sealed)) {
      return row.key === '' ? decoded(data) : unreadable(`the data of profile ${id} is in clear, and it has a key`);
    }
    if (expand?.key === undefined) return unreadable(`the data key of profile ${id} is gone`);
    const key = dataKeys.inRow(id, expand.key);
    if (E.isLeft(key)) return key;
    const text = openText(key.right, placeOf(id), sealed.right.sealed);
    return text === null ? unreadable(`the data of profile ${id} does not open`) : decoded(parsed(text));
  };

const contradictory = ({ id }: ProfileRow) => unreadable(`the row of profile ${id} contradicts itself`);

/** The profile of a row. */
export const profileIn =
  (sealing: Sealing) =>
  (row: ProfileRow): Either<Unavailable, Profile> => {
    const profile = keptIn(sealing)(row);
    return E.isLeft(profile) || isOfOnePiece(row, profile.right) ? profile : contradictory(row);
  };

/** Whether a row says of itself, without being opened, that it is there for a viewer. */
const isNamedFor = ({ partnerId, teamId }: Tenant, row: ProfileRow): boolean =>
  row.partner_key === columnText(partnerId) && (teamId === null || row.team_key === teamKey(teamId));

/**
 * The profile of a row, for a viewer. The columns are asked first: for a stranger a row that does not open is as little
 * there as any other. One whose columns alone say that the viewer is a stranger contradicts itself, and is no missing one.
 */
export const profileSeenIn =
  (sealing: Sealing, viewer: Tenant) =>
  (row: ProfileRow): Either<NotFound | Unavailable, Profile> => {
    const isNamed = isNamedFor(viewer, row);
    const kept = isNamed ? profileIn(sealing)(row) : keptIn(sealing)(row);
    if (E.isLeft(kept)) return isNamed ? kept : E.left(notFound);
    if (!sees(viewer, kept.right.tenant)) return E.left(notFound);
    return isNamed ? kept : contradictory(row);
  };

/** No team is a team of its own, and never the same as a team with an empty name. */
export const teamKey = (teamId: string | null): string => (teamId === null ? '' : `=${columnText(teamId)}`);

/** The texts under which a reference is found: as a digest, where there is a key for it, and as it stood before. */
export const referenceKeys = ({ partnerId }: Tenant, reference: string, digest: Digest | null): readonly string[] => [
  ...(digest === null ? [] : [digest('reference', partnerId, reference)]),
  columnText(reference),
];

/** The keys of create-or-reuse, alike. */
export const currentKeys = (owner: Tenant, reference: string, digest: Digest | null): readonly string[] => {
  const { partnerId, teamId } = owner;
  return [
    ...(digest === null ? [] : [digest('current', partnerId, teamKey(teamId), reference)]),
    `${columnText(partnerId)}/${teamKey(teamId)}/${columnText(reference)}`,
  ];
};

/** A profile whose data was destroyed has no salt. Its row holds nothing personal, and must outlive its key. */
export const isErased = ({ salt }: Profile): boolean => salt === '';

/** With what a row is written: `null` where nothing is sealed. */
export type RowKeys = { readonly key: Uint8Array; readonly digest: Digest } | null;

/** What is personal in a row. `data` is what is kept of the profile: itself, or as an earlier release wrote it. */
export const personalColumns = (profile: Profile, keys: RowKeys, data: unknown = profile) => {
  const { id, tenant, reference, current } = profile;
  if (isErased(profile)) return { reference_key: '', current_key: '', key: '', data };
  const [referenceKey = ''] = referenceKeys(tenant, reference, keys?.digest ?? null);
  const [currentKey = ''] = current ? currentKeys(tenant, reference, keys?.digest ?? null) : [];
  const found = { reference_key: referenceKey, current_key: currentKey };
  if (keys === null) return { ...found, key: '', data };
  const sealed = sealText(keys.key, placeOf(id), JSON.stringify(data));
  return { ...found, key: dataKeyRowId(id), data: { sealed } };
};

/** The row that a profile becomes, without its id. `current_key` is empty, and so not unique, once it is superseded. */
export const profileColumns = (profile: Profile, keys: RowKeys) => ({
  partner_key: columnText(profile.tenant.partnerId),
  team_key: teamKey(profile.tenant.teamId),
  status: profile.status,
  version: profile.version,
  created_at: profile.createdAt,
  due_at: dueAt(profile) ?? '',
  ...personalColumns(profile, keys),
});
