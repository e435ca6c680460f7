import type { StartedSession } from '@portcullis/backoffice';
import { signInTransactionSeconds } from '@portcullis/backoffice/ports';
import { notFound, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { Invalid, InvalidCredentials } from '@portcullis/domain/kernel';
import { bodyBytes } from '../../request/body/read-body.ts';
import type { StaffSite } from '../../request/config.ts';
import { type HttpError, invalidRequest } from '../../request/http-error.ts';
import { isTextOf } from '../../request/media-type.ts';
import { decodeUtf8 } from '../../request/oauth/oauth-parameters.ts';
import { isAtApi } from '../../request/same-origin.ts';
import { readSignInCookie, sessionCookie, signInCookie } from '../../request/session-cookie.ts';
import type { HttpResponse } from '../../responses/http-response.ts';
import { noTexts, plainRoute } from '../endpoint.ts';
import { emptyObject, noBody } from '../route.ts';

const browserRoute = {
  ...noTexts,
  method: 'GET',
  access: 'public',
  anonymous: 'signIn',
  scope: null,
  forConsole: true,
  showsRecords: false,
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  described: false,
} as const;

/** The address to which the provider sends the browser back. It is registered there, letter by letter. */
const callbackPath = '/console/callback';

/** Sends a browser to the provider, with a cookie that ties the answer to it. */
export const beginProviderSignIn = plainRoute({
  ...browserRoute,
  path: '/console/sign-in',
  id: 'beginProviderSignIn',
  serve: ({ config: { staff }, services }, ctx) =>
    staff?.method !== 'openid' || isAtApi(staff, ctx.req.headers)
      ? TE.left(notFound)
      : pipe(
          services.beginStaffSignIn(`${staff.origin()}${callbackPath}`),
          TE.map(({ transaction, url }) => ({
            status: 302,
            headers: { Location: url },
            cookies: [signInCookie(staff, transaction, signInTransactionSeconds)],
          })),
        ),
});

/** The console, with the cookie of the sign-in removed: no answer is for the same one twice. */
const backToConsole = (site: StaffSite, fragment: string, cookies: readonly string[]): HttpResponse => ({
  status: 302,
  headers: { Location: `/console${fragment}` },
  cookies: [...cookies, signInCookie(site, '', 0)],
});

/**
 * The browser goes on to the console, which is the same page for everybody: a browser that comes from another site
 * sends no `Strict` cookie with that request, and needs none. The page's own requests have it.
 */
const signedIn = (site: StaffSite, { secret }: StartedSession): HttpResponse =>
  backToConsole(site, '', [sessionCookie(site, secret)]);

/** Everything that is wrong looks alike to a browser. An outage is no refusal: it is answered as everywhere. */
const onSignInFailure =
  (site: StaffSite) =>
  (failure: Invalid | InvalidCredentials | Unavailable): TaskEither<HttpError, HttpResponse> =>
    failure._tag === 'InvalidCredentials' ? TE.right(backToConsole(site, '#sign-in-failed', [])) : TE.left(failure);

/** Receives a browser that comes back from the provider, and begins a session. */
export const finishProviderSignIn = plainRoute({
  ...browserRoute,
  path: callbackPath,
  id: 'finishProviderSignIn',
  serve: ({ config: { staff }, services }, ctx) =>
    staff?.method !== 'openid' || isAtApi(staff, ctx.req.headers)
      ? TE.left(notFound)
      : pipe(
          services.finishStaffSignIn({
            answer: `${staff.origin()}${callbackPath}?${ctx.querystring}`,
            transaction: readSignInCookie(staff, ctx.req.headers.cookie),
            request: ctx.state.context.trace,
          }),
          TE.map((started) => signedIn(staff, started)),
          TE.orElse(onSignInFailure(staff)),
        ),
});

/** The token of a form that has exactly one; otherwise `null`. */
const logoutTokenIn = (bytes: Uint8Array, contentType = ''): string | null => {
  if (!isTextOf('application/x-www-form-urlencoded', contentType)) return null;
  const [token, ...more] = new URLSearchParams(decodeUtf8(bytes) ?? '').getAll('logout_token');
  return more.length > 0 ? null : (token ?? null);
};

const notTaken = invalidRequest('body', [
  { pointer: '/logout_token', message: 'expected a logout token of the identity provider, once' },
]);

/** Hears from the provider that somebody has signed out there (OpenID Connect Back-Channel Logout 1.0 section 2.5). */
export const endProviderSessions = plainRoute({
  ...browserRoute,
  method: 'POST',
  path: '/console/backchannel-logout',
  id: 'endProviderSessions',
  serve: ({ config: { limits, staff }, services }, ctx) =>
    staff?.method !== 'openid'
      ? TE.left(notFound)
      : pipe(
          bodyBytes(ctx, limits.jsonBytes),
          TE.flatMap((bytes): TaskEither<HttpError, boolean> => {
            const token = logoutTokenIn(bytes, ctx.req.headers['content-type']);
            return token === null
              ? TE.right(false)
              : services.endProviderSessions({ token, request: ctx.state.context.trace });
          }),
          TE.flatMap((isTaken) => (isTaken ? TE.right({ status: 200 }) : TE.left(notTaken))),
        ),
});
