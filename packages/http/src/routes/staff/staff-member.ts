import { pipe, TE } from '@portcullis/domain';
import { endpoint } from '../endpoint.ts';
import { emptyObject, noBody } from '../route.ts';
import { StaffMemberBody, StaffSignInBody, staffMemberBody } from './staff-body.ts';

export const readStaffSignIn = endpoint({
  method: 'GET',
  path: '/api/staff/sign-in',
  id: 'readStaffSignIn',
  tag: 'Console',
  summary: 'How staff sign in',
  description:
    'For the console. `password`: with a name, a password and a code of a second factor. `openid`: at an identity provider, to which `/console/sign-in` leads. Nothing where nobody of the staff can sign in.',
  access: 'public',
  anonymous: 'signIn',
  scope: null,
  forConsole: true,
  showsRecords: false,
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  responses: [{ status: 200, description: 'The ways.', body: StaffSignInBody }],
  errors: [],
  run: ({ config: { staff } }) =>
    TE.right({ status: 200, body: { object: 'staff_sign_in', methods: staff === null ? [] : [staff.method] } }),
});

export const readStaffMember = endpoint({
  method: 'GET',
  path: '/api/staff/me',
  id: 'readStaffMember',
  tag: 'Console',
  summary: 'Who is signed in',
  description: 'For the console: the member of staff, what their roles allow, and when the session ends.',
  access: 'staff',
  anonymous: 'signIn',
  scope: null,
  permission: null,
  forConsole: true,
  showsRecords: false,
  params: emptyObject,
  query: emptyObject,
  body: noBody,
  responses: [{ status: 200, description: 'The member of staff.', body: StaffMemberBody }],
  errors: [],
  run: ({ services }, { caller }) =>
    pipe(
      services.readStaffMember(caller),
      TE.map((view) => ({ status: 200, body: staffMemberBody(view) })),
    ),
});
