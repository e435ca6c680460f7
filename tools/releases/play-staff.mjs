import { once } from 'node:events';
import { createServer } from 'node:http';
import { caller } from './play-states.mjs';

/** Answers the ping, so that deliveries begin, and refuses everything else, so that they are tried again. */
const startReceiver = async () => {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => response.writeHead(body.includes('endpoint.ping') ? 204 : 500).end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, url: `http://127.0.0.1:${server.address().port}/hooks` };
};

/** Adds a webhook endpoint as the partner, and waits until a delivery to it has failed. Answers its id. */
export const addEndpoint = async ({ base_url: baseUrl, token }, until) => {
  const receiver = await startReceiver();
  try {
    return await failDelivery(receiver.url, caller(baseUrl), token, until);
  } finally {
    receiver.server.close();
    receiver.server.closeAllConnections();
  }
};

const failDelivery = async (url, call, token, until) => {
  const { endpoint } = await call(token, 'POST', '/api/webhook-endpoints', { url, description: 'A kept endpoint' });
  const tries = () => call(token, 'GET', `/api/webhook-endpoints/${endpoint.id}/deliveries`);
  const { profile } = await call(token, 'POST', '/api/profiles/create', { reference: 'customer-of-the-first-event' });
  await call(token, 'POST', `/api/status_history/${profile.id}`, { event: 'canceled' });
  await until('try a delivery', async () => (await tries()).data.length > 0);
  return endpoint.id;
};

/** Signs in at the console. Answers what sends requests as the member of staff. */
const signIn = async (baseUrl, password) => {
  const send = (method, path, body, cookie) =>
    fetch(new URL(path, baseUrl), {
      method,
      headers: { Origin: baseUrl, 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const begun = await send('POST', '/api/staff/session', { username: 'staff', password });
  if (!begun.ok) throw new Error(`Signing in: ${begun.status} ${await begun.text()}`);
  const [cookie] = begun.headers.get('set-cookie').split(';');
  return async (method, path, body) => {
    const answer = await send(method, path, body, cookie);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
};

/**
 * Has a member of staff make one of everything that staff can make: a claim, an entry of a list, a client, and a draft
 * of a policy with a back-test. Answers the ids.
 */
export const playStaff = async ({ base_url: baseUrl, staff }, profiles, until) => {
  const call = await signIn(baseUrl, staff.password);
  const idOf = (state) => profiles.find(({ status }) => status === state).id;
  const claimed = idOf('in_review');
  await call('POST', `/api/reviews/${claimed}/claim`, {});
  const entry = { list: 'blocked', kind: 'document', profile_id: idOf('declined'), note: 'Reported as stolen.' };
  const { data: entries } = await call('POST', '/api/lists', entry);
  const { client } = await call('POST', '/api/clients', { name: 'Order service', scopes: ['profiles:read'] });
  const { data: policies } = await call('GET', '/api/policies');
  const [{ id, version }] = policies;
  const { policy } = await call('GET', `/api/policies/${id}/${version}`);
  const document = { ...policy, id: 'kept', version: '1' };
  const draft = await call('POST', '/api/policy-drafts', { policy: document, note: 'Passports alone.' });
  const test = `/api/policy-drafts/${draft.id}/back-test`;
  await call('POST', test);
  await until('try a draft', async () => (await call('GET', test)).status === 'done');
  return { claimed_profile: claimed, list_entry: entries[0].id, client: client.id, policy_draft: draft.id };
};
