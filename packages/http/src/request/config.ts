import type { TaskEither } from '@portcullis/domain';
import type { HttpError } from './http-error.ts';
import type { RedirectRules } from './redirect-url.ts';

const kibi = 1024;
const mebi = 1024 * kibi;

/** The size limits of a request. All sizes are in bytes and are enforced while the bytes arrive. */
export type RequestLimits = {
  readonly urlBytes: number;
  readonly jsonBytes: number;
  readonly jsonDepth: number;
  /** The limit of a whole multipart body. */
  readonly multipartBytes: number;
  readonly imageBytes: number;
  /** The limit of one text field of a multipart body. */
  readonly textBytes: number;
  /** The limit of all upload bytes that are held for all requests at one time. */
  readonly uploadBytesInFlight: number;
};

export const defaultRequestLimits: RequestLimits = {
  urlBytes: 8 * kibi,
  jsonBytes: 64 * kibi,
  jsonDepth: 16,
  multipartBytes: 120 * mebi,
  imageBytes: 10 * mebi,
  textBytes: 16 * kibi,
  uploadBytesInFlight: 480 * mebi,
};

export type PageEncoding = 'br' | 'gzip';

/** One file of a page: its media type, the encodings that exist of it, and its bytes in one of them or as they are. */
export type PageFile = {
  readonly type: string;
  readonly encodings: readonly PageEncoding[];
  readonly read: (encoding: PageEncoding | null) => TaskEither<HttpError, Buffer>;
};

/** A built page: its HTML, and what it loads, by names that change with their content. */
export type PageFolder = {
  readonly index: PageFile;
  readonly assets: ReadonlyMap<string, PageFile>;
};

/** The component that shows a liveness check on the page of the person. */
export type LivenessComponent = {
  /** The provider of its sessions. The page chooses the component by this name. */
  readonly provider: string;
  /** The origins that it connects to. */
  readonly origins: readonly string[];
  /** Whether it runs WebAssembly. */
  readonly usesWasm: boolean;
  /** Its script, where the page has no component for this provider. */
  readonly script?: Buffer;
};

/**
 * Tickets that recognize a browser where a member of staff has signed in: guesses at their name elsewhere take no place
 * from them. A ticket signs nobody in.
 */
export type SignInTickets = {
  /** For how long one is good, in seconds. */
  readonly seconds: number;
  /** Made for an account as it is at a generation, which it has until its secrets or its roles change. */
  readonly issue: (username: string, generation: number) => string;
  /** The generation at which a ticket of this name was issued; `null` where it is none of this name, or over. */
  readonly generationIn: (ticket: string, username: string) => number | null;
};

/** Where staff sign in: the origin of the console, where this service answers too, and the cookie of their session. */
export type StaffSite = {
  /**
   * Compared exactly with the `Origin` of a request (RFC 6454 serialization). It is asked for at each request, since a
   * free port is known only once the service listens.
   */
  readonly origin: () => string;
  /**
   * Whether the cookie is `Secure` and its name has the prefix `__Host-` (RFC 6265bis section 4.1.3.2). A browser takes
   * neither over plain HTTP, which a console has on the machine of a developer alone.
   */
  readonly isSecure: boolean;
  /** The host of the API, where the console has another: no session is made or taken there. */
  readonly apiHost?: string;
  /** How staff sign in. */
  readonly method: 'password' | 'openid';
  /** Without them nobody is known by the browser. */
  readonly tickets?: SignInTickets;
};

/** The facts of its environment that the HTTP layer needs. */
export type HttpConfig = {
  /** The origins that browsers may call from. They are compared exactly (RFC 6454 serialization). */
  readonly allowedOrigins: readonly string[];
  /** The address under which clients reach the service, without a slash at its end; `null` where it is not known. */
  readonly publicUrl: string | null;
  /** Whether a scenario may be chosen when a profile is created. */
  readonly sandbox: boolean;
  readonly service: string;
  readonly version: string;
  /** A time in ISO 8601 UTC with milliseconds. */
  readonly startedAt: string;
  readonly limits: RequestLimits;
  readonly redirects: RedirectRules;
  /** `null` where it is not known under which address staff reach the service: then nobody of them can sign in. */
  readonly staff: StaffSite | null;
  /** The built page of the person, which is served at `/verify`; `null` where there is none. */
  readonly verifyPage: PageFolder | null;
  /** The built page of the staff, which is served at `/console`; `null` where there is none. */
  readonly consolePage: PageFolder | null;
  readonly liveness: LivenessComponent;
  /** The origin from which the page loads the agent of the device check; `null` where it loads none. */
  readonly deviceAgent: string | null;
};
