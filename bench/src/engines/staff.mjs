// The requests of a member of staff, who has a session and no token.
import { systemClock } from '@portcullis/adapter-memory';
import { startStaffSession } from '@portcullis/domain/use-cases';
import { fillPartner } from './fill-plan.mjs';
import { done, ids } from './stores.mjs';

const origin = 'https://console.example';

/** The setting of a service at which staff sign in. */
export const staffVariables = { CONSOLE_URL: origin };

const member = (n) => ({
  staffId: `staff-bench${String(n).padStart(7, '0')}`,
  name: 'Rosa Lind',
  roles: ['senior'],
  tenant: { partnerId: fillPartner, teamId: null },
});

/** Begins a session of the n-th member of staff in the stores of a service, and answers the headers of its requests. */
export const signedIn = async ({ staffSessions }, n) => {
  const { secret } = await done(startStaffSession({ staffSessions, ids, clock: systemClock })(member(n)));
  return { Cookie: `__Host-portcullis-staff=${secret}`, Origin: origin };
};

export const queueRequest = (url, headers, query) => ({
  url: `${url}/api/reviews?${new URLSearchParams(query)}`,
  headers,
  expect: 200,
});

export const summaryRequest = (url, headers) => ({ url: `${url}/api/reviews/summary`, headers, expect: 200 });

export const caseRequest = (url, headers, id) => ({ url: `${url}/api/reviews/${id}`, headers, expect: 200 });

export const nextRequest = (url, headers) => ({
  url: `${url}/api/reviews/next`,
  method: 'POST',
  body: '{}',
  expect: 200,
  headers: { ...headers, 'Content-Type': 'application/json' },
});
