import type { Tenant } from '@portcullis/domain';
import { type DueFilter, type DueKind, dueKinds, type ProfileFilter } from '@portcullis/domain/ports';
import { decodeCursor, decodeUpdateCursor, type PagePosition } from '@portcullis/domain/serialization';
import { allOf, anyOf, type Condition, compare, noneOfTexts, oneOfTexts } from '../driver/condition.ts';
import type { LookUpDigest } from '../keys/record-encryption.ts';
import { encodeColumnText } from './column-text.ts';
import { ofTeam, visibleTo } from './owner-columns.ts';
import { currentKey, referenceKey } from './profile-row.ts';

/**
 * The rows before a time (exclusive) that follow the last one of a page, newest first and then by id. One time is
 * compared, because an index scan has one limit, and then the id of the rows of exactly that time.
 */
const follows = (createdBefore: string | undefined, position: PagePosition | null): readonly Condition[] => {
  if (position === null || (createdBefore !== undefined && createdBefore <= position.createdAt))
    return createdBefore === undefined ? [] : [compare('created_at', '<', createdBefore)];
  const { createdAt, id } = position;
  return [
    compare('created_at', '<=', createdAt),
    anyOf([compare('created_at', '<', createdAt), compare('id', '>', id)]),
  ];
};

/** A longer name of a partner is written once: PocketBase refuses a filter of more than 3500 characters. */
const maxRangeLength = 200;

/**
 * The rows of a partner that have this reference key. The partner is written as a range, which means the same:
 * an equality would also select the indexes that begin with the partner, and an engine without statistics cannot tell
 * that a reference selects a few rows and a partner nearly all of them.
 */
const hasReference = (partner: string, key: string): Condition =>
  allOf([
    compare('reference_key', '=', key),
    ...(partner.length > maxRangeLength
      ? [compare('partner_key', '=', partner)]
      : [compare('partner_key', '>=', partner), compare('partner_key', '<=', partner)]),
  ]);

/** The rows of the viewer, or those with the key of a reference among them. */
const ownRows = (viewer: Tenant, key: string | null): readonly Condition[] =>
  key === null ? visibleTo(viewer) : [hasReference(encodeColumnText(viewer.partnerId), key), ...ofTeam(viewer)];

/** Before every time of a change. */
const noTime = '0';

/** The rows that the viewer may see from a time of change on, behind the last one of a page. */
export const updateCondition = (viewer: Tenant, filter: ProfileFilter, key: string | null): Condition => {
  const { cursor = '', updatedAfter = noTime } = filter;
  const position = decodeUpdateCursor(cursor);
  const from = position !== null && position.updatedAt > updatedAfter ? position.updatedAt : updatedAfter;
  return allOf([
    ...ownRows(viewer, key),
    compare('updated_at', '>=', from),
    ...(position === null || from !== position.updatedAt
      ? []
      : [anyOf([compare('updated_at', '>', position.updatedAt), compare('id', '>', position.id)])]),
  ]);
};

/**
 * The condition for the rows that the viewer may see and the filter selects, the newest first. `key` is that of the
 * reference, if the filter has one.
 */
export const listCondition = (viewer: Tenant, filter: ProfileFilter, key: string | null): Condition => {
  const { status, createdAfter, createdBefore, cursor = '' } = filter;
  return allOf([
    ...ownRows(viewer, key),
    ...(status === undefined ? [] : [compare('status', '=', status)]),
    ...(createdAfter === undefined ? [] : [compare('created_at', '>=', createdAfter)]),
    ...follows(createdBefore, decodeCursor(cursor)),
  ]);
};

/**
 * The key alone would be sufficient, but an engine may use a partial index for no bound value (SQLite does not). The
 * reference finds the rows by its index; the key names the partner as well.
 */
export const currentCondition = (owner: Tenant, reference: string, digest: LookUpDigest): Condition =>
  allOf([
    compare('reference_key', '=', referenceKey(owner, reference, digest)),
    compare('current_key', '=', currentKey(owner, reference, digest)),
  ]);

/**
 * The condition for a kind of due work. The row of a profile with a redaction has no reference, and every other row has
 * one.
 */
const dueKindCondition = (kind: DueKind): Condition => {
  // No version is negative. Alone, the first condition would also select the index of the reference, with every profile
  // that was ever erased: an engine does so for an equality, and with statistics for a range, too.
  if (kind === 'erasure') return anyOf([compare('reference_key', '=', ''), compare('version', '<', 0)]);
  // Retention covers every status that no other kind covers, so that a row with a damaged status also has a kind.
  const isDefaultKind = kind === 'retention';
  const statuses = Object.entries(dueKinds).flatMap(([status, dueKind]) =>
    (dueKind === kind) !== isDefaultKind ? [status] : [],
  );
  const hasKind = isDefaultKind ? noneOfTexts('status', statuses) : oneOfTexts('status', statuses);
  return allOf([compare('reference_key', '!=', ''), hasKind]);
};

/**
 * The rows that are due, after a position. The lower bound is '0' and not "not empty", because a bound limits the index
 * scan.
 */
export const dueCondition = (now: string, { kind, after }: DueFilter): Condition => {
  const from = after?.at ?? '0';
  return allOf([
    compare('due_at', '>=', from),
    compare('due_at', '<=', now),
    ...(after ? [anyOf([compare('due_at', '>', from), compare('id', '>', after.id)])] : []),
    ...(kind === undefined ? [] : [dueKindCondition(kind)]),
  ]);
};

/** A profile in `processing` is due at most 75 seconds after its last change; clocks may differ by minutes. */
const processingSpanMs = 600_000;

/**
 * The rows of profiles whose checks are under way. Their status alone has no index; the time at which they are due
 * leaves out nearly every other row.
 */
export const processingCondition = (now: string): Condition =>
  dueCondition(new Date(Date.parse(now) + processingSpanMs).toISOString(), { kind: 'drive', after: null });
