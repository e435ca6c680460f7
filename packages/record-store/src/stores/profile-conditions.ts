import type { Tenant } from '@portcullis/domain';
import { type DueFilter, type DueKind, dueKinds, type ProfileFilter } from '@portcullis/domain/ports';
import { decodeCursor } from '@portcullis/domain/serialization';
import { allOf, anyOf, type Condition, compare, noneOfTexts, oneOfTexts } from '../driver/condition.ts';
import type { LookUpDigest } from '../keys/record-encryption.ts';
import { encodeColumnText } from '../rows/column-text.ts';
import { currentKeys, referenceKeys, teamKey } from '../rows/profile-row.ts';

/** The rows after the last one of a page, newest first and then by id. */
const follows = ({ createdAt, id }: { readonly createdAt: string; readonly id: string }): Condition =>
  anyOf([
    compare('created_at', '<', createdAt),
    allOf([compare('created_at', '=', createdAt), compare('id', '>', id)]),
  ]);

/** The condition for the rows that the viewer may see and the filter selects. */
export const listCondition = (viewer: Tenant, filter: ProfileFilter, digest: LookUpDigest | null): Condition => {
  const { partnerId, teamId } = viewer;
  const { status, reference, createdAfter, createdBefore, cursor = '' } = filter;
  const position = decodeCursor(cursor);
  return allOf([
    compare('partner_key', '=', encodeColumnText(partnerId)),
    ...(teamId === null ? [] : [compare('team_key', '=', teamKey(teamId))]),
    ...(status === undefined ? [] : [compare('status', '=', status)]),
    ...(reference === undefined ? [] : [oneOfTexts('reference_key', referenceKeys(viewer, reference, digest))]),
    ...(createdAfter === undefined ? [] : [compare('created_at', '>=', createdAfter)]),
    ...(createdBefore === undefined ? [] : [compare('created_at', '<', createdBefore)]),
    ...(position === null ? [] : [follows(position)]),
  ]);
};

/**
 * The key alone would be sufficient, but an engine may use a partial index for no bound value (SQLite does not). The
 * first two conditions find the rows by their index.
 */
export const currentCondition = (owner: Tenant, reference: string, digest: LookUpDigest | null): Condition =>
  allOf([
    compare('partner_key', '=', encodeColumnText(owner.partnerId)),
    oneOfTexts('reference_key', referenceKeys(owner, reference, digest)),
    oneOfTexts('current_key', currentKeys(owner, reference, digest)),
  ]);

/**
 * The condition for a kind of due work. The row of a profile with a redaction has no reference, and every other row has
 * one.
 */
const dueKindCondition = (kind: DueKind): Condition => {
  if (kind === 'erasure') return compare('reference_key', '=', '');
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
