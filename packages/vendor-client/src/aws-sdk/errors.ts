import { type NotFound, notFound, type Unavailable, unavailable } from '@portcullis/domain';
import { type ExternalService, providerOutage, type UnavailableKind } from '@portcullis/domain/kernel';
import { unavailableFrom } from '../call/vendor-call-error.ts';

/** The meaning of a service's error for the domain. */
export type ErrorMeaning = UnavailableKind | 'not_found';

/** The meanings of a service's errors, by their names. The HTTP status is the meaning of any other. */
export type ErrorMeanings = Readonly<Record<string, ErrorMeaning>>;

const kindByStatus: ReadonlyMap<number, UnavailableKind> = new Map([
  [401, 'not_configured'],
  [402, 'not_configured'],
  [403, 'not_configured'],
  [408, 'timeout'],
  [429, 'quota'],
  [504, 'timeout'],
]);

const kindOfStatus = (status: number): UnavailableKind => {
  const kind = kindByStatus.get(status);
  if (kind !== undefined) return kind;
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'rejected' : 'invalid_response';
};

/**
 * The part of an error that may be logged: its message contains account numbers and its response may contain keys, so
 * both are dropped.
 */
export type SdkErrorSummary = { readonly name: string; readonly status: number };

const propertyOf = (from: unknown, key: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined;

/** The error's name and the status of its response; `null` when there was no response. */
const summaryOf = (thrown: unknown): SdkErrorSummary | null => {
  const name = propertyOf(thrown, 'name');
  const status = propertyOf(propertyOf(thrown, '$metadata'), 'httpStatusCode');
  if (typeof status !== 'number') return null;
  return { name: typeof name === 'string' && /^[A-Za-z0-9]{1,64}$/.test(name) ? name : 'Unknown', status };
};

/** Whether the clock of the SDK was just corrected by the response, so that the next attempt has the right time. */
const isCorrected = (thrown: unknown): boolean =>
  propertyOf(propertyOf(thrown, '$metadata'), 'clockSkewCorrected') === true;

/** A failure that an operator has to end. `summary` is what may be logged of it. */
export const notConfigured = (service: ExternalService, summary: SdkErrorSummary): Unavailable =>
  providerOutage(service, summary, 'not_configured');

/**
 * Converts what a client of the SDK threw: by the error's name, by the HTTP status when the name is not known, and by
 * the vendor client's rules when there was no response. `clockErrors` are those by which the service rejects a request
 * because of its time; `null` where each rejection of a signer can be one.
 */
export const failureIn =
  (meanings: ErrorMeanings, clockErrors: ReadonlySet<string> | null) =>
  (service: ExternalService, thrown: unknown): NotFound | Unavailable => {
    const summary = summaryOf(thrown);
    if (summary === null) return unavailableFrom(service, thrown);
    const { name, status } = summary;
    const meaning = (Object.hasOwn(meanings, name) ? meanings[name] : undefined) ?? kindOfStatus(status);
    if (meaning === 'not_found') return notFound;
    if (meaning !== 'not_configured') return unavailable(service, summary, meaning);
    const isClockError = clockErrors?.has(name) ?? true;
    return isClockError && isCorrected(thrown) ? unavailable(service, summary) : notConfigured(service, summary);
  };

/** Converts an error for a request about nothing that could be missing. */
export const notFoundAsRejected =
  (service: ExternalService) =>
  (reason: NotFound | Unavailable): Unavailable =>
    reason._tag === 'NotFound' ? unavailable(service, reason, 'rejected') : reason;
