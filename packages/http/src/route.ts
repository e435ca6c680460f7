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

/** Who may call: everybody, partners' servers, or these and the person's browser for its own profile. */
export type Access = 'public' | 'machine' | 'machine-or-flow';

/** What a route's `run` gets as its caller. */
export type CallerOf = {
  readonly public: null;
  readonly machine: MachineCaller;
  readonly 'machine-or-flow': Caller;
};

/** What a request is answered with. `body` is sent as JSON, `bytes` as they are. */
export type Answer = {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly bytes?: Uint8Array | string;
  /** The profile that it tells of, where the path does not name it. */
  readonly about?: ProfileId;
};

/** One form in which a body may come, for each kind of caller. */
export type FieldCodecs<Body> = { readonly machine: Codec<Body>; readonly flow: Codec<Body> };

export type MultipartForm<Body> = {
  readonly fields: FieldCodecs<Body>;
  /** The text fields, and which of them hold JSON. */
  readonly texts: readonly string[];
  readonly jsonTexts: readonly string[];
  readonly files: readonly UploadKind[];
  readonly requiredFiles: readonly UploadKind[];
};

export type BodyForms<Body> = {
  readonly json?: FieldCodecs<Body>;
  readonly multipart?: MultipartForm<Body>;
  /** `application/x-www-form-urlencoded`, at the token endpoint alone. */
  readonly form?: FieldCodecs<Body>;
  /** What a request without a body counts as; without this it is refused. */
  readonly absent?: FieldCodecs<Body>;
  readonly example: unknown;
};

/** One answer of a route, as it is described. */
export type Reply = {
  readonly status: number;
  readonly description: string;
  /** The media type; `application/json` unless it is said. */
  readonly type?: string;
  readonly body?: Codec<unknown>;
  /** What a flow token gets, where that is another view. */
  readonly flowBody?: Codec<unknown>;
  readonly example?: unknown;
  readonly flowExample?: unknown;
  readonly headers?: readonly string[];
};

/** What is said of a route to people and machines; the router, the API description and the docs are made from it. */
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
  /** Codes beyond those that follow from `access` and from what the request consists of. */
  readonly errors: readonly Code[];
};

/** What all requests share. */
export type Surface = {
  readonly services: Services;
  readonly config: HttpConfig;
  readonly uploads: UploadBudget;
  readonly rates: RequestRates;
};

/**
 * Says how many bytes what is read for the answer takes from here on, until the client has taken it. Refused while the
 * process holds as much as it may.
 */
export type Hold = (bytes: number) => Either<LimitReached, void>;

/** The facts of one request that a route sees. */
export type Request<Who, Params, Query, Body> = {
  readonly caller: Who;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly files: readonly Upload[];
  /** The version that `If-Match` names, or `null`. */
  readonly expectedVersion: number | null;
  /** What repetitions of the request share, where it came with a key. */
  readonly operation: Repeated | null;
  readonly hold: Hold;
};

export type Run<Who, Params, Query, Body> = (
  surface: Surface,
  request: Request<Who, Params, Query, Body>,
) => TaskEither<HttpError, Answer>;

/** A route with its types: what it takes, and the use case that answers. */
export type Endpoint<Who extends Access, Params, Query, Body> = Operation & {
  readonly access: Who;
  readonly params: Codec<Params>;
  readonly query: Codec<Query>;
  readonly body: BodyForms<Body>;
  readonly ifMatch?: true;
  /** The profile that the path names: a flow token's own, or for it there is none. */
  readonly profile?: (params: Params) => ProfileId;
  /** Asked of the profile in the path, or of a flow token's own, before the body is looked at. */
  readonly intent?: Intent;
  readonly run: Run<CallerOf[Who], Params, Query, Body>;
};

/** Answers a refused request. */
export type Refuse = (ctx: HttpContext, error: HttpError) => void;

/** A route as a value: its description, and the one function that serves it. */
export type Route = Operation & {
  readonly params: Codec<unknown>;
  readonly query: Codec<unknown>;
  readonly body: BodyForms<unknown>;
  readonly ifMatch: boolean;
  /** Whether the API description names it; the docs page's own files are not part of the API. */
  readonly described: boolean;
  /** Words of its own for refusals; problem details unless it has some. */
  readonly refuse?: Refuse;
  readonly serve: (surface: Surface, ctx: HttpContext) => TaskEither<HttpError, Answer>;
};

/** For routes without parameters, query or body. */

export const nothing = closed({}, {}, 'nothing');
export const noBody = { absent: { machine: nothing, flow: nothing }, example: undefined };
