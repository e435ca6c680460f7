import type { AccessLine, LedgerEntry, Profile, ProfileSummary } from './api/openapi.ts';
import type { CallOptions, OperationId, PartnerMethod, Query } from './api/operation.ts';
import * as routes from './api/routes.ts';
import { type ConnectionOptions, connect } from './calls/connect.ts';
import { partnerMethods } from './calls/methods.ts';
import { required } from './calls/required.ts';
import type { ServiceConnection } from './calls/send.ts';
import { tokenCache } from './calls/tokens.ts';
import { type EventPage, type FollowOptions, followEvents } from './follow-events.ts';
import { allByCursor, allPages } from './pages.ts';
import { type WebhookEndpointMethods, webhookEndpointMethods } from './webhook-endpoints.ts';

export type ClientOptions = ConnectionOptions & {
  readonly clientId: string;
  readonly clientSecret: string;
};

/** All items of a list, page by page: `for await (const item of …)`. A failure is thrown as a `ProblemError`. */
type Iterate<Id extends OperationId, Item> = (
  query?: Omit<NonNullable<Query<Id>>, 'cursor' | 'after' | 'after_seq'>,
  options?: CallOptions,
) => AsyncIterable<Item>;

/** All entries of a history. */
type IterateHistory = (id: string, options?: CallOptions) => AsyncIterable<LedgerEntry>;

/** Profiles: the persons who are verified. */
export type ProfileMethods = {
  /** Creates a profile for a reference, or answers the one that it has, with a link for the person. */
  readonly create: PartnerMethod<'createProfile'>;
  /** One page of profiles. */
  readonly list: PartnerMethod<'listProfiles'>;
  /** One page of profiles, each with its ids, status, reasons, version and times alone. */
  readonly listSummaries: PartnerMethod<'listProfileSummaries'>;
  /** All profiles of a list. */
  readonly iterate: Iterate<'listProfiles', Profile>;
  /** All summaries of a list. */
  readonly iterateSummaries: Iterate<'listProfileSummaries', ProfileSummary>;
  /** One profile. */
  readonly get: PartnerMethod<'getProfile'>;
  /** Supplies or changes what is not a file. */
  readonly update: PartnerMethod<'updateProfile'>;
  /** Supplies images, with or without other fields. */
  readonly updateWithFiles: PartnerMethod<'updateProfileWithFiles'>;
  /** Destroys the personal data of a profile for ever. */
  readonly erase: PartnerMethod<'eraseProfile'>;
  /** Takes back an erasure that retention has announced. */
  readonly takeBackErasure: PartnerMethod<'takeBackErasure'>;
  /** Makes a new link; every older one ends. */
  readonly renewFlowToken: PartnerMethod<'renewFlowToken'>;
  /** Why a decision is what it is. */
  readonly explainDecision: PartnerMethod<'explainDecision'>;
  /** The bytes of a stored file. */
  readonly readFile: PartnerMethod<'readFile'>;
};

/** Evidence that a partner's own server hands in or looks at. */
export type EvidenceMethods = {
  /** Opens a liveness session for the current attempt. */
  readonly openLivenessSession: PartnerMethod<'openLivenessSession'>;
  /** The result of a session. */
  readonly readLivenessResult: PartnerMethod<'readLivenessResult'>;
  /** Temporary credentials for the liveness stream of a browser. */
  readonly issueBrowserCredentials: PartnerMethod<'issueBrowserCredentials'>;
  /** Reads a document from stored images. */
  readonly analyzeDocument: PartnerMethod<'analyzeDocument'>;
  /** Reads a document from images that are sent along. */
  readonly analyzeDocumentWithFiles: PartnerMethod<'analyzeDocumentWithFiles'>;
};

