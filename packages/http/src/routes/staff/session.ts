import { staffUsername } from '@portcullis/backoffice';
import { pipe, type TaskEither, TE } from '@portcullis/domain';
import { closedObject, matching } from '@portcullis/domain/kernel';
import type { StaffSite } from '../../request/config.ts';
import { type HttpError, notConfigured } from '../../request/http-error.ts';
import type { HttpContext } from '../../request/request-context.ts';
import { requireSameOrigin } from '../../request/same-origin.ts';
import {
  endedSessionCookie,
  readSessionCookie,
  sessionCookie,
  ticketCookies,
  ticketGeneration,
} from '../../request/session-cookie.ts';
import type { HttpResponse } from '../../responses/http-response.ts';
import { endpoint, plainRoute } from '../endpoint.ts';
import { emptyObject, type HttpDeps, noBody } from '../route.ts';
import type { Services } from '../services.ts';
import { StaffMemberBody, startedMemberBody } from './staff-body.ts';

const SignInBody = closedObject(
  {
    username: matching('a name of 1 to 100 characters', /^[^\p{Cc}]+$/u, 100),
    password: matching('a password of 1 to 200 characters', /^[^\p{Cc}]+$/u, 200),
  },
  {
    code: matching('six digits', /^\d{6}$/),
    recovery_code: matching('a recovery code', /^[A-Za-z0-9 -]+$/, 40),
  },
  'StaffSignInRequest',
);

const signInForms = { machine: SignInBody, flow: SignInBody };

/** Sign in. */
const signIn = endpoint({
  method: 'POST',
  path: '/api/staff/session',
  id: 'startStaffSession',
  responses: [{ status: 200, body: StaffMemberBody }],
  access: 'public',
  anonymous: 'signIn',
  scope: null,
  forConsole: true,
  showsRecords: false,
  ignoresIdempotencyKey: true,
  params: emptyObject,
  query: emptyObject,
  body: { json: signInForms, example: { username: 'rosa', password: 'the password', code: '123456' } },
  run: ({ config: { staff }, services }, { body }) =>
    staff?.method !== 'password'
      ? TE.left(notConfigured)
      : pipe(
          services.signInStaff({
            username: body.username,
            password: body.password,
            code: body.code ?? null,
            recoveryCode: body.recovery_code ?? null,
          }),
          TE.map(({ secret, session }) => ({
            status: 200,
            cookies: [sessionCookie(staff, secret), ...ticketCookies(staff, session)],
            body: startedMemberBody(session),
          })),
        ),
});

/**
 * Counts the tries of a name and of an address before a password is compared, as those of clients at the token
 * endpoint: a name that others guess at is still let in from an address or by a browser in which it is known, and from
 * any other address once a minute.
 */
const countingTries =
  ({ config: { staff }, rateLimiter, services }: HttpDeps, ctx: HttpContext): Services['signInStaff'] =>
  (credentials) => {
    const username = staffUsername(credentials.username);
    const name = `staff ${username}`;
    const ticketAt = ticketGeneration(staff, ctx.req.headers.cookie, username);
    return pipe(
      rateLimiter.countSignIn(ctx, name, ticketAt),
      TE.flatMap((from) => services.signInStaff({ ...credentials, ...from })),
      TE.tap(() => rateLimiter.countTokenIssued(ctx, name)),
    );
  };

/** The same with its tries counted, and for the console's own page alone: nobody is signed in as somebody else. */
export const startStaffSession = plainRoute({
  ...signIn,
  serve: (deps, ctx) =>
    pipe(
      TE.fromEither(requireSameOrigin(deps.config.staff, ctx.method, ctx.req.headers)),
      TE.flatMap(() =>
        signIn.serve({ ...deps, services: { ...deps.services, signInStaff: countingTries(deps, ctx) } }, ctx),
      ),
    ),
});

const signedOut = (staff: StaffSite | null) => ({
  status: 204,
  headers: staff === null ? {} : endedSessionCookie(staff),
});

/** Sign out. */
const signOut = endpoint({
  method: 'DELETE',
  path: '/api/staff/session',
  id: 'endStaffSession',
  responses: [{ status: 204 }],
  access: 'staff',
  scope: null,
  permission: null,
  forConsole: true,
  showsRecords: false,
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  run: ({ config, services }, { caller }) =>
    pipe(
      services.endStaffSession(caller),
      TE.map(() => signedOut(config.staff)),
    ),
});

/** Ends the session of a request that was refused because its row does not open, so that nobody is known by it. */
const endDamaged =
  ({ config: { staff }, services }: HttpDeps, ctx: HttpContext) =>
  (refused: HttpError): TaskEither<HttpError, HttpResponse> => {
    const secret = readSessionCookie(staff, ctx.req.headers.cookie);
    if (refused._tag !== 'NoSession' || secret === null) return TE.left(refused);
    return pipe(
      services.endStaffSession(secret),
      TE.map(() => signedOut(staff)),
    );
  };

/** The same for a session whose row does not open: a member can leave it behind. */
export const endStaffSession = plainRoute({
  ...signOut,
  serve: (deps, ctx) => pipe(signOut.serve(deps, ctx), TE.orElse(endDamaged(deps, ctx))),
});
