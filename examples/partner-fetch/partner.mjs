// A partner's program with Node alone: it creates a profile, prints the link for the person, follows the feed of events
// until something is decided, and prints the checks. `fetch` is all that it needs.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const { PORTCULLIS_URL, CLIENT_ID, CLIENT_SECRET } = process.env;

/** Asks again after the time in `Retry-After`, as long as the service gives one. */
const answerOf = async (path, init) => {
  for (;;) {
    const answer = await fetch(PORTCULLIS_URL + path, init);
    const body = await answer.json();
    if (answer.ok) return body;
    const seconds = answer.headers.get('Retry-After') ?? '';
    if (!/^\d+$/.test(seconds)) throw new Error(`${path} was refused: ${body.code ?? body.error}`);
    await sleep(Number(seconds) * 1000);
  }
};

const credentials = { grant_type: 'client_credentials', client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
let token = { value: '', endsAt: 0 };
/** Calls with the token, and gets a new one a minute before it ends. */
const call = async (path, init = {}) => {
  if (Date.now() > token.endsAt) {
    const issued = await answerOf('/api/auth/token', { method: 'POST', body: new URLSearchParams(credentials) });
    token = { value: issued.access_token, endsAt: Date.now() + (issued.expires_in - 60) * 1000 };
  }
  return answerOf(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${token.value}` } });
};

// A repetition with the same key creates no second profile.
const { profile, verification_url } = await call('/api/profiles/create', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
  body: JSON.stringify({ reference: `customer-${randomUUID()}`, claimed: { last_name: 'Eriksson' } }),
});
console.log(`The person opens this link:\n\n  ${verification_url}\n`);

/** Waits for the events of the profile, and answers the first status that is a decision. */
const decided = async () => {
  const decisions = ['approved', 'declined', 'in_review'];
  for (let after = null; ; ) {
    const { data, next_after } = await call(`/api/events?wait=25${after ? `&after=${after}` : ''}`);
    for (const { data: event, type } of data) {
      if (event.id !== profile.id) continue;
      console.log(type);
      if (decisions.includes(event.status)) return event.status;
    }
    after = next_after ?? after;
  }
};

const status = await decided();
const { checks } = await call(`/api/profiles/${profile.id}`);
for (const check of checks) console.log(`  ${check.name} ${check.status}`);
console.log(`The profile is ${status}.`);
