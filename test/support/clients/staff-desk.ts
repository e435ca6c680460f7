import type { StaffIdentity, StaffSessions } from '@portcullis/backoffice/ports';
import { startStaffSession } from '#backoffice/staff/start-staff-session';
import { mustSucceed } from '../run.ts';
import { openedRecords, type TestSandbox } from '../servers/sandbox.ts';

/** The answer of the service to a member of staff; `json` is `null` without a body. */
export type StaffReply = { readonly status: number; readonly json: unknown };

/** Sends requests of the console, by the session of a member of staff. */
export type StaffDesk = (method: 'GET' | 'POST', path: string, json?: unknown) => Promise<StaffReply>;

/** A reviewer of the partner of a sandbox; there may be many: nobody has an account. */
export const reviewerOf = (n: number, partnerId = 'sandbox'): StaffIdentity => ({
  staffId: `staff-${String(n).padStart(12, '0')}`,
  name: `Reviewer ${n}`,
  roles: ['reviewer'],
  tenant: { partnerId, teamId: null },
});

type OpenDesk = (member: StaffIdentity) => Promise<StaffDesk>;

/**
 * Makes what begins sessions at a service over plain HTTP, in its database, as its sign-in does once somebody has
 * proved who they are: without the work of a password each.
 */
export const staffDesksAt = (baseUrl: string, staffSessions: StaffSessions): OpenDesk => {
  const salt = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');
  const start = startStaffSession({ staffSessions, ids: { salt }, clock: { now: () => Date.now() } });
  return async (member) => {
    const { secret } = await mustSucceed(start(member));
    return async (method, path, json) => {
      const answer = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          cookie: `portcullis-staff=${secret}`,
          origin: baseUrl,
          connection: 'close',
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      });
      const text = await answer.text();
      return { status: answer.status, json: text === '' ? null : JSON.parse(text) };
    };
  };
};

/** The same at a sandbox. */
export const staffDesksOf = (sandbox: TestSandbox): OpenDesk =>
  staffDesksAt(sandbox.info.base_url, openedRecords(sandbox).staffSessions);
