import { E, type Unavailable, unavailable } from '@portcullis/domain';
import { decode, type ExternalService, t } from '@portcullis/domain/kernel';
import { ClientResponseError } from 'pocketbase';
import { writesInFlight } from './database-gate.ts';

/**
 * PocketBase rejected a request for a reason that a store may handle: 404, or 400 with a code for each column.
 * `batchIndex` is the position of the rejected write in a batch. The type is used in this package only.
 */
export type PocketbaseRejection = {
  readonly _tag: 'Rejected';
  readonly status: number;
  readonly codes: { readonly [column: string]: string };
  readonly batchIndex: number | null;
};

/** The form of PocketBase's own errors. A 404 of a proxy or a wrong address has another form. */
const ErrorBody = t.type({ status: t.number, message: t.string, data: t.UnknownRecord });
const Codes = t.record(t.string, t.type({ code: t.string }));
const RowErrorBody = t.type({ data: Codes });
const BatchErrorBody = t.type({
  data: t.type({
    requests: t.record(t.string, t.type({ response: t.type({ status: t.number, data: Codes }) })),
  }),
});

const codesOf = (data: t.TypeOf<typeof Codes>): PocketbaseRejection['codes'] =>
  Object.fromEntries(Object.entries(data).map(([column, { code }]) => [column, code]));

const rejectionIn = (status: number, body: unknown): PocketbaseRejection => {
  const batch = decode(BatchErrorBody, body);
  const [first] = E.isRight(batch) ? Object.entries(batch.right.data.requests) : [];
  if (first !== undefined) {
    const [at, { response }] = first;
    return { _tag: 'Rejected', status: response.status, codes: codesOf(response.data), batchIndex: Number(at) };
  }
  const row = decode(RowErrorBody, body);
  return { _tag: 'Rejected', status, codes: E.isRight(row) ? codesOf(row.right.data) : {}, batchIndex: null };
};

const systemCode = (cause: unknown): string => {
  if (typeof cause !== 'object' || cause === null) return 'no connection';
  if ('code' in cause && typeof cause.code === 'string') return cause.code;
  return 'cause' in cause ? systemCode(cause.cause) : 'no connection';
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

/**
 * Converts what the SDK throws into data. The SDK's error contains the address with the values of filters and file
 * tokens, so only the status and the names of columns are passed on.
 */
export const failureOf = (service: ExternalService, cause: unknown): PocketbaseRejection | Unavailable => {
  if (!(cause instanceof ClientResponseError)) return unavailable(service, 'the call could not be made', 'rejected');
  if (cause.status === 400 || cause.status === 404) {
    if (E.isRight(decode(ErrorBody, cause.response))) return rejectionIn(cause.status, cause.response);
    return unavailable(service, `a ${cause.status} that is not PocketBase's`, 'invalid_response');
  }
  if (cause.status === 0) {
    const code = systemCode(cause.originalError);
    return unavailable(service, `PocketBase: ${code}`, code === writesInFlight ? 'quota' : 'unavailable');
  }
  const kind = isForbidden(cause.status) ? 'rejected' : 'unavailable';
  return unavailable(service, `PocketBase answered ${cause.status}`, kind);
};

/** Converts a rejection that the caller does not expect into an outage, with the columns that it names. */
export const unexpectedRejection = (
  service: ExternalService,
  { status, codes, batchIndex: at }: PocketbaseRejection,
): Unavailable =>
  unavailable(service, `PocketBase refused with ${status}: ${JSON.stringify({ codes, at })}`, 'rejected');

/** Converts an unexpected rejection into an outage. */
export const toUnavailable =
  (service: ExternalService = 'database') =>
  (failure: PocketbaseRejection | Unavailable): Unavailable =>
    failure._tag === 'Rejected' ? unexpectedRejection(service, failure) : failure;
