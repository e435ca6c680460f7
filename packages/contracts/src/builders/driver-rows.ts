import type { Blob, RecordDriver, Row, TableName, Write } from '@portcullis/record-store/driver';

type Insert = Extract<Write, { readonly kind: 'insert' }>;

/** The id of the row with a number. */
export const idOf = (n: number): string => `row${String(n).padStart(12, '0')}`;

/** The number in an id of `idOf`. */
export const numberIn = (id: unknown): number => Number(String(id).slice(3));

/** The id of the profile with a number. */
export const profileOf = (n: number): string => `profile${String(n).padStart(8, '0')}`;

export const anInsert = (table: TableName, row: Row): Insert => ({ kind: 'insert', table, row });

export const anUpdate = (table: TableName, n: number, columns: Row): Write => ({
  kind: 'update',
  table,
  id: idOf(n),
  columns,
});

export const aDeletion = (table: TableName, n: number): Write => ({ kind: 'delete', table, id: idOf(n) });

/** Inserts an entry that follows the one before it. */
export const ledgerInsert = (seq: number, columns: Row = {}): Insert =>
  anInsert('ledger', {
    id: idOf(seq),
    profile: profileOf(1),
    seq,
    kind: 'event',
    follows: seq === 1 ? '' : idOf(seq - 1),
    data: { seq },
    ...columns,
  });

export const profileInsert = (n: number, columns: Row = {}): Insert =>
  anInsert('profiles', {
    id: idOf(n),
    partner_key: 'acme',
    reference_key: `r-${n}`,
    current_key: `c-${n}`,
    status: 'created',
    version: 1,
    created_at: '2026-05',
    data: { n },
    ...columns,
  });

export const keyInsert = (n: number, columns: Row = {}): Insert =>
  anInsert('data_keys', { id: idOf(n), profile: profileOf(n), key_id: 'a', wrapped: 'sealed:1', ...columns });

export const sightingInsert = (n: number, columns: Row = {}): Insert =>
  anInsert('sightings', {
    id: idOf(n),
    partner_key: 'acme',
    kind: 'document',
    digest: `d${n}`,
    reference: 'r',
    ...columns,
  });

export const settingInsert = (n: number, value: unknown): Insert =>
  anInsert('settings', { id: idOf(n), name: `n${n}`, value });

export const sessionInsert = (n: number, columns: Row = {}): Insert =>
  anInsert('liveness_sessions', { id: idOf(n), session: `s${n}`, profile: idOf(1), ...columns });

export const fileRow = (n: number, profile = profileOf(1)): Row => ({
  id: idOf(n),
  profile,
  kind: 'document_front',
  content_type: 'image/jpeg',
  size: 5,
  sha256: 'sealed:1',
});

export const aBlob = (bytes: Uint8Array | string): Blob => ({
  bytes: Buffer.from(bytes),
  contentType: 'image/jpeg',
  name: 'document_front',
});

/** A row of a file that was read, as far as its bytes are found by it. */
export const blobOf = (row: Row): Parameters<RecordDriver['getBlob']>[0] => ({
  id: String(row['id']),
  content: String(row['content']),
  object_key: String(row['object_key'] ?? ''),
});
