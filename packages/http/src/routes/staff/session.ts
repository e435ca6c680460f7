import { pipe, TE } from '@portcullis/domain';
import { endedSessionCookie } from '../../request/session-cookie.ts';
import { endpoint } from '../endpoint.ts';
import { emptyObject, noBody } from '../route.ts';

export const endStaffSession = endpoint({
  method: 'DELETE',
  path: '/api/staff/session',
  id: 'endStaffSession',
  tag: 'Console',
  summary: 'Sign out',
  description: 'For the console: ends the session at once, on every instance, and removes its cookie.',
  access: 'staff',
  scope: null,
  permission: null,
  forConsole: true,
  showsRecords: false,
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  responses: [{ status: 204, description: 'The session has ended.' }],
  errors: [],
  run: ({ config, services }, { caller }) =>
    pipe(
      services.endStaffSession(caller),
      TE.map(() => ({ status: 204, headers: config.staff === null ? {} : endedSessionCookie(config.staff) })),
    ),
});
