import Router from '@koa/router';
import Koa from 'koa';
import { answerOnDemand } from './middleware/answer-on-demand.ts';
import { restoreChangedLinks } from './middleware/changed-links.ts';
import { type AnonymousBudgetOf, countAnonymous, showPreflightBudget } from './middleware/count-anonymous.ts';
import { crossOrigin, preflights } from './middleware/cross-origin.ts';
import { type RequestContextDeps, requestContext } from './middleware/request-context.ts';
import { validateTarget } from './middleware/validate-target.ts';
import { buildDocument } from './openapi/document.ts';
import { buildStaffDocument } from './openapi/staff-document.ts';
import type { RateLimiting } from './rate-limits/rate-budgets.ts';
import { requestRateLimiter, unlimited } from './rate-limits/request-rate-limiter.ts';
import { type AccessRecorder, noopAccessRecorder } from './request/access-recorder.ts';
import type { HttpConfig } from './request/config.ts';
import { downloadSlots } from './request/download-slots.ts';
import { methodNotAllowed, noSuchPath } from './request/http-error.ts';
import { type MemoryBudget, memoryBudget } from './request/memory-budget.ts';
import type { HttpContext, HttpMiddleware, HttpState } from './request/request-context.ts';
import type { SendProblem } from './responses/http-response.ts';
import { sendProblem } from './responses/send-response.ts';
import { readAccessLog } from './routes/access-log.ts';
import { takeBackErasure } from './routes/announced-erasure.ts';
import { readCheckpoint } from './routes/checkpoints.ts';
import { explainDecision } from './routes/decision.ts';
import { analyzeDocument } from './routes/document-analysis.ts';
import { serve } from './routes/endpoint.ts';
import { readFile } from './routes/files.ts';
import { reportFlowStep } from './routes/flow-steps.ts';
import { createHandoff, redeemHandoff } from './routes/handoff.ts';
import { readHealth } from './routes/health.ts';
import {
  appendVerificationEvent,
  postStatusEvent,
  readStatusHistory,
  readVerificationHistory,
} from './routes/histories.ts';
import { listProfiles } from './routes/list-profiles.ts';
import {
  issueBrowserCredentials,
  openLivenessSession,
  readLivenessResult,
  submitLivenessCapture,
} from './routes/liveness.ts';
import { readOAuthMetadata } from './routes/oauth/metadata.ts';
import { revokeToken } from './routes/oauth/revoke-token.ts';
import { issueToken } from './routes/oauth/token.ts';
import { readConsoleAsset, readConsolePage } from './routes/pages/console-page.ts';
import { readContract, readDocs } from './routes/pages/docs.ts';
import { readDocsAsset } from './routes/pages/docs-assets.ts';
import { readProblem } from './routes/pages/problem-pages.ts';
import { readVerifyAsset, readVerifyPage } from './routes/pages/verify-page.ts';
import { createProfile, eraseProfile, getProfile } from './routes/profiles.ts';
import { renewFlowToken } from './routes/renew-flow-token.ts';
import { claimNextReview, claimReview, releaseReview } from './routes/reviews/claims.ts';
import { decideReview } from './routes/reviews/decisions.ts';
import { readDuplicates } from './routes/reviews/duplicates.ts';
import { exportEvidencePack } from './routes/reviews/evidence.ts';
import { holdReview, releaseHold } from './routes/reviews/holds.ts';
import { listReviews, readReview, readReviewSummary } from './routes/reviews/queue.ts';
import { searchReviews } from './routes/reviews/search.ts';
import type { HttpDeps, Route } from './routes/route.ts';
import type { Services } from './routes/services.ts';
import { readSettings } from './routes/settings.ts';
import { readBackTest, startBackTest } from './routes/staff/back-tests.ts';
import { createClient, disableClient, enableClient, listClients, rotateClientSecret } from './routes/staff/clients.ts';
import { addToList, readLists, removeFromList } from './routes/staff/lists.ts';
import { readOperations } from './routes/staff/operations.ts';
import { listPolicies, readPolicy } from './routes/staff/policies.ts';
import {
  createPolicyDraft,
  discardPolicyDraft,
  listPolicyDrafts,
  publishPolicyDraft,
  readPolicyDraft,
  replacePolicyDraft,
} from './routes/staff/policy-drafts.ts';
import { beginProviderSignIn, endProviderSessions, finishProviderSignIn } from './routes/staff/provider-sign-in.ts';
import { endStaffSession, startStaffSession } from './routes/staff/session.ts';
import { endSessionsOf, listSignedIn } from './routes/staff/sessions.ts';
import { readStaffMember, readStaffSignIn } from './routes/staff/staff-member.ts';
import { updateProfile } from './routes/update-profile.ts';
import { readWebhookDeadLetters, readWebhookTries, replayWebhookDeliveries } from './routes/webhooks/deliveries.ts';
import { pingWebhookEndpoint, rotateWebhookSecret } from './routes/webhooks/endpoint-actions.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} from './routes/webhooks/endpoints.ts';
import { readEvents } from './routes/webhooks/events.ts';

