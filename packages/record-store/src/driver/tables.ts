import { administrationTables } from './administration-tables.ts';
import type { Table } from './table.ts';

const text = 'text';
const number = 'number';
const json = 'json';

/** The tables of the record store, as every driver provides them. The names are those that rest in data folders. */
export const tables = {
  profiles: {
    columns: {
      partner_key: text,
      team_key: text,
      reference_key: text,
      current_key: text,
      status: text,
      version: number,
      created_at: text,
      updated_at: text,
      due_at: text,
      key: text,
      data: json,
      /** Since when it is in review; empty in every other status. */
      waiting_since: text,
    },
    unique: [],
    uniqueUnlessEmpty: 'current_key',
    references: { key: 'data_keys' },
    erasedBy: 'profile change',
  },
  data_keys: {
    columns: { profile: text, key_id: text, wrapped: text },
    unique: [['profile']],
    erasedBy: 'own step',
  },
  service_keys: {
    columns: { name: text, key_id: text, wrapped: text },
    unique: [['name']],
    erasedBy: null,
  },
  ledger: {
    columns: {
      profile: text,
      seq: number,
      kind: text,
      follows: text,
      data: json,
      personal: text,
      place: number,
      partner_key: text,
      event: text,
      feed_place: number,
    },
    unique: [['profile', 'seq']],
    references: { follows: 'ledger' },
    erasedBy: 'own step',
  },
  /** The one row says how far the log of all entries has come, and who holds the lease on placing entries. */
  ledger_log: {
    columns: {
      log: text,
      generation: number,
      holder: text,
      held_until: text,
      size: number,
      hash: text,
    },
    unique: [],
    erasedBy: null,
  },
  ledger_heads: {
    columns: {
      log: text,
      size: number,
      hash: text,
      at: text,
      public_key: text,
      signature: text,
    },
    unique: [['size']],
    erasedBy: null,
  },
  /** How far the feed of each partner has come, and where it begins. */
  feed_heads: {
    columns: { partner_key: text, place: number, first: number },
    unique: [['partner_key']],
    erasedBy: null,
  },
  liveness_sessions: {
    columns: { session: text, profile: text },
    unique: [['session']],
    references: { profile: 'profiles' },
    erasedBy: 'own step',
  },
  /** A used event stays used after an erasure; it no longer says by whom. */
  device_events: {
    columns: { event: text, profile: text, attempt: number },
    unique: [['event']],
    erasedBy: 'own step',
  },
  policies: {
    columns: {
      policy_id: text,
      version: text,
      partner_key: text,
      position: number,
      digest: text,
      data: json,
    },
    unique: [['policy_id', 'version'], ['position']],
    erasedBy: null,
  },
  sighting_keys: {
    columns: { partner_key: text, key: text },
    unique: [['partner_key']],
    erasedBy: null,
  },
  sightings: {
    columns: { partner_key: text, kind: text, digest: text, reference: text },
    unique: [['digest', 'kind', 'partner_key', 'reference']],
    erasedBy: 'own step',
  },
  sighting_times: {
    columns: {
      partner_key: text,
      kind: text,
      digest: text,
      profile: text,
      attempt: number,
      at: text,
    },
    unique: [],
    erasedBy: 'step of sightings',
  },
  /**
   * A partner's list entry stays there until the partner takes it off. By which profile, and why, is erased with that
   * profile.
   */
  sighting_lists: {
    columns: {
      partner_key: text,
      kind: text,
      digest: text,
      list: text,
      added_at: text,
      profile: text,
      note: text,
      data: text,
    },
    unique: [['digest', 'kind', 'partner_key']],
    erasedBy: 'own step',
  },
  files: {
    columns: {
      profile: text,
      kind: text,
      content_type: text,
      size: number,
      sha256: text,
      content: text,
      /** The key of the object that has the bytes; empty where the database has them itself. */
      object_key: text,
    },
    unique: [],
    erasedBy: 'own step',
  },
  idempotency_keys: {
    columns: {
      key: text,
      request: text,
      operation: text,
      held_until: text,
      kept_until: text,
      profile: text,
      answer: json,
    },
    unique: [['key']],
    erasedBy: 'own step',
  },
  /** Digests of tokens that were revoked, and of assertions that were used, until they would have expired. */
  token_states: {
    columns: { kind: text, digest: text, recorded_at: text, expires_at: text },
    unique: [['digest', 'kind']],
    erasedBy: null,
  },
  /**
   * The usage of each tenant, which says nothing about a person. The rows are changed by additions alone, which the
   * database makes, so that they cannot be sealed; `day` is empty for what is not counted by days.
   */
  usage_counters: {
    columns: { name: text, day: text, partner_key: text, amount: number },
    unique: [['name', 'partner_key', 'day']],
    erasedBy: null,
  },
  /** The readers and what they read: ids and times, and none says who a person is. They are sealed against changes. */
  access_log: {
    columns: { partner_key: text, team_key: text, at: text, lines: json },
    unique: [],
    erasedBy: null,
  },
  /** The endpoints of partners. Their content is sealed together with their owner. */
  webhook_endpoints: {
    columns: {
      partner_key: text,
      team_key: text,
      status: text,
      version: number,
      created_at: text,
      data: text,
    },
    unique: [],
    erasedBy: null,
  },
  ...administrationTables,
  /** How far the deliveries to each endpoint have come. A row is never changed: another one takes its place. */
  webhook_states: {
    columns: { endpoint: text, generation: number, place: number, data: text },
    unique: [['endpoint']],
    erasedBy: null,
  },
  /** Deliveries that failed, by the place of their event in the feed: they hold nothing of the event itself. */
  webhook_deliveries: {
    columns: {
      endpoint: text,
      place: number,
      event: text,
      state: text,
      attempts: number,
      due_at: text,
      at: text,
    },
    unique: [['endpoint', 'place']],
    erasedBy: null,
  },
  /** Tries of deliveries, those that were written together in one row. */
  webhook_tries: {
    columns: { endpoint: text, at: text, lines: text },
    unique: [],
    erasedBy: null,
  },
  /** The leases on works that one instance at a time does: the sweep, and the delivery of webhooks. */
  work_leases: {
    columns: { work: text, generation: number, holder: text, held_until: text },
    unique: [['work']],
    erasedBy: null,
  },
  /** The accounts of staff, by a digest of their names. Their content is sealed with their owner. */
  staff_members: {
    columns: { member: text, version: number, data: text },
    unique: [],
    erasedBy: null,
  },
  /** The sessions of staff, until they have ended. */
  staff_sessions: {
    columns: { member: text, used_at: text, ends_at: text, data: text },
    unique: [],
    erasedBy: null,
  },
  /** The reviewers of profiles, one row each, which has the id of the profile. The holder is sealed. */
  review_claims: {
    columns: { partner_key: text, team_key: text, generation: number, held_until: text, data: text },
    unique: [],
    erasedBy: 'own step',
  },
  /**
   * The one row says which installation of the service the database belongs to, how often it was written to in order to
   * see whether it can be, and which format its records have.
   */
  installation: {
    columns: { installation: text, writes: number, format: number },
    unique: [],
    erasedBy: null,
  },
  settings: {
    columns: { name: text, value: json },
    unique: [['name']],
    erasedBy: null,
  },
} as const satisfies { readonly [name: string]: Table };

export type TableName = keyof typeof tables;

const isTableName = (name: string): name is TableName => Object.hasOwn(tables, name);

export const tableNames: readonly TableName[] = Object.keys(tables).filter(isTableName);

/** The tables for which the eraser has a step. */
export type TableWithErasure = {
  [Name in TableName]: (typeof tables)[Name]['erasedBy'] extends 'own step' ? Name : never;
}[TableName];

/** The definition of a table, in the same form for every table. */
export const tableOf = (
  name: TableName,
): Omit<Table, 'references'> & { readonly references?: { readonly [column: string]: TableName } } => tables[name];
