import { type TableName, tables } from '@portcullis/record-store/driver';
import type { LoggedDatabase } from '../servers/statement-log.ts';

/** The tables that do not grow with the number of profiles. */
const small: readonly TableName[] = [
  'feed_heads',
  'installation',
  'ledger_log',
  'policies',
  'service_keys',
  'settings',
  'sighting_keys',
  'work_leases',
];
/** The tables that do. */
export const growingTables = Object.keys(tables).filter((name) => !small.some((one) => one === name));

/** How many rows each growing table has, so that statistics do not say that reading all of it is nothing. */
const size = 3000;

const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${size})`;
const at = "strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 - n * 60, 'unixepoch')";

/** Values that differ from the default, so that the columns are as selective as in a database that is in use. */
const columns: { readonly [table: string]: { readonly [column: string]: string } } = {
  profiles: {
    partner_key: "'acme'",
    team_key: "iif(n % 2, '=north', '')",
    reference_key: "'customer-' || n",
    current_key: "'acme//customer-' || n",
    status: "iif(n % 10, 'created', 'in_review')",
    created_at: at,
    updated_at: at,
    due_at: at,
    waiting_since: `iif(n % 10, '', ${at})`,
    key: "'k' || n",
    data: "json_object('filler', hex(randomblob(400)))",
  },
  data_keys: { profile: "'p' || n", key_id: "'key-1'", wrapped: "'sealed:' || n" },
  ledger: {
    profile: "'p' || (n / 3)",
    seq: 'n % 3 + 1',
    follows: "'e' || n",
    data: "'{}'",
    place: 'n',
    partner_key: "'acme'",
    event: "'{}'",
    feed_place: 'n',
  },
  ledger_heads: { log: "'log'", size: 'n', hash: "'h'", at },
  liveness_sessions: { session: "'s' || n", profile: "'p' || n" },
  device_events: { event: "'e' || n", profile: "'p' || n" },
  sightings: { partner_key: "'acme'", kind: "'document'", digest: "'d' || n", reference: "'r' || (n / 2)" },
  sighting_times: { partner_key: "'acme'", kind: "'document'", digest: "'d' || n", profile: "'p' || n", at },
  sighting_lists: {
    partner_key: "'p' || (n / 5)",
    kind: "'document'",
    digest: "'d' || n",
    list: "'blocked'",
    added_at: at,
    profile: "'q' || n",
  },
  files: { profile: "'p' || (n / 4)", sha256: "'sealed:' || n" },
  token_states: { kind: "'revoked'", digest: "'d' || n", recorded_at: at, expires_at: at },
  usage_counters: {
    name: "iif(n % 2, 'stored_bytes', 'faces')",
    day: "iif(n % 2, '', '2026-05-01')",
    partner_key: "'p' || n",
    amount: 'n',
  },
  access_log: { partner_key: "'acme'", team_key: "iif(n % 2, '=north', '')", at, lines: "'[]'" },
  webhook_endpoints: { partner_key: "'p' || (n / 5)", status: "iif(n % 9, 'enabled', 'disabled')", created_at: at },
  review_claims: { partner_key: "'acme'", team_key: "iif(n % 2, '=north', '')", held_until: at },
  clients: { partner_key: "'p' || (n / 5)", created_at: at, updated_at: at },
  policy_drafts: { partner_key: "'p' || (n / 5)", status: "'draft'", created_at: at, updated_at: at },
  webhook_states: { endpoint: "'w' || n", data: "'{}'" },
  webhook_deliveries: {
    endpoint: "'w' || (n / 20)",
    place: 'n',
    state: "iif(n % 3, 'waiting', 'dead')",
    due_at: at,
    at,
  },
  staff_members: { member: "'staff-' || n", version: '1' },
  staff_sessions: { member: "'staff-' || (n / 5)", used_at: at, ends_at: at },
  webhook_tries: { endpoint: "'w' || (n / 20)", at, lines: "'[]'" },
  idempotency_keys: { key: "'i' || n", held_until: at, kept_until: at, profile: "'p' || n" },
};

/** Fills every table that grows. */
export const fillTables = async ({ admin }: LoggedDatabase): Promise<void> => {
  for (const table of growingTables) {
    const values = columns[table] ?? {};
    const names = Object.keys(values).map((name) => `"${name}"`);
    await admin.sql.run(
      `${numbers} INSERT INTO ${table} (id, ${names.join()})
       SELECT printf('f%014d', n), ${Object.values(values).join()} FROM numbers`,
    );
  }
};
