import { pipe, TE } from '@portcullis/domain';
import { endpoint } from '../endpoint.ts';
import { staffMemberBody } from './staff-body.ts';

/** How staff sign in. */
export const readStaffSignIn = endpoint({
  method: 'GET',
  path: '/api/staff/sign-in',
  id: 'readStaffSignIn',
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
