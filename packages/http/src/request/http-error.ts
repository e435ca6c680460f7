import type { DomainError } from '@portcullis/domain';
import type { DecodeFault } from '@portcullis/domain/kernel';

/** The part of a request that is invalid. */
export type RequestPart = 'body' | 'query' | 'headers' | 'url';

/** The shape of the request is invalid: it has an unknown field, a wrong type, or a value that breaks its rule. */
export type InvalidRequest = {
  readonly _tag: 'InvalidRequest';
  readonly part: RequestPart;
  readonly faults: readonly DecodeFault[];
};
/** The body is not a JSON text according to RFC 8259 and RFC 7493. `why` names the rule. */
export type InvalidJson = { readonly _tag: 'InvalidJson'; readonly why: string };
/** The request has no bearer token. */
export type Unauthenticated = { readonly _tag: 'Unauthenticated' };
/** The operator has not configured what a route needs. */
export type NotConfigured = { readonly _tag: 'NotConfigured' };
/** A request with a session that would change something does not come from the console itself. */
export type CrossSiteRequest = { readonly _tag: 'CrossSiteRequest' };
/** No operation has this path. */
export type NoSuchPath = { readonly _tag: 'NoSuchPath' };
export type MethodNotAllowed = { readonly _tag: 'MethodNotAllowed'; readonly allow: readonly string[] };
/** The route does not accept the media type or the content encoding of the body. */
export type UnsupportedContentType = { readonly _tag: 'UnsupportedContentType'; readonly accepted: readonly string[] };
/** The body has a transfer coding other than one `chunked` (RFC 9112 section 6.1). */
export type UnsupportedTransferCoding = { readonly _tag: 'UnsupportedTransferCoding' };
/** The request line has another version than HTTP/1.0 or HTTP/1.1 (RFC 9110 section 15.6.6). */
export type UnsupportedHttpVersion = { readonly _tag: 'UnsupportedHttpVersion' };
/** Another attempt of the same request is in progress. */
export type IdempotencyInProgress = { readonly _tag: 'IdempotencyInProgress' };
/** The key was used for a different request. */
export type IdempotencyMismatch = { readonly _tag: 'IdempotencyMismatch' };
/** The process already holds as many upload bytes as its limit allows. */
export type UploadsBusy = { readonly _tag: 'UploadsBusy' };
/** The client disconnected before its request was complete. */
export type ClientGone = { readonly _tag: 'ClientGone' };
/** The service stops and cannot finish the request, which another instance can. */
export type ServiceStopping = { readonly _tag: 'ServiceStopping' };
/** An error on our side. `cause` is for the log and never for a client. */
export type Unexpected = { readonly _tag: 'Unexpected'; readonly cause: unknown };

/** Every reason for which a request is refused. */
export type HttpError =
  | DomainError
  | InvalidRequest
  | InvalidJson
  | Unauthenticated
  | CrossSiteRequest
  | NotConfigured
  | NoSuchPath
  | MethodNotAllowed
  | UnsupportedContentType
  | UnsupportedTransferCoding
  | UnsupportedHttpVersion
  | IdempotencyInProgress
  | IdempotencyMismatch
  | UploadsBusy
  | ClientGone
  | LedgerUnsound
  | ServiceStopping
  | Unexpected;

/** The ledger of a profile does not verify, so that nothing can be proven by it. */
export type LedgerUnsound = { readonly _tag: 'LedgerUnsound' };
export const ledgerUnsound: LedgerUnsound = { _tag: 'LedgerUnsound' };

export const invalidRequest = (part: RequestPart, faults: readonly DecodeFault[]): InvalidRequest => ({
  _tag: 'InvalidRequest',
  part,
  faults,
});
export const invalidJson = (why: string): InvalidJson => ({ _tag: 'InvalidJson', why });
export const unauthenticated: Unauthenticated = { _tag: 'Unauthenticated' };
export const notConfigured: NotConfigured = { _tag: 'NotConfigured' };
export const crossSiteRequest: CrossSiteRequest = { _tag: 'CrossSiteRequest' };
export const noSuchPath: NoSuchPath = { _tag: 'NoSuchPath' };
export const methodNotAllowed = (allow: readonly string[]): MethodNotAllowed => ({ _tag: 'MethodNotAllowed', allow });
export const unsupportedContentType = (accepted: readonly string[]): UnsupportedContentType => ({
  _tag: 'UnsupportedContentType',
  accepted,
});
export const unsupportedTransferCoding: UnsupportedTransferCoding = { _tag: 'UnsupportedTransferCoding' };
export const unsupportedHttpVersion: UnsupportedHttpVersion = { _tag: 'UnsupportedHttpVersion' };
export const idempotencyInProgress: IdempotencyInProgress = { _tag: 'IdempotencyInProgress' };
export const idempotencyMismatch: IdempotencyMismatch = { _tag: 'IdempotencyMismatch' };
export const uploadsBusy: UploadsBusy = { _tag: 'UploadsBusy' };
export const clientGone: ClientGone = { _tag: 'ClientGone' };
export const serviceStopping: ServiceStopping = { _tag: 'ServiceStopping' };
export const unexpected = (cause: unknown): Unexpected => ({ _tag: 'Unexpected', cause });
