import type { Unavailable } from '@portcullis/domain';
import type { OutageCause } from '@portcullis/domain/kernel';

/** What the adapter needs to know of an error of `pg`. The message may quote values, and is left behind. */
export type SqlFailure = {
  /** The SQLSTATE, or the code that Node gave to the error of a connection; empty where there is neither. */
  readonly code: string;
  /** The index whose values were taken. */
  readonly constraint: string | null;
  /** Whether the server itself answered. */
  readonly isAnswer: boolean;
};

const textIn = (cause: object, key: string): string | null => {
  const value: unknown = Reflect.get(cause, key);
  return typeof value === 'string' ? value : null;
};

export const sqlFailureOf = (cause: unknown): SqlFailure => {
  if (typeof cause !== 'object' || cause === null) return { code: '', constraint: null, isAnswer: false };
  const isAnswer = textIn(cause, 'severity') !== null;
  return { code: textIn(cause, 'code') ?? '', constraint: textIn(cause, 'constraint'), isAnswer };
};

/**
 * What has become of a statement: it lost against others and was undone (`retry`), was not executed because of what the
 * connection leads to (`elsewhere`), may have been executed (`unknown`), found other rows than it relies on
 * (`rejected`), or was refused for another reason.
 */
export type SqlOutcome = 'retry' | 'elsewhere' | 'unknown' | 'rejected' | 'refused';

/**
 * Serialization failure, deadlock, and the codes of Aurora DSQL for the first of them.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const lost = new Set(['40001', '40P01', 'OC000', 'OC001']);
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

export const sqlOutcomeOf = ({ code, isAnswer }: SqlFailure): SqlOutcome => {
  if (lost.has(code)) return 'retry';
  if (otherServer.has(code)) return 'elsewhere';
  if (rejections.has(code)) return 'rejected';
  return !isAnswer || isUnknown(code) ? 'unknown' : 'refused';
};

type Meaning = { readonly kind: Unavailable['kind']; readonly cause: OutageCause };

const meanings: readonly (readonly [RegExp, Meaning])[] = [
  [/^28|^3D000$|^42501$/, { kind: 'rejected', cause: 'login_refused' }],
  [/^42P01$|^3F000$/, { kind: 'rejected', cause: 'missing_collection' }],
  [/^42703$/, { kind: 'rejected', cause: 'schema_differs' }],
  [/^25006$/, { kind: 'unavailable', cause: 'read_only' }],
  [/^53100$/, { kind: 'unavailable', cause: 'disk_full' }],
  [endedSession, { kind: 'unavailable', cause: 'connection_reset' }],
  [/^53/, { kind: 'quota', cause: 'rate_limited' }],
  [/^57014$|^55P03$|^ETIMEDOUT$/, { kind: 'timeout', cause: 'timeout' }],
  [
    /^57P03$|^ECONNREFUSED$|^ENOTFOUND$|^EAI_AGAIN$|^E(HOST|NET)UNREACH$/,
    {
      kind: 'unavailable',
      cause: 'connection_refused',
    },
  ],
  [/^E[MN]FILE$/, { kind: 'unavailable', cause: 'no_descriptors' }],
  [/CERT|SELF_SIGNED|UNABLE_TO_|^ERR_(SSL|TLS)_|^EPROTO$/, { kind: 'unavailable', cause: 'tls_failed' }],
  [/^40|^OC/, { kind: 'unavailable', cause: 'unexpected' }],
  [/^[0-9A-Z]{5}$/, { kind: 'rejected', cause: 'write_refused' }],
];

/** What an operator is told of a code. */
export const meaningOf = ({ code, isAnswer }: SqlFailure): Meaning => {
  const known = meanings.find(([form]) => form.test(code))?.[1];
  if (known !== undefined && (isAnswer || known.cause !== 'write_refused')) return known;
  return { kind: 'unavailable', cause: 'connection_reset' };
};