/** The ledger of a profile, as two histories. */
export type HistoryMethods = {
  /** Reviews, cancels, reopens or renews. */
  readonly postStatusEvent: PartnerMethod<'postStatusEvent'>;
  /** One page of the changes of the status. */
  readonly readStatusHistory: PartnerMethod<'readStatusHistory'>;
  /** All changes of the status. */
  readonly iterateStatusHistory: IterateHistory;
  /** Appends an event of your own, `partner.…`. */
  readonly appendVerificationEvent: PartnerMethod<'appendVerificationEvent'>;
  /** One page of what was supplied and found out. */
  readonly readVerificationHistory: PartnerMethod<'readVerificationHistory'>;
  /** All of what was supplied and found out. */
  readonly iterateVerificationHistory: IterateHistory;
};

/** The feed of what happened. */
export type EventMethods = {
  /** One page of the feed. */
  readonly read: PartnerMethod<'readEvents'>;
  /** The feed from a cursor on, without end. */
  readonly follow: (options?: FollowOptions) => AsyncGenerator<EventPage, void, undefined>;
};

/** Signed heads of the log of all ledger entries. */
export type LedgerMethods = {
  /** The newest head of the log. */
  readonly readCheckpoint: PartnerMethod<'readCheckpoint'>;
};

/** The methods that read who has looked at what. */
export type AccessLogMethods = {
  /** One page of the log. */
  readonly read: PartnerMethod<'readAccessLog'>;
  /** All lines of the log. */
  readonly iterate: Iterate<'readAccessLog', AccessLine>;
};

/** The tokens of this client. All other methods have theirs without them. */
export type TokenMethods = {
  /** Gets a token, which this client does not keep. */
  readonly issue: PartnerMethod<'issueToken'>;
  /** Ends a token of this client. */
  readonly revoke: PartnerMethod<'revokeToken'>;
};

/** The service itself. */
export type ServiceMethods = {
  /** The state of the service and of what stands behind it. */
  readonly readHealth: PartnerMethod<'readHealth'>;
  /** The settings that a program needs before it starts: steps, limits, texts. */
  readonly readSettings: PartnerMethod<'readSettings'>;
  /** Where OAuth clients find the endpoints (RFC 8414). */
  readonly readOAuthMetadata: PartnerMethod<'readOAuthMetadata'>;
  /** The description of the API (OpenAPI 3.1). */
  readonly readContract: PartnerMethod<'readContract'>;
  /** The description as a page. */
  readonly readDocs: PartnerMethod<'readDocs'>;
  /** The page of a problem code. */
  readonly readProblem: PartnerMethod<'readProblem'>;
};

export type Client = {
  readonly profiles: ProfileMethods;
  readonly evidence: EvidenceMethods;
  readonly histories: HistoryMethods;
  readonly events: EventMethods;
  readonly webhookEndpoints: WebhookEndpointMethods;
  readonly ledger: LedgerMethods;
  readonly accessLog: AccessLogMethods;
  readonly tokens: TokenMethods;
  readonly service: ServiceMethods;
};

type Method = ReturnType<typeof partnerMethods>;

const profileMethods = (method: Method): ProfileMethods => {
  const list = method<'listProfiles'>(routes.listProfiles);
  const listSummaries = method<'listProfileSummaries'>(routes.listProfileSummaries);
  return {
    create: method<'createProfile'>(routes.createProfile),
    list,
    listSummaries,
    iterate: (query, options) => allByCursor((next) => list({ ...query, ...next }, options)),
    iterateSummaries: (query, options) => allByCursor((next) => listSummaries({ ...query, ...next }, options)),
    get: method<'getProfile'>(routes.getProfile),
    update: method<'updateProfile'>(routes.updateProfile),
    updateWithFiles: method<'updateProfileWithFiles'>(routes.updateProfileWithFiles),
    erase: method<'eraseProfile'>(routes.eraseProfile),
    takeBackErasure: method<'takeBackErasure'>(routes.takeBackErasure),
    renewFlowToken: method<'renewFlowToken'>(routes.renewFlowToken),
    explainDecision: method<'explainDecision'>(routes.explainDecision),
    readFile: method<'readFile'>(routes.readFile),
  };
};

