import { E, type Unavailable, unavailable } from '@portcullis/domain';
import {
  decode,
  type ExternalService,
  isCertificateCode,
  type OutageCause,
  t,
  withOutageCause,
} from '@portcullis/domain/kernel';
import { ClientResponseError } from 'pocketbase';

/**
 * PocketBase rejected a request for a reason that a store may handle: 404, or 400 with a code for each column.
 * `batchIndex` is the position of the rejected write in a batch. The type is used in this package only.
 */
export type PocketbaseRejection = {
  readonly _tag: 'Rejected';
  readonly status: number;
  readonly codes: { readonly [column: string]: string };
  readonly batchIndex: number | null;
  /** The cause by PocketBase's sentence, where it is a state of the whole database. */
  readonly found: OutageCause | null;
  /** The result code of SQLite, where the sentence is one of its own (https://www.sqlite.org/rescode.html). */
  readonly sqlite: number | null;
};

/** The error code of an answer that leads elsewhere, which PocketBase never gives. */
export const redirected = 'REDIRECTED';

/** The form of PocketBase's own errors. A 404 of a proxy or a wrong address has another form. */
const ErrorBody = t.type({ status: t.number, message: t.string, data: t.UnknownRecord });
const Sentence = t.type({ message: t.string });
const Codes = t.record(t.string, t.type({ code: t.string }));
const RowErrorBody = t.type({ data: Codes });
const BatchErrorBody = t.type({
  data: t.type({
    requests: t.record(t.string, t.type({ response: t.type({ status: t.number, message: t.string, data: Codes }) })),
  }),
});

const codesOf = (data: t.TypeOf<typeof Codes>): PocketbaseRejection['codes'] =>
  Object.fromEntries(Object.entries(data).map(([column, { code }]) => [column, code]));

/**
 * The causes for the sentences of PocketBase and SQLite about the whole database. PocketBase passes those of SQLite on
 * for statements alone, and the sentence itself may quote values, so only the word is kept.
 */
const sentences: readonly (readonly [RegExp, OutageCause])[] = [
  [/^Missing collection context|no such table/, 'missing_collection'],
  [/no such column/, 'schema_differs'],
  [/readonly database|READONLY/, 'read_only'],
  // SQLITE_IOERR_WRITE, _FSYNC, _DIR_FSYNC and _TRUNCATE: the files were opened for writing, and take nothing any more.
  // The system makes a disk read-only so after a fault. A full one is SQLITE_FULL.
  [/disk I\/O error \((778|1034|1290|1546)\)/, 'read_only'],
  [/database or disk is full|SQLITE_FULL/, 'disk_full'],
  [/database (table )?is locked/, 'timeout'],
  // Files that cannot be read or opened, that are damaged, or for which there is no memory.
  [/disk I\/O error|unable to open database file|malformed|is not a database|out of memory/, 'server_error'],
  // SQLite has said why, and it is none of these.
  [/Raw error/, 'unexpected'],
];

/** The code of SQLite stands behind its sentence. The sentence itself may quote values. */
const sqliteCodeIn = (message: string): number | null => {
  const [, code] = / \((\d{1,5})\)\.?$/.exec(message) ?? [];
  return code === undefined ? null : Number(code);
};

const foundIn = (message: string): OutageCause | null => sentences.find(([form]) => form.test(message))?.[1] ?? null;

const messageIn = (body: unknown): string => {
  const said = decode(Sentence, body);
  return E.isRight(said) ? said.right.message : '';
};

const rejectionIn = (status: number, body: unknown): PocketbaseRejection => {
  const batch = decode(BatchErrorBody, body);
  const [first] = E.isRight(batch) ? Object.entries(batch.right.data.requests) : [];
  const row = decode(RowErrorBody, body);
  const [at, response] =
    first === undefined
      ? [null, { status, data: E.isRight(row) ? row.right.data : {}, message: messageIn(body) }]
      : [Number(first[0]), first[1].response];
  return {
    _tag: 'Rejected',
    status: response.status,
    codes: codesOf(response.data),
    batchIndex: at,
    found: foundIn(response.message),
    sqlite: sqliteCodeIn(response.message),
  };
};

const answers = new WeakMap<object, Unavailable>();

/** The error to throw to end a call with this outage. */
export const endingWith = (outage: Unavailable): Error => {
  const error = new Error('nothing was sent');
  answers.set(error, outage);
  return error;
};

/** The outage that a cause was thrown to end a call with. */
const answerIn = (cause: unknown): Unavailable | undefined =>
  typeof cause === 'object' && cause !== null ? answers.get(cause) : undefined;

