import { indexes, type TableName, tableNames, tableOf } from '@portcullis/record-store/driver';

/** The requirements of a field. Numbers are minimum values; a larger one does no harm. */
export type ExpectedField = {
  readonly name: string;
  readonly type: 'text' | 'number' | 'json' | 'file' | 'relation';
  readonly atLeast?: { readonly max?: number; readonly maxSize?: number };
  readonly isProtected?: true;
  readonly relatesTo?: string;
};

export type ExpectedCollection = {
  readonly name: string;
  readonly fields: readonly ExpectedField[];
  readonly indexes: readonly string[];
};

/** The columns that hold a percent-encoded name of a partner, a team or a reference, in every table. */
const encodedNames: ReadonlySet<string> = new Set(['partner_key', 'team_key', 'reference_key', 'current_key']);

/** How many characters a text must be able to have, where that is not PocketBase's own limit. */
const longTexts: { readonly [field: string]: number } = {
  'data_keys.wrapped': 200,
  'service_keys.wrapped': 200,
  'ledger.personal': 7_340_032,
  'ledger.event': 10_000,
  'device_events.event': 80,
  'sighting_keys.key': 200,
  'sighting_lists.list': 200,
  'sighting_lists.note': 30_000,
  'sighting_lists.data': 5000,
  'files.sha256': 200,
  'files.object_key': 200,
  'token_states.digest': 64,
  'webhook_endpoints.data': 50_000,
  'clients.data': 50_000,
  'policy_drafts.data': 500_000,
  'policy_drafts.back_test': 5000,
  'webhook_states.data': 50_000,
  'webhook_tries.lines': 100_000,
  'staff_members.member': 64,
  'staff_members.data': 50_000,
  'staff_sessions.member': 64,
  'staff_sessions.data': 50_000,
  'review_claims.data': 5000,
  'installation.installation': 64,
};

/** How many bytes a document must be able to have; one that is sealed is a third longer. */
const documentSizes: { readonly [field: string]: number } = {
  'profiles.data': 7_340_032,
  'policies.data': 7_340_032,
  'settings.value': 0,
};
const documentSize = 5_242_880;

const fieldOf = (table: TableName, name: string, kind: 'text' | 'number' | 'json'): ExpectedField => {
  const at = `${table}.${name}`;
  const target = tableOf(table).references?.[name];
  if (target !== undefined) return { name, type: 'relation', relatesTo: target };
  if (at === 'files.content') return { name, type: 'file', isProtected: true, atLeast: { maxSize: 52_428_800 } };
  if (kind === 'number') return { name, type: 'number' };
  if (kind === 'json') return { name, type: 'json', atLeast: { maxSize: documentSizes[at] ?? documentSize } };
  return { name, type: 'text', atLeast: { max: longTexts[at] ?? (encodedNames.has(name) ? 10_000 : 0) } };
};

const indexesOf = (table: TableName): readonly string[] => {
  const { unique, uniqueUnlessEmpty: single } = tableOf(table);
  const isNotEmpty = ` WHERE ${single} != ''`;
  return [
    ...(single === undefined ? unique : [...unique, [single]]).map(
      (columns) =>
        `CREATE UNIQUE INDEX idx_${table}_${columns.join('_')} ON ${table} (${columns.join(', ')})` +
        (columns[0] === single ? isNotEmpty : ''),
    ),
    ...Object.entries(indexes[table] ?? {}).map(
      ([name, columns]) => `CREATE INDEX idx_${table}_${name} ON ${table} (${columns})`,
    ),
  ];
};

/** The collections that the migration creates, as far as the stores rely on them. */
export const expectedCollections: readonly ExpectedCollection[] = tableNames.map((name) => ({
  name,
  fields: Object.entries(tableOf(name).columns).map(([column, kind]) => fieldOf(name, column, kind)),
  indexes: indexesOf(name),
}));

/** Minimum values of PocketBase's batch setting. A body size of 0 is PocketBase's default of 128 MiB. */
export const expectedBatch = { maxRequests: 50, maxBodySize: 16_777_216 } as const;
