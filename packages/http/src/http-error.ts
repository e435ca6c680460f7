import type { DecodeFault, DomainError } from '@portcullis/domain';

/** Where in a request something was not as it must be. */
export type Place = 'body' | 'query' | 'headers' | 'url';

/** The shape of the request is wrong: an unknown field, a wrong type, a value outside its rule. */
export type InvalidRequest = {
  readonly _tag: 'InvalidRequest';
  readonly place: Place;
  readonly faults: readonly DecodeFault[];
};
/** The body is no JSON text in the sense of RFC 8259 and RFC 7493; `why` names the rule. */
export type InvalidJson = { readonly _tag: 'InvalidJson'; readonly why: string };
/** No bearer token came with the request. */
export type Unauthenticated = { readonly _tag: 'Unauthenticated' };
export type MethodNotAllowed = { readonly _tag: 'MethodNotAllowed'; readonly allow: readonly string[] };
/** The body's media type or its encoding is not one that the route takes. */
export type UnsupportedContentType = { readonly _tag: 'UnsupportedContentType'; readonly accepted: readonly string[] };
/** Another try of the request is under way. */
export type IdempotencyInProgress = { readonly _tag: 'IdempotencyInProgress' };
/** The key was used for another request. */
export type IdempotencyMismatch = { readonly _tag: 'IdempotencyMismatch' };
/** More upload bytes are held already than the process may hold. */
export type UploadsBusy = { readonly _tag: 'UploadsBusy' };
/** The client went away before its request was complete. */
export type ClientGone = { readonly _tag: 'ClientGone' };
/** A fault of ours. `cause` is for the log, never for a client. */
export type Unexpected = { readonly _tag: 'Unexpected'; readonly cause: unknown };

/** Every reason for which a request is refused. */
export type HttpError =
  | DomainError
  | InvalidRequest
  | InvalidJson
  | Unauthenticated
  | MethodNotAllowed
  | UnsupportedContentType
  | IdempotencyInProgress
  | IdempotencyMismatch
  | UploadsBusy
  | ClientGone
  | Unexpected;

export const invalidRequest = (place: Place, faults: readonly DecodeFault[]): InvalidRequest => ({
  _tag: 'InvalidRequest',
  place,
  faults,
});
export const invalidJson = (why: string): InvalidJson => ({ _tag: 'InvalidJson', why });
export const unauthenticated: Unauthenticated = { _tag: 'Unauthenticated' };
export const methodNotAllowed = (allow: readonly string[]): MethodNotAllowed => ({ _tag: 'MethodNotAllowed', allow });
export const unsupportedContentType = (accepted: readonly string[]): UnsupportedContentType => ({
  _tag: 'UnsupportedContentType',
  accepted,
});
export const idempotencyInProgress: IdempotencyInProgress = { _tag: 'IdempotencyInProgress' };
export const idempotencyMismatch: IdempotencyMismatch = { _tag: 'IdempotencyMismatch' };
export const uploadsBusy: UploadsBusy = { _tag: 'UploadsBusy' };
export const clientGone: ClientGone = { _tag: 'ClientGone' };
export const unexpected = (cause: unknown): Unexpected => ({ _tag: 'Unexpected', cause });