const evidenceMethods = (method: Method): EvidenceMethods => ({
  openLivenessSession: method<'openLivenessSession'>(routes.openLivenessSession),
  readLivenessResult: method<'readLivenessResult'>(routes.readLivenessResult),
  issueBrowserCredentials: method<'issueBrowserCredentials'>(routes.issueBrowserCredentials),
  analyzeDocument: method<'analyzeDocument'>(routes.analyzeDocument),
  analyzeDocumentWithFiles: method<'analyzeDocumentWithFiles'>(routes.analyzeDocumentWithFiles),
});

const iterateHistory =
  (read: PartnerMethod<'readStatusHistory'>): IterateHistory =>
  (id, options) =>
    allPages(
      (after?: number) => read(id, after === undefined ? {} : { after_seq: after }, options),
      ({ data: items, next_after_seq: next }) => ({ items, next }),
    );

const historyMethods = (method: Method): HistoryMethods => {
  const readStatusHistory = method<'readStatusHistory'>(routes.readStatusHistory);
  const readVerificationHistory = method<'readVerificationHistory'>(routes.readVerificationHistory);
  return {
    postStatusEvent: method<'postStatusEvent'>(routes.postStatusEvent),
    readStatusHistory,
    iterateStatusHistory: iterateHistory(readStatusHistory),
    appendVerificationEvent: method<'appendVerificationEvent'>(routes.appendVerificationEvent),
    readVerificationHistory,
    iterateVerificationHistory: iterateHistory(readVerificationHistory),
  };
};

const accessLogMethods = (method: Method): AccessLogMethods => {
  const read = method<'readAccessLog'>(routes.readAccessLog);
  return {
    read,
    iterate: (query, options) =>
      allPages(
        (after?: string) => read({ ...query, ...(after !== undefined && { after }) }, options),
        ({ data: items, next_after: next }) => ({ items, next }),
      ),
  };
};

type Credentials = { readonly client_id: string; readonly client_secret: string };

/** The credentials are added here, so that no other part of the client knows them. */
const tokenMethods = (method: Method, credentials: Credentials): TokenMethods => {
  const issue = method<'issueToken'>(routes.issueToken);
  const revoke = method<'revokeToken'>(routes.revokeToken);
  return {
    issue: (body, options) => issue({ grant_type: 'client_credentials', ...credentials, ...body }, options),
    revoke: (body, options) => revoke({ ...credentials, ...body }, options),
  };
};

const serviceMethods = (method: Method): ServiceMethods => ({
  readHealth: method<'readHealth'>(routes.readHealth),
  readSettings: method<'readSettings'>(routes.readSettings),
  readOAuthMetadata: method<'readOAuthMetadata'>(routes.readOAuthMetadata),
  readContract: method<'readContract'>(routes.readContract),
  readDocs: method<'readDocs'>(routes.readDocs),
  readProblem: method<'readProblem'>(routes.readProblem),
});

/**
 * The client of a partner's server. It has a machine token when it needs one, and tries calls again where that is safe
 * and makes sense. Its methods answer `{ ok: true, value }` or `{ ok: false, problem }`.
 */
export const createClient = (options: ClientOptions): Client => {
  const open = connect(options);
  const clientId = required(options.clientId || null, 'clientId');
  const clientSecret = required(options.clientSecret || null, 'clientSecret');
  const withoutToken = { token: async () => ({ ok: true, value: '' }) as const, dropToken: () => false };
  const tokens = tokenMethods(partnerMethods({ ...open, ...withoutToken }), {
    client_id: clientId,
    client_secret: clientSecret,
  });
  const { drop, token } = tokenCache(() => tokens.issue({}));
  const connection: ServiceConnection = { ...open, token, dropToken: drop };
  const method = partnerMethods(connection);
  const read = method<'readEvents'>(routes.readEvents);
  return {
    profiles: profileMethods(method),
    evidence: evidenceMethods(method),
    histories: historyMethods(method),
    events: { read, follow: (following = {}) => followEvents(read, following) },
    webhookEndpoints: webhookEndpointMethods(method),
    ledger: {
      readCheckpoint: method<'readCheckpoint'>(routes.readCheckpoint),
    },
    accessLog: accessLogMethods(method),
    tokens,
    service: serviceMethods(method),
  };
};