const systemCode = (cause: unknown): string => {
  if (typeof cause !== 'object' || cause === null) return 'no connection';
  if ('code' in cause && typeof cause.code === 'string') return cause.code;
  return 'cause' in cause ? systemCode(cause.cause) : 'no connection';
};

/** The causes for Node's codes of a connection that failed. */
const connectionCauses: { readonly [code: string]: OutageCause } = {
  ECONNREFUSED: 'connection_refused',
  ENOTFOUND: 'dns_failed',
  EAI_AGAIN: 'dns_failed',
  EHOSTUNREACH: 'connection_refused',
  ENETUNREACH: 'connection_refused',
  ETIMEDOUT: 'timeout',
  EMFILE: 'no_descriptors',
  ENFILE: 'no_descriptors',
  EPROTO: 'tls_failed',
  [redirected]: 'bad_answer',
};

/** The cause of a connection without an answer. Node's codes of an answer that is no HTTP begin with HPE. */
const connectionCause = (code: string): OutageCause => {
  if (code.startsWith('HPE_')) return 'bad_answer';
  const isTls = isCertificateCode(code) || /^ERR_(SSL|TLS)_/.test(code);
  return connectionCauses[code] ?? (isTls ? 'tls_failed' : 'connection_reset');
};

const isForbidden = (status: number): boolean => status === 401 || status === 403;

/**
 * Whether PocketBase rejected the token. It reports an expired or revoked token as forbidden on rows and as
 * unauthorized elsewhere, and hides both in the 400 of a batch. When batches are disabled the response is forbidden
 * too, and a new token would not help.
 */
export const isTokenRejected = (cause: unknown): boolean => {
  if (!(cause instanceof ClientResponseError)) return false;
  if (cause.status === 400) return isForbidden(rejectionIn(400, cause.response).status);
  return isForbidden(cause.status) && cause.response['message'] !== 'Batch requests are not allowed.';
};

/** The outage for an error that is not from PocketBase's rows: no answer, or one that says nothing about a row. */
const outageOf = (service: ExternalService, { status, originalError, response }: ClientResponseError): Unavailable => {
  if (status === 0) {
    const answer = answerIn(originalError);
    if (answer !== undefined) return { ...answer, service };
    const code = systemCode(originalError);
    return withOutageCause(unavailable(service, `PocketBase: ${code}`), connectionCause(code));
  }
  const said = `PocketBase answered ${status}`;
  if (isForbidden(status)) return withOutageCause(unavailable(service, said, 'rejected'), 'login_refused');
  if (status === 429) return withOutageCause(unavailable(service, said), 'rate_limited');
  const isOwn = status >= 500 && E.isRight(decode(ErrorBody, response));
  return withOutageCause(unavailable(service, said), isOwn ? 'server_error' : 'bad_answer');
};

/**
 * Converts a rejection that the caller does not expect into an outage, with the columns and the code that it names.
 * `otherwise` says what PocketBase does not.
 */
export const unexpectedRejection = (
  service: ExternalService,
  { status, codes, batchIndex: at, found, sqlite }: PocketbaseRejection,
  otherwise: OutageCause = 'unexpected',
): Unavailable => {
  const said = JSON.stringify({ codes, at, ...(sqlite !== null && { sqlite }) });
  const isSilent = Object.keys(codes).length === 0;
  return withOutageCause(
    unavailable(service, `PocketBase refused with ${status}: ${said}`, 'rejected'),
    found ?? (isSilent ? otherwise : 'unexpected'),
  );
};

/**
 * Converts what the SDK throws into data. The SDK's error contains the address with the values of filters and file
 * tokens, so only the status and the names of columns are passed on. A collection that is missing is an outage, and
 * never a row that is missing.
 */
export const failureOf = (service: ExternalService, cause: unknown): PocketbaseRejection | Unavailable => {
  if (!(cause instanceof ClientResponseError))
    return withOutageCause(unavailable(service, 'the call could not be made', 'rejected'), 'unexpected');
  const { status, response } = cause;
  const isRefusal = status === 400 || status === 404;
  // Only PocketBase itself can say anything of an account or a row.
  if ((isRefusal || isForbidden(status)) && E.isLeft(decode(ErrorBody, response))) {
    const foreign = unavailable(service, `a ${status} that is not PocketBase's`, 'invalid_response');
    return withOutageCause(foreign, 'bad_answer');
  }
  if (!isRefusal) return outageOf(service, cause);
  const rejection = rejectionIn(status, response);
  return rejection.found === 'missing_collection' ? unexpectedRejection(service, rejection) : rejection;
};

/** Converts an unexpected rejection into an outage. */
export const outageOfRejection =
  (service: ExternalService = 'database') =>
  (failure: PocketbaseRejection | Unavailable): Unavailable =>
    failure._tag === 'Rejected' ? unexpectedRejection(service, failure) : failure;
