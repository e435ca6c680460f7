/** A text is empty and a number 0 where nothing was written; a JSON value is `null`. */
type ColumnKind = 'text' | 'number' | 'json';

type Table = {
  readonly columns: { readonly [column: string]: ColumnKind };
  /** Sets of columns whose values occur once. Every table has a unique `id` as well. */
  readonly unique: readonly (readonly string[])[];
  /** A set of one column of which only values that are not empty occur once. */
  readonly uniqueUnlessEmpty?: string;
  /** Columns that hold the id of a row of another table, which must exist, or nothing. */
  readonly references?: { readonly [column: string]: string };
};

const text = 'text';
const number = 'number';
const json = 'json';

/** The tables of the record store, as every driver provides them. The names are those that rest in data folders. */
export const tables = {
  profiles: {
    columns: {
      ...{ partner_key: text, team_key: text, reference_key: text, current_key: text, status: text },
      ...{ version: number, created_at: text, due_at: text, key: text, data: json },
    },
    unique: [],
    uniqueUnlessEmpty: 'current_key',
    references: { key: 'data_keys' },
  },
  data_keys: { columns: { profile: text, key_id: text, wrapped: text }, unique: [['profile']] },
  service_keys: { columns: { name: text, key_id: text, wrapped: text }, unique: [['name']] },
  ledger: {
    columns: { profile: text, seq: number, kind: text, follows: text, data: json, personal: text },
    unique: [['profile', 'seq']],
    references: { follows: 'ledger' },
  },
  liveness_sessions: {
    columns: { session: text, profile: text },
    unique: [['session']],
    references: { profile: 'profiles' },
  },
  device_events: { columns: { event: text, profile: text, attempt: number }, unique: [['event']] },
  policies: {
    columns: { policy_id: text, version: text, partner_key: text, position: number, digest: text, data: json },
    unique: [['policy_id', 'version'], ['position']],
  },
  sighting_keys: { columns: { partner_key: text, key: text }, unique: [['partner_key']] },
  sightings: {
    columns: { partner_key: text, kind: text, digest: text, reference: text },
    unique: [['digest', 'kind', 'partner_key', 'reference']],
  },
  sighting_times: {
    columns: { partner_key: text, kind: text, digest: text, profile: text, attempt: number, at: text },
    unique: [],
  },
  sighting_lists: {
    columns: { partner_key: text, kind: text, digest: text, list: text },
    unique: [['digest', 'kind', 'partner_key']],
  },
  files: {
    columns: { profile: text, kind: text, content_type: text, size: number, sha256: text, content: text },
    unique: [],
  },
  idempotency_keys: {
    columns: {
      ...{ key: text, request: text, operation: text, held_until: text, kept_until: text },
      ...{ profile: text, answer: json },
    },
    unique: [['key']],
  },
  settings: { columns: { name: text, value: json }, unique: [['name']] },
} as const satisfies { readonly [name: string]: Table };

export type TableName = keyof typeof tables;

/** The definition of a table, in the same form for every table. */
export const tableOf = (
  name: TableName,
): Omit<Table, 'references'> & { readonly references?: { readonly [column: string]: TableName } } => tables[name];
