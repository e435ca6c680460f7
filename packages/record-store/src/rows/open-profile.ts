import {
  E,
  type Either,
  type NotFound,
  notFound,
  type Profile,
  type ProfileId,
  pipe,
  type TaskEither,
  TE,
  type Tenant,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { decode, isVisibleTo, parseJson, t } from '@portcullis/domain/kernel';
import { ProfileCodec } from '@portcullis/domain/serialization';
import { openText } from '../encryption/sealed-text.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { plaintextRejected } from '../keys/sealed-marker.ts';
import { encodeColumnText } from './column-text.ts';
import {
  BoundData,
  boundContext,
  columnsToSeal,
  currentKeys,
  ErasedData,
  erasedContext,
  isErased,
  type ProfileRow,
  teamKey,
  UnboundData,
  unboundContext,
  waitingColumn,
} from './profile-row.ts';

const unreadable = (cause: unknown): Either<Unavailable, never> =>
  E.left(unavailable('database', cause, 'invalid_response'));

/** What rows are judged by that are not sealed with the keys of their profiles. */
export type RowTrust = {
  /** Nothing in clear is believed, and nothing that was sealed without its columns. */
  readonly onlyBound: boolean;
  /** Opens what is left of an erased profile. */
  readonly openErased: (profileId: ProfileId, sealed: string) => string | null;
};

const sealedByProfile: RowTrust = { onlyBound: true, openErased: () => null };

/**
 * What is necessary to open these rows: for those that are sealed with the keys of their profiles, nothing is asked.
 */
export const trustFor = (
  { keyring, marker, serviceKeys }: RecordEncryption,
  rows: readonly ProfileRow[],
): TaskEither<Unavailable, RowTrust> => {
  const others = rows.filter(({ data }) => !BoundData.is(data));
  if (others.length === 0) return TE.right(sealedByProfile);
  const opener =
    keyring !== null && others.some(({ data }) => ErasedData.is(data))
      ? serviceKeys.textOpener
      : TE.right<Unavailable, null>(null);
  return pipe(
    TE.Do,
    TE.bindW('onlyBound', () => marker.isSealed),
    TE.bindW('open', () => opener),
    TE.map(({ open, onlyBound }) => ({
      onlyBound,
      openErased: (id: ProfileId, sealed: string) => open?.(erasedContext(id), sealed) ?? null,
    })),
  );
};

/** The profile in a row, and the columns that were sealed with it; `null` where none were. */
type Content = { readonly profile: Profile; readonly columns: readonly unknown[] | null };

const decodeProfile = (data: unknown, columns: Content['columns']): Either<Unavailable, Content> => {
  const profile = decode(ProfileCodec, data);
  return E.isLeft(profile) ? unreadable(profile.left) : E.right({ profile: profile.right, columns });
};

const BoundContent = t.tuple([t.UnknownArray, t.unknown], 'sealed columns and data');

const decodeBound = (id: ProfileId, text: string | null): Either<Unavailable, Content> => {
  if (text === null) return unreadable(`the data of profile ${id} does not open`);
  const content = decode(BoundContent, parseJson(text));
  return E.isLeft(content) ? unreadable(content.left) : decodeProfile(content.right[1], content.right[0]);
};

/** The content of a row that is not sealed with the columns of the row. */
const decodeUnbound = (
  { dataKeys }: RecordEncryption,
  { id, data, key, related }: ProfileRow,
): Either<Unavailable, Content> => {
  if (!UnboundData.is(data)) {
    return key === ''
      ? decodeProfile(data, null)
      : unreadable(`the data of profile ${id} is in clear, and it has a key`);
  }
  if (related?.key === undefined) return unreadable(`the data key of profile ${id} is gone`);
  const opened = dataKeys.unwrapRow(id, related.key);
  if (E.isLeft(opened)) return opened;
  const text = openText(opened.right, unboundContext(id), data.sealed);
  return text === null ? unreadable(`the data of profile ${id} does not open`) : decodeProfile(parseJson(text), null);
};

/**
 * Decodes the content of a row, opened with the key that came with it when it is sealed. The content is not yet
 * compared with the columns.
 */
const decodeContent =
  (encryption: RecordEncryption, { onlyBound, openErased }: RowTrust) =>
  (row: ProfileRow): Either<Unavailable, Content> => {
    const { id, data, related } = row;
    if (BoundData.is(data)) {
      if (related?.key === undefined) return unreadable(`the data key of profile ${id} is gone`);
      const key = encryption.dataKeys.unwrapRow(id, related.key);
      return E.isLeft(key) ? key : decodeBound(id, openText(key.right, boundContext(id), data.bound));
    }
    if (ErasedData.is(data)) return decodeBound(id, openErased(id, data.erased));
    return onlyBound
      ? E.left(plaintextRejected(`the data of profile ${id}, or one of its columns,`))
      : decodeUnbound(encryption, row);
  };

const isSame = (columns: readonly unknown[], row: ProfileRow): boolean => {
  const now = columnsToSeal(row);
  return now.length === columns.length && now.every((value, n) => value === columns[n]);
};

/**
 * Whether a row in clear is found under its own reference, as its content says it. With the keys of another row it
 * would pass for the profile of somebody else, also where a partner creates or reuses one. A sealed row has its columns
 * in its seal, or digests in them.
 */
const isFoundByItself = (row: ProfileRow, profile: Profile): boolean => {
  if (isErased(profile) || BoundData.is(row.data) || UnboundData.is(row.data)) return true;
  const { current, reference, tenant } = profile;
  const [currentKey = ''] = current ? currentKeys(tenant, reference, null) : [];
  return (
    row.reference_key === encodeColumnText(reference) &&
    row.current_key === currentKey &&
    row.created_at === profile.createdAt
  );
};

/**
 * Whether a profile in review has its own place in the queue. Without one it would wait for ever. A release that does
 * not have the column leaves it as it was, and takes the time out of the profile: then there is nothing to compare.
 */
const isQueuedByItself = ({ waiting_since }: ProfileRow, profile: Profile): boolean =>
  profile.status !== 'in_review' || profile.waitingSince == null || waiting_since === waitingColumn(profile);

/**
 * Whether the columns by which a row is found agree with its content. Otherwise a row would be listed for another
 * tenant than its own, or pass for sealed.
 */
export const isConsistentRow = (row: ProfileRow, { columns, profile }: Content): boolean =>
  row.id === profile.id &&
  row.partner_key === encodeColumnText(profile.tenant.partnerId) &&
  row.team_key === teamKey(profile.tenant.teamId) &&
  row.status === profile.status &&
  row.version === profile.version &&
  (row.reference_key === '') === isErased(profile) &&
  isFoundByItself(row, profile) &&
  isQueuedByItself(row, profile) &&
  (columns === null || isSame(columns, row));

const inconsistentRow = ({ id }: ProfileRow) => unreadable(`the row of profile ${id} contradicts itself`);

/** The profile of a row. */
export const profileOfRow =
  (encryption: RecordEncryption, trust: RowTrust) =>
  (row: ProfileRow): Either<Unavailable, Profile> => {
    const content = decodeContent(encryption, trust)(row);
    if (E.isLeft(content)) return content;
    return isConsistentRow(row, content.right) ? E.right(content.right.profile) : inconsistentRow(row);
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
  (viewer: Tenant) =>
  (encryption: RecordEncryption, trust: RowTrust) =>
  (row: ProfileRow): Either<NotFound | Unavailable, Profile> => {
    const isNamed = isVisibleByColumns(viewer, row);
    const content = decodeContent(encryption, trust)(row);
    if (E.isLeft(content)) return isNamed ? content : E.left(notFound);
    if (isNamed && !isConsistentRow(row, content.right)) return inconsistentRow(row);
    const { profile } = content.right;
    if (!isVisibleTo(viewer, profile.tenant)) return E.left(notFound);
    return isNamed ? E.right(profile) : inconsistentRow(row);
  };
