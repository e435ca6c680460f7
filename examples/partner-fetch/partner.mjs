// A partner's program with Node alone: it creates a profile, prints the link for the person, follows the feed of events
// until something is decided, and prints the checks. `fetch` is all that it needs.
import { randomUUID } from 'node:crypto';

const { PORTCULLIS_URL, CLIENT_ID, CLIENT_SECRET } = process.env;

const answerOf = async (path, init) => {
  const answer = await fetch(PORTCULLIS_URL + path, init);
  const body = await answer.json();
  if (!answer.ok) throw new Error(`${path} was refused: ${body.code ?? body.error}`);
  return body;
};

const issued = await answerOf('/api/auth/token', {
  method: 'POST',
  body: new URLSearchParams({ grant_type: 'client_credentials', client_id: CLIENT_ID, client_secret: CLIENT_SECRET }),
});
const authorized = { Authorization: `Bearer ${issued.access_token}` };

// A repetition with the same key creates no second profile.
const { profile, verification_url } = await answerOf('/api/profiles/create', {
  method: 'POST',
  headers: { ...authorized, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
  body: JSON.stringify({ reference: `customer-${randomUUID()}`, claimed: { last_name: 'Eriksson' } }),
});
console.log(`The person opens this link:\n\n  ${verification_url}\n`);

/** Waits for the events of the profile, and answers the first status that is a decision. */
const decided = async () => {
  const decisions = ['approved', 'declined', 'in_review'];
  for (let after = null; ; ) {
    const { data, next_after } = await answerOf(`/api/events?wait=25${after ? `&after=${after}` : ''}`, {
      headers: authorized,
    });
    for (const { data: event, type } of data) {
      if (event.id !== profile.id) continue;
      console.log(type);
      if (decisions.includes(event.status)) return event.status;
    }
    after = next_after ?? after;
  }
};

const status = await decided();
const { checks } = await answerOf(`/api/profiles/${profile.id}`, { headers: authorized });
for (const check of checks) console.log(`  ${check.name} ${check.status}`);
console.log(`The profile is ${status}.`);
