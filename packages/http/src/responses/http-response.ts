import type { Principal, ProfileId } from '@portcullis/domain';
import type { FileId } from '@portcullis/domain/kernel';
import type { HttpError } from '../request/http-error.ts';
import type { HttpContext } from '../request/request-context.ts';

/** The response to a request. `body` is sent as JSON, `bytes` as they are. */
export type HttpResponse = {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  /** Cookies of a response whose body is JSON or nothing, each as a header `Set-Cookie` has it. */
  readonly cookies?: readonly string[];
  readonly body?: unknown;
  /** The part of `body` that is kept for repetitions of the request, where it has a secret that is kept nowhere. */
  readonly repeatedBody?: unknown;
  readonly bytes?: Uint8Array | string;
  /**
   * Makes what is sent while it is sent, in place of `body` and `bytes`: it has no length, and is cut off where it
   * throws. It is asked for once, and not for a request without an answer (`HEAD`).
   */
  readonly stream?: () => AsyncIterable<Uint8Array>;
  /** The profile that the response is about, where the path does not name it. */
  readonly profileId?: ProfileId;
  /** As whom the response was given, where the request itself does not say it. */
  readonly caller?: Principal;
  /** The file that the response is. */
  readonly fileId?: FileId;
  /** The profiles of a list that the response is. */
  readonly profileIds?: readonly ProfileId[];
};

/** Sends an error response. */
export type SendProblem = (ctx: HttpContext, error: HttpError) => void;

/** How the route of a method and a path sends errors in a form of its own; `undefined` where it sends problems. */
export type ErrorSenderOf = (method: string, path: string) => SendProblem | undefined;