/** The routes that the console alone has. */
const consoleRoutes: readonly Route[] = [
  readStaffSignIn,
  startStaffSession,
  endStaffSession,
  readStaffMember,
  listSignedIn,
  endSessionsOf,
  beginProviderSignIn,
  finishProviderSignIn,
  endProviderSessions,
  listReviews,
  readReviewSummary,
  readReview,
  claimNextReview,
  claimReview,
  releaseReview,
  decideReview,
  holdReview,
  releaseHold,
  exportEvidencePack,
  searchReviews,
  readDuplicates,
  listClients,
  createClient,
  rotateClientSecret,
  disableClient,
  enableClient,
  readLists,
  addToList,
  removeFromList,
  listPolicies,
  readPolicy,
  listPolicyDrafts,
  readPolicyDraft,
  createPolicyDraft,
  replacePolicyDraft,
  discardPolicyDraft,
  publishPolicyDraft,
  startBackTest,
  readBackTest,
  readOperations,
];

/** The pages, and what they load. */
const pages: readonly Route[] = [
  readDocs,
  readDocsAsset,
  readProblem,
  readVerifyPage,
  readVerifyAsset,
  readConsolePage,
  readConsoleAsset,
];

/** All routes, in the order in which they are described. */
export const routesFor = (config: HttpConfig): readonly Route[] => {
  const contract = () => JSON.stringify(buildDocument(all, config));
  const all: readonly Route[] = [
    issueToken,
    revokeToken,
    readOAuthMetadata,
    readHealth,
    createProfile(config.sandbox),
    listProfiles,
    getProfile,
    updateProfile,
    eraseProfile,
    takeBackErasure,
    renewFlowToken,
    explainDecision,
    readFile,
    openLivenessSession,
    submitLivenessCapture,
    readLivenessResult,
    issueBrowserCredentials,
    analyzeDocument,
    reportFlowStep,
    createHandoff,
    redeemHandoff,
    postStatusEvent,
    readStatusHistory,
    appendVerificationEvent,
    readVerificationHistory,
    readCheckpoint,
    readEvents,
    createWebhookEndpoint,
    listWebhookEndpoints,
    getWebhookEndpoint,
    updateWebhookEndpoint,
    deleteWebhookEndpoint,
    pingWebhookEndpoint,
    rotateWebhookSecret,
    replayWebhookDeliveries,
    readWebhookTries,
    readWebhookDeadLetters,
    readAccessLog,
    readSettings,
    ...consoleRoutes,
    readContract(contract),
    ...pages,
  ];
  return all;
};

/** The API description (OpenAPI 3.1) that a server with this configuration serves at `/openapi.json`. */
export const openApiDocument = (config: HttpConfig) => buildDocument(routesFor(config), config);

/** The description of what members of staff may call. */
export const staffDocument = (config: HttpConfig) => buildStaffDocument(routesFor(config));

/** A path that the router knows with another method is answered with 405, every other path with 404. */
const refuseUnrouted = (ctx: HttpContext): void => {
  const layers: readonly { readonly methods: readonly string[] }[] = ctx['matched'] ?? [];
  const methods = [...new Set(layers.flatMap((layer) => layer.methods))].sort();
  sendProblem(ctx, methods.length > 0 ? methodNotAllowed(methods) : noSuchPath);
};

const isStatic = ({ path }: Route): boolean => !path.includes(':');

/** `HEAD` is answered wherever `GET` is (RFC 9110 section 9.1). */
const methodsOf = ({ method }: Route): readonly string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

