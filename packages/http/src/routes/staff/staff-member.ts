import { pipe, TE } from '@portcullis/domain';
import { oneOf, t } from '@portcullis/domain/kernel';
import { endpoint } from '../endpoint.ts';
import { StaffMemberBody, staffMemberBody } from './staff-body.ts';

const SignInMethodsBody = t.type(
  { object: t.literal('staff_sign_in'), methods: t.readonlyArray(oneOf(['password', 'openid'])) },
  'SignInMethods',
);

/** How staff sign in. */
export const readStaffSignIn = endpoint({
  method: 'GET',
  path: '/api/staff/sign-in',
  id: 'readStaffSignIn',
  responses: [{ status: 200, body: SignInMethodsBody }],
  access: 'public',
  anonymous: 'signIn',
  scope: null,
  forConsole: true,
  showsRecords: false,
  run: ({ config: { staff } }) =>
    TE.right({ status: 200, body: { object: 'staff_sign_in', methods: staff === null ? [] : [staff.method] } }),
});

/** Reads the signed-in member of staff. */
export const readStaffMember = endpoint({
  method: 'GET',
  path: '/api/staff/me',
  id: 'readStaffMember',
  responses: [{ status: 200, body: StaffMemberBody }],
  access: 'staff',
  anonymous: 'signIn',
  scope: null,
  permission: null,
  forConsole: true,
  showsRecords: false,
  run: ({ services }, { caller }) =>
    pipe(
      services.readStaffMember(caller),
      TE.map((view) => ({ status: 200, body: staffMemberBody(view) })),
    ),
});
