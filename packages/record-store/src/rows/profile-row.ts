import type { Profile, Tenant } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { dueAt, waitingSince } from '@portcullis/domain/profile';
import type { EncryptionContext } from '../encryption/envelope.ts';
import { sealText } from '../encryption/sealed-text.ts';
import { DataKeyRow, dataKeyRowId } from '../keys/data-keys.ts';
import type { LookUpDigest } from '../keys/record-encryption.ts';
import { ownerColumns, teamKey } from './owner-columns.ts';

/** A row of `profiles` as it is read, with its key. The columns beside `data` exist to be searched. */
export const ProfileRow = t.intersection([
  t.type({
    id: t.string,
    partner_key: t.string,
    team_key: t.string,
    reference_key: t.string,
    current_key: t.string,
    status: t.string,
    version: t.number,
    created_at: t.string,
    updated_at: t.string,
    due_at: t.string,
    waiting_since: t.string,
    key: t.string,
    data: t.unknown,
  }),
  t.partial({ related: t.partial({ key: DataKeyRow }) }),
]);
export type ProfileRow = t.TypeOf<typeof ProfileRow>;

/** The columns of a row beside its content. */
export type ProfileColumns = Omit<ProfileRow, 'id' | 'data' | 'related'>;

/**
 * Data that is sealed together with the columns of its row, under the key of the profile. No field of a profile has
 * this name.
 */
export const BoundData = t.type({ bound: t.string });

/** The rest of an erased profile, sealed together with its columns by a key of the service. */
export const ErasedData = t.type({ erased: t.string });

export const boundContext = (profileId: string): EncryptionContext => ['profiles', profileId, 'bound'];
export const erasedContext = (profileId: string) => ['profiles', profileId, 'erased'] as const;

/**
 * The columns that are sealed beside the content, so that none of them can be changed by itself. `updated_at` and
 * `waiting_since` are not among them: each follows from the content.
 */
export const columnsToSeal = (row: ProfileColumns): readonly (string | number)[] => {
  const { partner_key, team_key, reference_key, current_key, status, version, created_at, due_at, key } = row;
  return [partner_key, team_key, reference_key, current_key, status, version, created_at, due_at, key];
};

/** The text under which a reference is found. */
export const referenceKey = ({ partnerId }: Tenant, reference: string, digest: LookUpDigest): string =>
  digest('reference', partnerId, reference);

/** The key of create-or-reuse. */
export const currentKey = ({ partnerId, teamId }: Tenant, reference: string, digest: LookUpDigest): string =>
  digest('current', partnerId, teamKey(teamId), reference);

/**
 * Whether the data of a profile was destroyed: the profile then has no salt. Its row contains nothing personal, and
 * must outlive its key.
 */
export const isErased = ({ salt }: Profile): boolean => salt === '';

/**
 * The keys of a row: the key of its profile and the digest of references, or, where the profile is erased, what seals
 * it by a key of the service.
 */
export type RowEncryption =
  | { readonly key: Uint8Array; readonly digest: LookUpDigest }
  | { readonly sealErased: (text: string) => string };

/** The stand-in for a time in the row of a profile in review that is to be erased: it is behind every time. */
export const erasedFromQueue = 'erased';

/** The column `waiting_since` of a profile: empty where it is not in review. */
export const waitingColumn = (profile: Profile): string => {
  if (profile.status !== 'in_review') return '';
  return waitingSince(profile) ?? erasedFromQueue;
};

/**
 * The columns by which a profile is found; one that is erased is found by no reference (`null`). `current_key` is
 * empty, and so not unique, after it was superseded.
 */
const searchedColumns = (profile: Profile, digest: LookUpDigest | null, key: string): ProfileColumns => {
  const { createdAt, current, reference, status, tenant, updatedAt, version } = profile;
  const found = isErased(profile) ? null : digest;
  return {
    ...ownerColumns(tenant),
    reference_key: found === null ? '' : referenceKey(tenant, reference, found),
    current_key: found === null || !current ? '' : currentKey(tenant, reference, found),
    status,
    version,
    created_at: createdAt,
    updated_at: updatedAt,
    due_at: dueAt(profile) ?? '',
    waiting_since: waitingColumn(profile),
    key,
  };
};

/** The columns of a profile's row, without its id. */
export const profileColumns = (profile: Profile, keys: RowEncryption) => {
  if ('sealErased' in keys) {
    const columns = searchedColumns(profile, null, '');
    return { ...columns, data: { erased: keys.sealErased(JSON.stringify([columnsToSeal(columns), profile])) } };
  }
  const columns = searchedColumns(profile, keys.digest, dataKeyRowId(profile.id));
  const text = JSON.stringify([columnsToSeal(columns), profile]);
  return { ...columns, data: { bound: sealText(keys.key, boundContext(profile.id), text) } };
};