/** How requests are counted while nobody knows who sends them. */
const anonymousBudgets = (routes: readonly Route[]): AnonymousBudgetOf => {
  const counted = routes
    .filter(({ access, anonymous }) => anonymous !== undefined || access === 'public')
    .map((route) => ({ ...route, head: route.path.replace(/:.*/, ''), parts: route.path.split('/') }));
  const isPathOf = ({ head, parts }: (typeof counted)[number], path: string): boolean => {
    if (!path.startsWith(head)) return false;
    const given = path.split('/');
    return parts.length === given.length && parts.every((part, i) => part.startsWith(':') || part === given[i]);
  };
  return (method, path) => {
    const asked = method === 'HEAD' ? 'GET' : method;
    const found = counted.find((route) => route.method === asked && isPathOf(route, path));
    return { budget: found?.anonymous ?? 'address', isPublic: found?.access === 'public' };
  };
};

/**
 * Looks up a path without parameters by its text and tries no pattern on it. A method that it does not support is 405,
 * even where a path with a parameter would match as well.
 */
const staticRoutes = (routes: readonly Route[], deps: HttpDeps): HttpMiddleware => {
  const byPath = new Map<
    string,
    { readonly methods: Map<string, HttpMiddleware>; readonly sendProblem: SendProblem }
  >();
  for (const route of routes.filter(isStatic)) {
    const path = byPath.get(route.path) ?? { methods: new Map(), sendProblem: route.sendProblem ?? sendProblem };
    const served = serve(route, deps);
    for (const method of methodsOf(route)) path.methods.set(method, served);
    byPath.set(route.path, path);
  }
  return (ctx, next) => {
    const path = byPath.get(ctx.path);
    if (path === undefined) return next();
    const served = path.methods.get(ctx.method);
    return served ? served(ctx, next) : path.sendProblem(ctx, methodNotAllowed([...path.methods.keys()].sort()));
  };
};

/** Routes the paths with parameters. */
const patternRoutes = (routes: readonly Route[], deps: HttpDeps): Router<HttpState> => {
  const router = new Router<HttpState>({ sensitive: true, strict: true });
  for (const route of routes.filter((candidate) => !isStatic(candidate))) {
    router.register(route.path, [route.method], serve(route, deps));
  }
  return router;
};

/**
 * The dependencies of the application. `observe` is called once for every finished request; see `RequestRecord`.
 * Without rate limits no request is counted, and without `access` no look is recorded.
 * The memory budget can be passed in when other code observes it as well.
 */
export type AppDeps = RequestContextDeps & {
  readonly services: Services;
  readonly config: HttpConfig;
  readonly rateLimiting?: RateLimiting;
  readonly memory?: MemoryBudget;
  readonly access?: AccessRecorder;
};

/**
 * Combines middlewares into one that calls them in this order. Koa does the same with a promise for each of them, which
 * few of them need; a middleware that throws is caught by the outermost.
 */
const compose = (...middlewares: readonly HttpMiddleware[]): HttpMiddleware =>
  middlewares.reduceRight((inner, outer) => (ctx, next) => outer(ctx, () => inner(ctx, next)));

/**
 * Creates the Koa application. Serve it with `app.callback()`. It opens no port, reads no environment variables and
 * writes no log.
 */
export const createApp = (deps: AppDeps): Koa<HttpState> => {
  const { services, config, access = noopAccessRecorder } = deps;
  const { memory = memoryBudget(config.limits.uploadBytesInFlight) } = deps;
  const rateLimiter = deps.rateLimiting === undefined ? unlimited : requestRateLimiter(deps.rateLimiting);
  const routeDeps: HttpDeps = {
    services,
    config,
    memory,
    downloads: downloadSlots(),
    rateLimiter,
    access,
  };
  const routes = routesFor(config);

  const app = new Koa<HttpState>();
  // Koa prints errors of connections that the client closed; the observer has already been called for such a request.
  app.silent = true;
  const errorSenders = new Map(routes.map(({ method, path, sendProblem: own }) => [`${method} ${path}`, own]));
  const errorSenderOf = (method: string, path: string) => errorSenders.get(`${method} ${path}`);
  app.use(
    compose(
      requestContext(deps, errorSenderOf),
      crossOrigin(config.allowedOrigins),
      validateTarget(rateLimiter, config.limits.urlBytes, errorSenderOf),
      ...(config.sandbox ? [answerOnDemand(errorSenderOf)] : []),
      restoreChangedLinks,
      showPreflightBudget(rateLimiter),
      preflights(config.allowedOrigins),
      countAnonymous(rateLimiter, config.staff, anonymousBudgets(routes), errorSenderOf),
      staticRoutes(routes, routeDeps),
    ),
  );
  app.use(patternRoutes(routes, routeDeps).routes());
  app.use(refuseUnrouted);
  return app;
};
