// What is measured, and what each is measured against.
import { newProfileBatch } from './database.mjs';

const json = { 'Content-Type': 'application/json' };
const bearer = (token) => ({ Authorization: `Bearer ${token}` });

const tokenRequest = ({ clientId, clientSecret }) =>
  JSON.stringify({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });

const answered = async (answer) => {
  if (!answer.ok) throw new Error(`${answer.url} was answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
};

const post = (url, body, headers = {}) =>
  fetch(url, { method: 'POST', headers: { ...json, ...headers }, body }).then(answered);

/** Enough for a round however fast the machine; making one costs more than sending it, so it is done before. */
const perSecond = 2500;

const pool = (make) => {
  const ready = [];
  return {
    prepare: (seconds) => {
      while (ready.length < seconds * perSecond) ready.push(make());
    },
    bodies: () => ready.pop() ?? make(),
  };
};

let count = 0;
const nextReference = () => {
  count += 1;
  return `bench-${process.pid}-${count}`;
};

/** A machine token and a profile as it is after the person's first step, to be read again and again. */
const prepared = async (backend, client) => {
  const { access_token: token } = await post(`${backend.url}/api/auth/token`, tokenRequest(client));
  const body = JSON.stringify({
    reference: nextReference(),
    claimed: { first_name: 'Anna Maria', last_name: 'Eriksson', date_of_birth: '1974-08-12' },
    metadata: { branch: 'north', campaign: 'spring' },
  });
  const { profile } = await post(`${backend.url}/api/profiles/create`, body, bearer(token));
  const consent = { text_version: '1', locale: 'en', granted: true };
  const patched = await fetch(`${backend.url}/api/profiles/${profile.id}`, {
    method: 'PATCH',
    headers: { ...json, ...bearer(token) },
    body: JSON.stringify({ consent }),
  }).then(answered);
  return { token, profileId: patched.id };
};

/**
 * Groups of targets; the first of a group is ours, the others are its limits. The token-checked route without the database
 * is a list whose `limit` is out of range: the token is verified, its scope checked and the query decoded, then it is
 * refused (400) before anything is read. Every route that answers 200 reads the database.
 */
export const groupsFor = async ({ backend, koa, database, client, superuser }) => {
  const { token, profileId } = await prepared(backend, client);
  const asClient = bearer(token);
  const asSuperuser = { Authorization: superuser };
  const bare = { name: 'bare Koa GET', pid: koa.pid, url: `${koa.url}/`, expect: 200 };
  const creates = pool(() => JSON.stringify({ reference: nextReference() }));
  const batches = pool(() => newProfileBatch(nextReference(), 'bench'));
  return {
    profileId,
    checked: [
      {
        name: 'GET /api/profiles?limit=0 (token checked, refused)',
        pid: backend.pid,
        url: `${backend.url}/api/profiles?limit=0`,
        headers: asClient,
        expect: 400,
      },
      bare,
    ],
    health: [
      { name: 'GET /', pid: backend.pid, url: `${backend.url}/`, headers: asClient, expect: 200 },
      bare,
      {
        name: 'PocketBase, the same one-id read',
        pid: database.pid,
        url: `${database.url}/api/collections/profiles/records?page=1&perPage=1&fields=id&skipTotal=1`,
        headers: asSuperuser,
        expect: 200,
      },
    ],
    read: [
      {
        name: 'GET /api/profiles/:id',
        pid: backend.pid,
        url: `${backend.url}/api/profiles/${profileId}`,
        headers: asClient,
        expect: 200,
      },
      {
        name: 'PocketBase, the same record',
        pid: database.pid,
        url: `${database.url}/api/collections/profiles/records/${profileId}`,
        headers: asSuperuser,
        expect: 200,
      },
    ],
    create: [
      {
        name: 'POST /api/profiles/create',
        pid: backend.pid,
        url: `${backend.url}/api/profiles/create`,
        method: 'POST',
        headers: { ...asClient, ...json },
        expect: 201,
        ...creates,
      },
      {
        name: 'PocketBase, the same batch',
        pid: database.pid,
        url: `${database.url}/api/batch`,
        method: 'POST',
        headers: { ...asSuperuser, ...json },
        expect: 200,
        ...batches,
      },
    ],
    token: [
      {
        name: 'POST /api/auth/token',
        pid: backend.pid,
        url: `${backend.url}/api/auth/token`,
        method: 'POST',
        headers: json,
        body: tokenRequest(client),
        expect: 200,
      },
      {
        name: 'bare Koa POST, JSON read',
        pid: koa.pid,
        url: `${koa.url}/token`,
        method: 'POST',
        headers: json,
        body: tokenRequest(client),
        expect: 200,
      },
    ],
  };
};
