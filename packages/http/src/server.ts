import Router from '@koa/router';
import { notFound } from '@portcullis/domain';
import Koa from 'koa';
import { type UploadBudget, uploadBudget } from './body/upload-budget.ts';
import type { HttpConfig } from './config.ts';
import { serve } from './endpoint.ts';
import { methodNotAllowed } from './http-error.ts';
import { countStrangers, showPreflights } from './middleware/count-strangers.ts';
import { crossOrigin, preflights } from './middleware/cross-origin.ts';
import { type EdgeNeeds, edge } from './middleware/edge.ts';
import { secureHeaders } from './middleware/secure-headers.ts';
import { wellFormed } from './middleware/well-formed.ts';
import { documentOf } from './openapi/document.ts';
import type { Rates } from './rates/rates.ts';
import { requestRates, uncounted } from './rates/request-rates.ts';
import { refuse } from './respond.ts';
import type { Refuse, Route, Surface } from './route.ts';
import { explainDecision } from './routes/decision.ts';
import { readContract, readDocs, readDocsAsset } from './routes/docs.ts';
import { analyzeDocument } from './routes/document-analysis.ts';
import { readFile } from './routes/files.ts';
import { readHealth } from './routes/health.ts';
import {
  appendVerificationEvent,
  postStatusEvent,
  readStatusHistory,
  readVerificationHistory,
} from './routes/histories.ts';
import { issueBrowserCredentials, openLivenessSession, readLivenessResult } from './routes/liveness.ts';
import { createProfile, eraseProfile, getProfile, listProfiles, renewFlowToken } from './routes/profiles.ts';
import { readSettings } from './routes/settings.ts';
import { issueToken } from './routes/token.ts';
import { updateProfile } from './routes/update-profile.ts';
import type { Services } from './services.ts';
import type { HttpContext, HttpMiddleware, State } from './trace.ts';

/** All routes, in the order in which they are described. */
export const routesFor = (config: HttpConfig): readonly Route[] => {
  const contract = () => JSON.stringify(documentOf(all, config));
  const all: readonly Route[] = [
    issueToken,
    readHealth,
    createProfile(config.sandbox),
    listProfiles,
    getProfile,
    updateProfile,
    eraseProfile,
    renewFlowToken,
    explainDecision,
    readFile,
    openLivenessSession,
    readLivenessResult,
    issueBrowserCredentials,
    analyzeDocument,
    postStatusEvent,
    readStatusHistory,
    appendVerificationEvent,
    readVerificationHistory,
    readSettings,
    readContract(contract),
    readDocs,
    readDocsAsset,
  ];
  return all;
};

/** The API description (OpenAPI 3.1) that a server with this configuration serves at `/openapi.json`. */
export const openApiDocument = (config: HttpConfig) => documentOf(routesFor(config), config);

/** A path that the router knows with another method is answered with 405, every other path with 404. */
const refuseUnrouted = (ctx: HttpContext): void => {
  const layers: readonly { readonly methods: readonly string[] }[] = ctx['matched'] ?? [];
  const methods = [...new Set(layers.flatMap((layer) => layer.methods))].sort();
  refuse(ctx, methods.length > 0 ? methodNotAllowed(methods) : notFound);
};

const isFixed = ({ path }: Route): boolean => !path.includes(':');

/** `HEAD` is answered wherever `GET` is (RFC 9110 section 9.1). */
const methodsOf = ({ method }: Route): readonly string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

/**
 * Looks up a path without parameters by its text and tries no pattern on it. A method that it does not support is 405,
 * even where a path with a parameter would match as well.
 */
const direct = (routes: readonly Route[], surface: Surface): HttpMiddleware => {
  const byPath = new Map<string, { readonly methods: Map<string, HttpMiddleware>; readonly refused: Refuse }>();
  for (const route of routes.filter(isFixed)) {
    const path = byPath.get(route.path) ?? { methods: new Map(), refused: route.refuse ?? refuse };
    const served = serve(route, surface);
    for (const method of methodsOf(route)) path.methods.set(method, served);
    byPath.set(route.path, path);
  }
  return (ctx, next) => {
    const path = byPath.get(ctx.path);
    if (path === undefined) return next();
    const served = path.methods.get(ctx.method);
    return served ? served(ctx, next) : path.refused(ctx, methodNotAllowed([...path.methods.keys()].sort()));
  };
};

/** Routes the paths with parameters. */
const patterns = (routes: readonly Route[], surface: Surface): Router<State> => {
  const router = new Router<State>({ sensitive: true, strict: true });
  for (const route of routes.filter((candidate) => !isFixed(candidate))) {
    router.register(route.path, [route.method], serve(route, surface));
  }
  return router;
};

/**
 * The dependencies of the application. `observe` is called once for every finished request; see `RequestRecord`.
 * Without rate limits no request is counted. The memory budget can be passed in when other code observes it as well.
 */
export type AppNeeds = EdgeNeeds & {
  readonly services: Services;
  readonly config: HttpConfig;
  readonly rates?: Rates;
  readonly uploads?: UploadBudget;
};

/**
 * Creates the Koa application. Serve it with `app.callback()`. It opens no port, reads no environment variables and
 * writes no log.
 */
export const createApp = (needs: AppNeeds): Koa<State> => {
  const { services, config, uploads = uploadBudget(config.limits.uploadBytesInFlight) } = needs;
  const rates = needs.rates === undefined ? uncounted : requestRates(needs.rates);
  const surface: Surface = { services, config, uploads, rates };
  const routes = routesFor(config);

  const app = new Koa<State>();
  // Koa prints errors of connections that the client closed; the observer has already been called for such a request.
  app.silent = true;
  app.use(secureHeaders());
  app.use(edge(needs));
  app.use(crossOrigin(config.allowedOrigins));
  app.use(wellFormed(rates, config.limits.urlBytes));
  app.use(showPreflights(rates));
  app.use(preflights(config.allowedOrigins));
  const ownWords = new Map(routes.map(({ method, path, refuse: own }) => [`${method} ${path}`, own]));
  app.use(countStrangers(rates, (method, path) => ownWords.get(`${method} ${path}`)));
  app.use(direct(routes, surface));
  app.use(patterns(routes, surface).routes());
  app.use(refuseUnrouted);
  return app;
};
