import {
  E,
  type Either,
  type NotFound,
  notFound,
  type Profile,
  type Tenant,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { decode, IdCodec, isVisibleTo, parseJson, t } from '@portcullis/domain/kernel';
import { dueAt } from '@portcullis/domain/profile';
import { ProfileCodec } from '@portcullis/domain/serialization';
import type { EncryptionContext } from '../encryption/envelope.ts';
import { openText, sealText } from '../encryption/sealed-text.ts';
import { DataKeyRow, dataKeyRowId } from '../keys/data-keys.ts';
import type { LookUpDigest, RecordEncryption } from '../keys/record-encryption.ts';
import { encodeColumnText } from './column-text.ts';

/** A row of `profiles` as it is read, with its key. The columns beside `data` exist to be searched. */
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
    t.partial({ related: t.partial({ key: DataKeyRow }) }),
  ],
  'profile row',
);
export type ProfileRow = t.TypeOf<typeof ProfileRow>;

/** No field of a profile has this name. */
const SealedData = t.type({ sealed: t.string }, 'sealed data');

const contextOf = (profileId: string): EncryptionContext => ['profiles', profileId, 'data'];

const unreadable = (cause: unknown): Either<Unavailable, never> =>
  E.left(unavailable('database', cause, 'invalid_response'));

/**
 * Whether the columns by which a row is found agree with its content. Otherwise a row would be listed for another
 * tenant than its own, or pass for sealed.
 */
export const isConsistentRow = (row: ProfileRow, profile: Profile): boolean =>
  row.id === profile.id &&
  row.partner_key === encodeColumnText(profile.tenant.partnerId) &&
  row.team_key === teamKey(profile.tenant.teamId) &&
  row.status === profile.status &&
  row.version === profile.version &&
  (row.reference_key === '') === isErased(profile);

const decodeProfile = (data: unknown): Either<Unavailable, Profile> => {
  const profile = decode(ProfileCodec, data);
  return E.isLeft(profile) ? unreadable(profile.left) : profile;
};

/**
 * Decodes the content of a row, opened with the key that came with it when it is sealed. The content is not yet
 * compared with the columns.
 */
const decodeContent =
  ({ dataKeys }: RecordEncryption) =>
  (row: ProfileRow): Either<Unavailable, Profile> => {
    const { id, data, related } = row;
    if (!SealedData.is(data)) {
      return row.key === ''
        ? decodeProfile(data)
        : unreadable(`the data of profile ${id} is in clear, and it has a key`);
    }
    if (related?.key === undefined) return unreadable(`the data key of profile ${id} is gone`);
    const key = dataKeys.unwrapRow(id, related.key);
    if (E.isLeft(key)) return key;
    const text = openText(key.right, contextOf(id), data.sealed);
    return text === null ? unreadable(`the data of profile ${id} does not open`) : decodeProfile(parseJson(text));
  };

const inconsistentRow = ({ id }: ProfileRow) => unreadable(`the row of profile ${id} contradicts itself`);

/** The profile of a row. */
export const profileOfRow =
  (encryption: RecordEncryption) =>
  (row: ProfileRow): Either<Unavailable, Profile> => {
    const profile = decodeContent(encryption)(row);
    return E.isLeft(profile) || isConsistentRow(row, profile.right) ? profile : inconsistentRow(row);
  };

/** Whether the columns of a row, without its content being opened, permit the viewer to see it. */
const isVisibleByColumns = ({ partnerId, teamId }: Tenant, row: ProfileRow): boolean =>
  row.partner_key === encodeColumnText(partnerId) && (teamId === null || row.team_key === teamKey(teamId));

/**
 * The profile of a row, for a viewer. The columns are checked first: a viewer of another tenant gets `NotFound` for a
 * row that does not open, as for any other. When only the columns say that the viewer is of another tenant, the row
 * contradicts itself, and the profile is not reported as missing.
 */
export const visibleProfileOfRow =
  (encryption: RecordEncryption, viewer: Tenant) =>
  (row: ProfileRow): Either<NotFound | Unavailable, Profile> => {
    const isNamed = isVisibleByColumns(viewer, row);
    const kept = isNamed ? profileOfRow(encryption)(row) : decodeContent(encryption)(row);
    if (E.isLeft(kept)) return isNamed ? kept : E.left(notFound);
    if (!isVisibleTo(viewer, kept.right.tenant)) return E.left(notFound);
    return isNamed ? kept : inconsistentRow(row);
  };

/** The key of a team. "No team" is a team of its own, and differs from a team with an empty name. */
export const teamKey = (teamId: string | null): string => (teamId === null ? '' : `=${encodeColumnText(teamId)}`);

/**
 * The texts under which a reference is found: as a digest, when there is a key for it, and as plaintext, as it was
 * stored before.
 */
export const referenceKeys = (
  { partnerId }: Tenant,
  reference: string,
  digest: LookUpDigest | null,
): readonly string[] => [
  ...(digest === null ? [] : [digest('reference', partnerId, reference)]),
  encodeColumnText(reference),
];

/** The keys of create-or-reuse, in the same two forms. */
export const currentKeys = (owner: Tenant, reference: string, digest: LookUpDigest | null): readonly string[] => {
  const { partnerId, teamId } = owner;
  return [
    ...(digest === null ? [] : [digest('current', partnerId, teamKey(teamId), reference)]),
    `${encodeColumnText(partnerId)}/${teamKey(teamId)}/${encodeColumnText(reference)}`,
  ];
};

/**
 * Whether the data of a profile was destroyed: the profile then has no salt. Its row contains nothing personal, and
 * must outlive its key.
 */
export const isErased = ({ salt }: Profile): boolean => salt === '';

/** The key and the digest function with which a row is written: `null` when nothing is sealed. */
export type RowEncryption = { readonly key: Uint8Array; readonly digest: LookUpDigest } | null;

/**
 * The personal columns of a row. `data` is the stored form of the profile: the profile itself, or the form that an
 * earlier release wrote.
 */
export const personalColumns = (profile: Profile, keys: RowEncryption, data: unknown = profile) => {
  const { id, tenant, reference, current } = profile;
  if (isErased(profile)) return { reference_key: '', current_key: '', key: '', data };
  const [referenceKey = ''] = referenceKeys(tenant, reference, keys?.digest ?? null);
  const [currentKey = ''] = current ? currentKeys(tenant, reference, keys?.digest ?? null) : [];
  const found = { reference_key: referenceKey, current_key: currentKey };
  if (keys === null) return { ...found, key: '', data };
  const sealed = sealText(keys.key, contextOf(id), JSON.stringify(data));
  return { ...found, key: dataKeyRowId(id), data: { sealed } };
};

/**
 * The columns of a profile's row, without its id. `current_key` is empty, and so not unique, after the profile was
 * superseded.
 */
export const profileColumns = (profile: Profile, keys: RowEncryption) => ({
  partner_key: encodeColumnText(profile.tenant.partnerId),
  team_key: teamKey(profile.tenant.teamId),
  status: profile.status,
  version: profile.version,
  created_at: profile.createdAt,
  due_at: dueAt(profile) ?? '',
  ...personalColumns(profile, keys),
});
