import type {
  Either,
  FlowPrincipal,
  LimitReached,
  MachinePrincipal,
  Principal,
  ProfileId,
  TaskEither,
  Upload,
} from '@portcullis/domain';
import {
  closedObject,
  type Scope,
  type StaffPermission,
  type StaffPrincipal,
  type TokenPrincipal,
} from '@portcullis/domain/kernel';
import type { Intent, IdempotentOperation as Repeated, Snapshot } from '@portcullis/domain/use-cases';
import type { Deprecation } from '../middleware/api-version.ts';
import type { AnonymousBudget } from '../rate-limits/rate-budgets.ts';
import type { RequestRateLimiter } from '../rate-limits/request-rate-limiter.ts';
import type { AccessRecorder } from '../request/access-recorder.ts';
import type { BodyForms } from '../request/body/body-forms.ts';
import type { FrameUpload } from '../request/body/read-multipart.ts';
import type { Codec } from '../request/codecs.ts';
import type { HttpConfig } from '../request/config.ts';
import type { DownloadSlots } from '../request/download-slots.ts';
import type { ErrorCodeName } from '../request/error-codes.ts';
import type { HttpError } from '../request/http-error.ts';
import type { MemoryBudget } from '../request/memory-budget.ts';
import type { HttpContext } from '../request/request-context.ts';
import type { HttpResponse, SendProblem } from '../responses/http-response.ts';
import type { Services } from './services.ts';

/** The routes that members of staff may call with a session, alone or beside others. */
export type StaffAccess = 'staff' | 'machine-or-staff' | 'machine-flow-or-staff';

/**
 * The callers of a route: everybody, partners' servers, the person's browser for its own profile, members of staff, or
 * several of these.
 */
export type RouteAccess = 'public' | 'machine' | 'machine-or-flow' | 'flow' | StaffAccess;

/** The caller that a route's `run` receives. */
export type CallerFor = {
  readonly public: null;
  readonly machine: MachinePrincipal;
  readonly 'machine-or-flow': TokenPrincipal;
  readonly flow: FlowPrincipal;
  readonly staff: StaffPrincipal;
  readonly 'machine-or-staff': MachinePrincipal | StaffPrincipal;
  readonly 'machine-flow-or-staff': Principal;
};

/** The description of one response of a route. */
export type ResponseDescription = {
  readonly status: number;
  readonly description: string;
  /** The media type. The default is `application/json`. */
  readonly type?: string;
  readonly body?: Codec<unknown>;
  /** The body for a flow token, where it differs. */
  readonly flowBody?: Codec<unknown>;
  /** The body for a member of staff, where it differs. */
  readonly staffBody?: Codec<unknown>;
  /** The example, where it is another one than that of the body. */
  readonly example?: unknown;
  readonly headers?: readonly string[];
};

/** One response of a route for the console alone, which has no texts. */
type UndescribedResponse = Omit<ResponseDescription, 'description'>;

/**
 * A second operation of a route in the API description: the requests of this query, which have an answer of their own.
 * It stands under the path with `#` and the fragment, because a path has one operation for each method, and an
 * operation one body for each status (OpenAPI 3.1, section 4.8.8). The router does not know it.
 */
export type OperationVariant = Pick<RouteTexts, 'summary' | 'description' | 'responses'> & {
  readonly id: string;
  readonly fragment: string;
  readonly query: Codec<unknown>;
};

/** The texts of a route in the API description. */
export type RouteTexts = {
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly responses: readonly ResponseDescription[];
  readonly variant?: OperationVariant;
  /** Error codes beyond those that follow from `access` and from the contents of the request. */
  readonly errors: readonly ErrorCodeName[];
};

/** The facts about a route that the router needs. */
export type RouteDescription = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly id: string;
  readonly access: RouteAccess;
  readonly scope: Scope | null;
  /** A second scope that admits as well. The body of a request decides which of the two it needs. */
  readonly otherScope?: Scope;
  /** The permission that a member of staff needs; `null` admits every session. */
  readonly permission?: StaffPermission | null;
  /**
   * Whether its answer shows something of what is kept about a person. Each such answer is a line of the access log,
   * and none is sent while no line can be written. The same holds for refusals that tell of a person, on any route.
   */
  readonly showsRecords: boolean;
  /** Whether an `Idempotency-Key` means nothing, where nothing is stored and so no answer is either. */
  readonly ignoresIdempotencyKey?: true;
  /** How a request is counted while nobody knows who sends it; without it, with everything else of its address. */
  readonly anonymous?: AnonymousBudget;
  /** When the operation ends, where that was announced. */
  readonly deprecation?: Deprecation;
};

