import {
  type DueFilter,
  type DueKind,
  decodeCursor,
  dueKinds,
  type ProfileFilter,
  type Tenant,
} from '@portcullis/domain';
import { encodeColumnText } from '../client/columns.ts';
import type { LookUpDigest } from '../encryption/record-encryption.ts';
import { currentKeys, referenceKeys, teamKey } from './profile-row.ts';

type Values = { readonly [name: string]: string };

/** A filter expression and its bound values. */
export type Condition = readonly [expression: string, values: Values];

const textCondition = (
  column: string,
  texts: readonly string[],
  comparison: '=' | '!=',
  operator: '||' | '&&',
): Condition => [
  `(${texts.map((_, n) => `${column} ${comparison} {:${column}${n}}`).join(` ${operator} `)})`,
  Object.fromEntries(texts.map((text, n) => [`${column}${n}`, text])),
];

/** Conditions that a column equals one of several texts, or none of them. */
const oneOfTexts = (column: string, texts: readonly string[]): Condition => textCondition(column, texts, '=', '||');
const noneOfTexts = (column: string, texts: readonly string[]): Condition => textCondition(column, texts, '!=', '&&');

/** The conditions for the rows that the viewer may see and the filter selects. */
export const listConditions = (
  viewer: Tenant,
  filter: ProfileFilter,
  digest: LookUpDigest | null,
): readonly Condition[] => {
  const { partnerId, teamId } = viewer;
  const { status, reference, createdAfter, createdBefore, cursor = '' } = filter;
  const position = decodeCursor(cursor);
  return [
    ['partner_key = {:partner}', { partner: encodeColumnText(partnerId) }],
    ...(teamId === null ? [] : [['team_key = {:team}', { team: teamKey(teamId) }] as const]),
    ...(status === undefined ? [] : [['status = {:status}', { status }] as const]),
    ...(reference === undefined ? [] : [oneOfTexts('reference_key', referenceKeys(viewer, reference, digest))]),
    ...(createdAfter === undefined ? [] : [['created_at >= {:after}', { after: createdAfter }] as const]),
    ...(createdBefore === undefined ? [] : [['created_at < {:before}', { before: createdBefore }] as const]),
    ...(position === null
      ? []
      : [
          [
            '(created_at < {:at} || (created_at = {:at} && id > {:id}))',
            { at: position.createdAt, id: position.id },
          ] as const,
        ]),
  ];
};

/**
 * The key alone would be sufficient, but SQLite uses a partial index for no bound value. The first two conditions find
 * the rows by their index.
 */
export const currentConditions = (
  owner: Tenant,
  reference: string,
  digest: LookUpDigest | null,
): readonly Condition[] => [
  ['partner_key = {:partner}', { partner: encodeColumnText(owner.partnerId) }],
  oneOfTexts('reference_key', referenceKeys(owner, reference, digest)),
  oneOfTexts('current_key', currentKeys(owner, reference, digest)),
];

/**
 * The condition for a kind of due work. The row of a profile with a redaction has no reference, and every other row has
 * one.
 */
const dueKindCondition = (kind: DueKind): Condition => {
  if (kind === 'erasure') return ["reference_key = ''", {}];
  // Retention covers every status that no other kind covers, so that a row with a damaged status also has a kind.
  const isDefaultKind = kind === 'retention';
  const statuses = Object.entries(dueKinds).flatMap(([status, dueKind]) =>
    (dueKind === kind) !== isDefaultKind ? [status] : [],
  );
  const [expression, values] = isDefaultKind ? noneOfTexts('status', statuses) : oneOfTexts('status', statuses);
  return [`reference_key != '' && ${expression}`, values];
};

/**
 * The rows that are due, after a position. The lower bound is '0' and not "not empty", because a bound limits the index
 * scan.
 */
export const dueConditions = (now: string, { kind, after }: DueFilter): readonly Condition[] => [
  ['due_at >= {:from} && due_at <= {:now}', { from: after?.at ?? '0', now }],
  ...(after ? [['(due_at > {:from} || id > {:id})', { id: after.id }] as const] : []),
  ...(kind === undefined ? [] : [dueKindCondition(kind)]),
];

/** Joins conditions into one filter that requires all of them. */
export const joinConditions = (
  conditions: readonly Condition[],
): { readonly expression: string; readonly values: Values } => ({
  expression: conditions.map(([text]) => text).join(' && '),
  values: Object.assign({}, ...conditions.map(([, bound]) => bound)),
});
