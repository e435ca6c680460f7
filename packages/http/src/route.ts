import {
  type Caller,
  closed,
  type Either,
  type Intent,
  type LimitReached,
  type MachineCaller,
  type ProfileId,
  type Operation as Repeated,
  type Scope,
  type TaskEither,
  type Upload,
  type UploadKind,
} from '@portcullis/domain';
import type { UploadBudget } from './body/upload-budget.ts';
import type { Codec } from './codecs.ts';
import type { HttpConfig } from './config.ts';
import type { HttpError } from './http-error.ts';
import type { Code } from './problem.ts';
import type { RequestRates } from './rates/request-rates.ts';
import type { Services } from './services.ts';
import type { HttpContext } from './trace.ts';

/** Who may call: everybody, partners' servers, or partners' servers and the person's browser for its own profile. */
export type Access = 'public' | 'machine' | 'machine-or-flow';

/** The caller that a route's `run` receives. */
export type CallerOf = {
  readonly public: null;
  readonly machine: MachineCaller;
  readonly 'machine-or-flow': Caller;
};

/** The response to a request. `body` is sent as JSON, `bytes` as they are. */
export type Answer = {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly bytes?: Uint8Array | string;
  /** The profile that the response is about, where the path does not name it. */
  readonly about?: ProfileId;
};

/** The codecs of one form of a body, for each kind of caller. */
export type FieldCodecs<Body> = { readonly machine: Codec<Body>; readonly flow: Codec<Body> };

export type MultipartForm<Body> = {
  readonly fields: FieldCodecs<Body>;
  /** The text fields, and which of them contain JSON. */
  readonly texts: readonly string[];
  readonly jsonTexts: readonly string[];
  readonly files: readonly UploadKind[];
  readonly requiredFiles: readonly UploadKind[];
};

export type BodyForms<Body> = {
  readonly json?: FieldCodecs<Body>;
  readonly multipart?: MultipartForm<Body>;
  /** The form `application/x-www-form-urlencoded`, which only the token endpoint accepts. */
  readonly form?: FieldCodecs<Body>;
  /** What a request without a body is decoded as. Without this property such a request is refused. */
  readonly absent?: FieldCodecs<Body>;
  readonly example: unknown;
};

/** The description of one response of a route. */
export type Reply = {
  readonly status: number;
  readonly description: string;
  /** The media type. The default is `application/json`. */
  readonly type?: string;
  readonly body?: Codec<unknown>;
  /** The body for a flow token, where it differs. */
  readonly flowBody?: Codec<unknown>;
  readonly example?: unknown;
  readonly flowExample?: unknown;
  readonly headers?: readonly string[];
};

/**
 * The description of a route for people and machines. The router, the API description and the docs page are made from
 * it.
 */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly scope: Scope | null;
  readonly replies: readonly [Reply, ...Reply[]];
  /** Error codes beyond those that follow from `access` and from the contents of the request. */
  readonly errors: readonly Code[];
};

/** The dependencies that all requests share. */
export type Surface = {
  readonly services: Services;
  readonly config: HttpConfig;
  readonly uploads: UploadBudget;
  readonly rates: RequestRates;
};

/**
 * Reserves memory for what is read for the response, in bytes, until the client has received it. A later call replaces
 * the earlier amount. It fails while the process has reached its limit.
 */
export type Hold = (bytes: number) => Either<LimitReached, void>;

/** The facts of one request that a route's `run` receives. */
export type Request<Who, Params, Query, Body> = {
  readonly caller: Who;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly files: readonly Upload[];
  /** The version that `If-Match` names, or `null`. */
  readonly expectedVersion: number | null;
  /** The state that retries of the request share, where it came with an idempotency key. */
  readonly operation: Repeated | null;
  readonly hold: Hold;
};

export type Run<Who, Params, Query, Body> = (
  surface: Surface,
  request: Request<Who, Params, Query, Body>,
) => TaskEither<HttpError, Answer>;

/** A route with its types: what it accepts, and the use case that answers it. */
export type Endpoint<Who extends Access, Params, Query, Body> = Operation & {
  readonly access: Who;
  readonly params: Codec<Params>;
  readonly query: Codec<Query>;
  readonly body: BodyForms<Body>;
  readonly ifMatch?: true;
  /** The profile that the path names. A flow token gets its own profile, or a 404 for any other. */
  readonly profile?: (params: Params) => ProfileId;
  /** The intent that is checked against the profile in the path, or the flow token's own, before the body is read. */
  readonly intent?: Intent;
  readonly run: Run<CallerOf[Who], Params, Query, Body>;
};

/** Sends an error response. */
export type Refuse = (ctx: HttpContext, error: HttpError) => void;

/** A route as a value: its description, and the one function that serves it. */
export type Route = Operation & {
  readonly params: Codec<unknown>;
  readonly query: Codec<unknown>;
  readonly body: BodyForms<unknown>;
  readonly ifMatch: boolean;
  /** Whether the API description includes it. The files of the docs page are not part of the API. */
  readonly described: boolean;
  /** How this route sends errors. The default is problem details. */
  readonly refuse?: Refuse;
  readonly serve: (surface: Surface, ctx: HttpContext) => TaskEither<HttpError, Answer>;
};

/** The codecs of routes without parameters, query or body. */

export const nothing = closed({}, {}, 'nothing');
export const noBody = { absent: { machine: nothing, flow: nothing }, example: undefined };
