import type { Unavailable } from '@portcullis/domain';
import type { OutageCause } from '@portcullis/domain/kernel';

/** The facts of an error of `pg` that the adapter needs. The message may quote values, and is left behind. */
export type SqlFailure = {
  /** The SQLSTATE, or the code that Node gave to the error of a connection; empty where there is neither. */
  readonly code: string;
  /** The index whose values were taken. */
  readonly constraint: string | null;
  /** What the account has no right to, such as `table profiles`, where the server names it. */
  readonly forbidden: string | null;
  /** Whether the server itself answered. */
  readonly isAnswer: boolean;
};

const textIn = (cause: object, key: string): string | null => {
  const value: unknown = Reflect.get(cause, key);
  return typeof value === 'string' ? value : null;
};

/**
 * Errors in words alone, or under a code that says something else: by `pg`, which has waited for a connection in vain,
 * has met a server without encryption, or cannot log in; and by PgBouncer, most of whose sentences have 08P01.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html has the codes.
 */
const inWords: readonly (readonly [RegExp, Pick<SqlFailure, 'code' | 'isAnswer'>])[] = [
  [/^timeout exceeded when trying to connect|due to connection timeout/, { code: 'ETIMEDOUT', isAnswer: false }],
  [/^The server does not support SSL connections/, { code: 'ERR_TLS_NONE', isAnswer: false }],
  [/^SASL|^password authentication failed|^no such user/i, { code: '28P01', isAnswer: true }],
  [/^no such database|^database ".*" does not exist$/, { code: '3D000', isAnswer: true }],
  [/^no more connections allowed|^query_wait_timeout/, { code: '53300', isAnswer: true }],
  [
    /^pgbouncer cannot connect to server|^server login has been failing|^connect failed/,
    { code: '08001', isAnswer: true },
  ],
  [/not allowed in statement pooling mode/, { code: '25P01', isAnswer: true }],
];

export const sqlFailureOf = (cause: unknown): SqlFailure => {
  if (typeof cause !== 'object' || cause === null)
    return { code: '', constraint: null, forbidden: null, isAnswer: false };
  const isAnswer = textIn(cause, 'severity') !== null;
  const code = textIn(cause, 'code') ?? '';
  const said = textIn(cause, 'message') ?? '';
  const words = code === '' || code.startsWith('08') ? inWords.find(([form]) => form.test(said))?.[1] : undefined;
  const [, forbidden = null] = /^(?:permission denied for|must be owner of) (\w+ \w+)$/.exec(said) ?? [];
  return { code, constraint: textIn(cause, 'constraint'), forbidden, isAnswer, ...words };
};

/**
 * The outcome of a statement: it lost against others and was undone (`retry`), was not executed because of what the
 * connection leads to (`elsewhere`), may have been executed (`unknown`), found other rows than it relies on
 * (`rejected`), or was refused for another reason.
 */
export type SqlOutcome = 'retry' | 'elsewhere' | 'unknown' | 'rejected' | 'refused';

/**
 * Serialization failure, deadlock, and the codes of Aurora DSQL for the first of them.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const lost = new Set(['40001', '40P01', 'OC000', 'OC001']);
/** A prepared statement that is missing, or there twice: a pooler has given the session to another server. */
const unprepared = new Set(['26000', '42P05']);
/** The server is read-only since a failover, or does not take connections yet. */
const otherServer = new Set(['25006', '57P03']);
/** Taken values, a row that a statement relied on, and a row that one statement would change twice. */
const rejections = new Set(['23505', '22012', '21000']);

/**
 * The session is over: the server shuts down or has crashed, the database was dropped, the session was idle for too
 * long, and everything about a connection.
 */
const endedSession = /^(25P0[34]|57P0[1245]|08...)$/;

/** Beside those the completion of a statement is unknown where the server says so. */
const isUnknown = (code: string): boolean => code === '40003' || endedSession.test(code);

/** Whether a pooler does not keep what a session has prepared. The statement was not executed. */
export const isUnprepared = ({ code }: SqlFailure): boolean => unprepared.has(code);

export const sqlOutcomeOf = (failure: SqlFailure): SqlOutcome => {
  const { code, isAnswer } = failure;
  if (lost.has(code)) return 'retry';
  if (otherServer.has(code)) return 'elsewhere';
  if (rejections.has(code)) return 'rejected';
  return !isAnswer || isUnknown(code) ? 'unknown' : 'refused';
};

type Meaning = { readonly kind: Unavailable['kind']; readonly cause: OutageCause };

const refusedAs = (cause: OutageCause): Meaning => ({ kind: 'rejected', cause });
const awayAs = (cause: OutageCause): Meaning => ({ kind: 'unavailable', cause });

/**
 * The known codes, by the classes of the table of PostgreSQL. Any other code is `unexpected`: an unknown refusal is
 * told with its code, and never as one of these.
 */
const meanings: readonly (readonly [RegExp, Meaning])[] = [
  [/^53300$/, { kind: 'quota', cause: 'connections_exhausted' }],
  [/^28...$|^3D000$/, refusedAs('login_refused')],
  [/^42501$/, refusedAs('permission_denied')],
  [/^42P01$|^3F000$/, refusedAs('missing_collection')],
  // Columns, types, functions and unique sets that statements rely on.
  [/^427(03|04)$|^42(883|804|809|846|P10)$/, refusedAs('schema_differs')],
  [/^25006$/, awayAs('read_only')],
  [/^53100$/, awayAs('disk_full')],
  [/^57P03$|^08001$/, awayAs('connection_refused')],
  [endedSession, awayAs('connection_reset')],
  // Its memory and its limits; its files and its configuration; what it calls damaged, or a fault of its own.
  [/^53...$|^58...$|^F0...$|^XX...$/, awayAs('server_error')],
  [/^57014$|^55P03$/, { kind: 'timeout', cause: 'timeout' }],
  [/^40...$|^OC...$/, awayAs('unexpected')],
];

/** The codes that Node and OpenSSL give to the error of a connection. */
const connectionMeanings: readonly (readonly [RegExp, Meaning])[] = [
  [/^ETIMEDOUT$/, { kind: 'timeout', cause: 'timeout' }],
  [/^ENOTFOUND$|^EAI_/, awayAs('dns_failed')],
  [/^ECONNREFUSED$|^ENOENT$|^E(HOST|NET)(UNREACH|DOWN)$|^EADDRNOTAVAIL$/, awayAs('connection_refused')],
  [/^E[MN]FILE$/, awayAs('no_descriptors')],
  [/CERT|SELF_SIGNED|UNABLE_TO_|^ERR_(SSL|TLS|OSSL)_|^EPROTO$/, awayAs('tls_failed')],
];

const found = (table: typeof meanings, code: string): Meaning | undefined =>
  table.find(([form]) => form.test(code))?.[1];

/** The meaning of a code for an operator. */
export const meaningOf = ({ code, isAnswer }: SqlFailure): Meaning =>
  found(connectionMeanings, code) ??
  found(meanings, code) ??
  (isAnswer ? refusedAs('unexpected') : awayAs('connection_reset'));
