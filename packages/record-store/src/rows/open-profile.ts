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
} from '@portcullis/domain';
import { damagedRecord, decode, isVisibleTo, parseJson, t } from '@portcullis/domain/kernel';
import { ProfileCodec } from '@portcullis/domain/serialization';
import { openText } from '../encryption/sealed-text.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { encodeColumnText } from './column-text.ts';
import { teamKey } from './owner-columns.ts';
import {
  BoundData,
  boundContext,
  columnsToSeal,
  ErasedData,
  erasedContext,
  isErased,
  type ProfileRow,
  waitingColumn,
} from './profile-row.ts';

const unreadable = (cause: unknown): Either<Unavailable, never> => E.left(damagedRecord(cause));

/** Opens what is left of an erased profile. */
export type OpenErased = (profileId: ProfileId, sealed: string) => string | null;

/** Opens the erased ones among these rows. For the others, which have keys of their own, nothing is asked. */
export const erasedOpener = (
  { serviceKeys }: RecordEncryption,
  rows: readonly ProfileRow[],
): TaskEither<Unavailable, OpenErased> =>
  rows.some(({ data }) => ErasedData.is(data))
    ? pipe(
        serviceKeys.textOpener,
        TE.map(
          (open): OpenErased =>
            (id, sealed) =>
              open(erasedContext(id), sealed),
        ),
      )
    : TE.right(() => null);

/** The profile in a row, and the columns that were sealed with it. */
type Content = { readonly profile: Profile; readonly columns: readonly unknown[] };

const SealedContent = t.tuple([t.UnknownArray, t.unknown]);

const decodeSealed = (id: ProfileId, text: string | null): Either<Unavailable, Content> => {
  if (text === null) return unreadable(`the data of profile ${id} does not open`);
  const content = decode(SealedContent, parseJson(text));
  if (E.isLeft(content)) return unreadable(content.left);
  const [columns, data] = content.right;
  const profile = decode(ProfileCodec, data);
  return E.isLeft(profile) ? unreadable(profile.left) : E.right({ profile: profile.right, columns });
};

/**
 * Decodes the content of a row, opened with the key that came with it when it is sealed. The content is not yet
 * compared with the columns.
 */
const decodeContent =
  (encryption: RecordEncryption, openErased: OpenErased) =>
  (row: ProfileRow): Either<Unavailable, Content> => {
    const { id, data, related } = row;
    if (BoundData.is(data)) {
      if (related?.key === undefined) return unreadable(`the data key of profile ${id} is gone`);
      const key = encryption.dataKeys.unwrapRow(id, related.key);
      return E.isLeft(key) ? key : decodeSealed(id, openText(key.right, boundContext(id), data.bound));
    }
    if (ErasedData.is(data)) return decodeSealed(id, openErased(id, data.erased));
    return unreadable(`the data of profile ${id} is in clear`);
  };

const isSame = (columns: readonly unknown[], row: ProfileRow): boolean => {
  const now = columnsToSeal(row);
  return now.length === columns.length && now.every((value, n) => value === columns[n]);
};

/**
 * Whether the columns by which a row is found agree with its content. Otherwise a row would be listed for another
 * tenant than its own, or pass for sealed.
 */
const isConsistentRow = (row: ProfileRow, { columns, profile }: Content): boolean =>
  row.id === profile.id &&
  row.partner_key === encodeColumnText(profile.tenant.partnerId) &&
  row.team_key === teamKey(profile.tenant.teamId) &&
  row.status === profile.status &&
  row.version === profile.version &&
  (row.reference_key === '') === isErased(profile) &&
  // Two columns are not sealed, by which the queue and what was changed last are found: they follow from the content.
  row.waiting_since === waitingColumn(profile) &&
  row.updated_at === profile.updatedAt &&
  isSame(columns, row);

const inconsistentRow = ({ id }: ProfileRow) => unreadable(`the row of profile ${id} contradicts itself`);

/** The profile of a row. */
export const profileOfRow =
  (encryption: RecordEncryption, openErased: OpenErased) =>
  (row: ProfileRow): Either<Unavailable, Profile> => {
    const content = decodeContent(encryption, openErased)(row);
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
  (encryption: RecordEncryption, openErased: OpenErased) =>
  (row: ProfileRow): Either<NotFound | Unavailable, Profile> => {
    const isNamed = isVisibleByColumns(viewer, row);
    const content = decodeContent(encryption, openErased)(row);
    if (E.isLeft(content)) return isNamed ? content : E.left(notFound);
    if (isNamed && !isConsistentRow(row, content.right)) return inconsistentRow(row);
    const { profile } = content.right;
    if (!isVisibleTo(viewer, profile.tenant)) return E.left(notFound);
    return isNamed ? E.right(profile) : inconsistentRow(row);
  };
