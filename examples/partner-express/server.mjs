// A partner's web server: somebody opens an account, is sent to the page of Portcullis, comes back, and sees what
// became of it. The result comes by webhook: what stands in the address of the browser proves nothing.
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createClient, webhooks } from '@portcullis/client';
import express from 'express';
import { homePage, problemPage, resultPage } from './pages.mjs';

const { PORTCULLIS_URL, CLIENT_ID, CLIENT_SECRET, WEBHOOK_SECRETS, PORT = '3000' } = process.env;
/** Where browsers reach this server. What a request says of that (`Host`) is not to be believed. */
const { PUBLIC_URL = `http://127.0.0.1:${PORT}` } = process.env;
const client = createClient({ baseUrl: PORTCULLIS_URL, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });

/** The applications of this server, by the secret in the cookie of a browser. A real one has a database. */
const applications = new Map();
const cookieName = 'application';

const applicationOf = (request) => {
  const cookies = (request.get('cookie') ?? '').split('; ').map((pair) => pair.split('='));
  return applications.get(new Map(cookies).get(cookieName));
};

/** Keeps what Portcullis says of a profile. Only a higher version is news: a webhook may come twice or late. */
const learn = (from, { id, status, version }) => {
  const application = [...applications.values()].find(({ profileId }) => profileId === id);
  if (application === undefined || version <= application.version) return;
  Object.assign(application, { status, version });
  console.log(`${id} is ${status} (${from})`);
};

const app = express();
app.disable('x-powered-by');
app.use(express.static(fileURLToPath(new URL('public', import.meta.url))));
app.get('/', (_, response) => response.send(homePage()));

app.post('/applications', express.urlencoded({ extended: false }), async (request, response) => {
  const { first_name, last_name } = request.body;
  const reference = randomUUID();
  const created = await client.profiles.create({
    reference,
    claimed: { first_name, last_name },
    redirect_url: `${PUBLIC_URL}/result`,
  });
  if (!created.ok) return response.status(502).send(problemPage(created.problem));
  const { profile, verification_url } = created.value;
  const { id, status, version } = profile;
  // The reference is known to Portcullis and its staff. The secret is another, which this browser alone has.
  const secret = randomUUID();
  applications.set(secret, { name: first_name, profileId: id, status, version });
  response.cookie(cookieName, secret, { httpOnly: true, sameSite: 'lax', secure: PUBLIC_URL.startsWith('https:') });
  // The link has the person's token: it goes to their browser, and into no log.
  response.redirect(303, verification_url);
});

app.post('/webhooks', express.raw({ type: () => true }), async ({ body, headers }, response) => {
  const delivery = await webhooks.verify(body, headers, WEBHOOK_SECRETS.split(' '));
  if (!delivery.ok) return response.status(400).json({ error: delivery.problem.code });
  const { data, type } = delivery.value;
  if (type.startsWith('profile.')) learn('webhook', data);
  response.json({});
});

app.get('/result', async (request, response) => {
  const application = applicationOf(request);
  if (application === undefined) return response.redirect(303, '/');
  const read = await client.profiles.get(application.profileId);
  if (read.ok) learn('read', read.value);
  response.set('Cache-Control', 'no-store').send(resultPage(application, read.ok ? read.value.checks : []));
});

app.listen(Number(PORT), '127.0.0.1', (error) => {
  if (error) throw error;
  console.log(`Open ${PUBLIC_URL}`);
});