/**
 * A route for the console alone, which is released with the service: the API description, which is a promise to
 * partners, does not have it. The description for staff has it, without texts.
 */
export type ForConsole = {
  readonly forConsole: true;
  readonly responses: readonly UndescribedResponse[];
} & {
  readonly [Text in Exclude<keyof RouteTexts, 'responses'>]?: never;
};

/** The dependencies that all requests share. */
export type HttpDeps = {
  readonly services: Services;
  readonly config: HttpConfig;
  readonly memory: MemoryBudget;
  readonly downloads: DownloadSlots;
  readonly rateLimiter: RequestRateLimiter;
  readonly access: AccessRecorder;
};

/**
 * Reserves memory for what is read for the response, in bytes, until the client has received it. A later call replaces
 * the earlier amount. It fails while the process has reached its limit.
 */
export type Reserve = (bytes: number) => Either<LimitReached, void>;

/** The scopes of a route, one of which admits. */
export const acceptedScopes = ({
  scope,
  otherScope,
}: Pick<RouteDescription, 'scope' | 'otherScope'>): readonly Scope[] => [scope, otherScope].flatMap((one) => one ?? []);

/** The facts of one request that a route's `run` receives. */
export type RouteRequest<Who, Params, Query, Body> = {
  readonly caller: Who;
  readonly params: Params;
  /** The profile as it was loaded for this caller before the body was read, or `null`. */
  readonly snapshot: Snapshot | null;
  readonly query: Query;
  readonly body: Body;
  readonly files: readonly Upload[];
  readonly frames: readonly FrameUpload[];
  /** The version that `If-Match` names, or `null`. */
  readonly expectedVersion: number | null;
  /** The state that retries of the request share, where it came with an idempotency key. */
  readonly operation: Repeated | null;
  readonly reserve: Reserve;
  /** Calls back once, when the response was received, or the client has gone or ended its side of the connection. */
  readonly onClosed: (callback: () => void) => void;
  /** Calls back once, when whatever is answered was received, or the client has disconnected. */
  readonly onFinished: (callback: () => void) => void;
};

export type RouteHandler<Who, Params, Query, Body> = (
  deps: HttpDeps,
  request: RouteRequest<Who, Params, Query, Body>,
) => TaskEither<HttpError, HttpResponse>;

/** A route for staff names its permission, and no other route has one. */
type PermissionOf<Who extends RouteAccess> = Who extends StaffAccess
  ? { readonly permission: StaffPermission | null }
  : { readonly permission?: never };

/** A route with its types: what it accepts, and the use case that answers it. */
export type Endpoint<Who extends RouteAccess, Params, Query, Body> = RouteDescription &
  (ForConsole | (RouteTexts & { readonly forConsole?: never })) &
  PermissionOf<Who> & {
    readonly access: Who;
    /** Without one of these three a request has nothing of the kind. */
    readonly params?: Codec<Params>;
    readonly query?: Codec<Query>;
    readonly body?: BodyForms<Body>;
    readonly ifMatch?: true;
    /** The scope that a request with this body needs, of those that admit to the route. */
    readonly bodyScope?: (body: Body) => Scope;
    /** The profile that the path names. A flow token gets its own profile, or a 404 for any other. */
    readonly profile?: (params: Params) => ProfileId;
    /** The profile that the query or the body names, where the path names none. */
    readonly otherProfile?: (named: { readonly query: Query; readonly body: Body }) => ProfileId | undefined;
    /** The member of staff whom the body names, if there is one. */
    readonly reviewer?: (body: Body) => string | null;
    /** The intent that is checked against the profile in the path, or the flow token's own, before the body is read. */
    readonly intent?: Intent;
    readonly run: RouteHandler<CallerFor[Who], Params, Query, Body>;
  };

/** A route as a value: its description, and the one function that serves it. */
export type Route = RouteDescription &
  RouteTexts & {
    readonly forConsole?: true | undefined;
    readonly params: Codec<unknown>;
    readonly query: Codec<unknown>;
    readonly body: BodyForms<unknown>;
    readonly ifMatch: boolean;
    /** Whether the API description includes it. The files of the docs page are not part of the API. */
    readonly described: boolean;
    /** How this route sends errors. The default is problem details. */
    readonly sendProblem?: SendProblem;
    readonly serve: (deps: HttpDeps, ctx: HttpContext) => TaskEither<HttpError, HttpResponse>;
  };

/** The codecs of routes without parameters, query or body. */

export const emptyObject = closedObject({}, {}, 'EmptyBody');
export const noBody = { absent: { machine: emptyObject, flow: emptyObject }, example: undefined };
