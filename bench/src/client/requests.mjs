// The requests of a partner and of a person, as values: `{ url, method?, headers?, body?, expect }`.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

const json = { 'Content-Type': 'application/json' };
const bearer = (token) => ({ Authorization: `Bearer ${token}` });

const jsonRequest = (method, url, token, body, expect) => ({
  method,
  url,
  headers: { ...bearer(token), ...json },
  body: JSON.stringify(body),
  expect,
});

const getRequest = (url, token) => ({ url, headers: bearer(token), expect: 200 });

/** The photo that every person takes, drawn: a passport whose MRZ can be read. */
export const specimen = new URL('../../../test/fixtures/specimens/td3-valid.jpg', import.meta.url);
const photo = readFileSync(specimen);
const boundary = `bench-${randomBytes(12).toString('hex')}`;
const form = Buffer.concat([
  Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="document_front"; filename="passport.jpg"\r\n` +
      'Content-Type: image/jpeg\r\n\r\n',
  ),
  photo,
  Buffer.from(`\r\n--${boundary}--\r\n`),
]);
const withPhoto = (method, url, token) => ({
  method,
  url,
  headers: { ...bearer(token), 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  body: form,
  expect: 200,
});

let count = 0;
/** A reference that no other profile has. */
export const nextReference = () => {
  count += 1;
  return `bench-${process.pid}-${count}`;
};

export const tokenRequest = (url, { clientId, clientSecret }) => ({
  method: 'POST',
  url: `${url}/api/auth/token`,
  headers: json,
  body: JSON.stringify({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  expect: 200,
});

export const createRequest = (url, token, reference = nextReference()) =>
  jsonRequest('POST', `${url}/api/profiles/create`, token, { reference }, 201);

/** A create with all that a partner may say of a person. */
export const fullCreateRequest = (url, token, reference = nextReference()) => {
  const claimed = { first_name: 'Anna Maria', last_name: 'Eriksson', date_of_birth: '1974-08-12' };
  const metadata = { branch: 'north', campaign: 'spring' };
  return jsonRequest('POST', `${url}/api/profiles/create`, token, { reference, claimed, metadata }, 201);
};

export const healthRequest = (url, token) => getRequest(`${url}/`, token);

export const readRequest = (url, token, id) => getRequest(`${url}/api/profiles/${id}`, token);

/** One of the two histories of a profile, `status_history` or `verification_history`. */
export const historyRequest = (url, token, name, id) => getRequest(`${url}/api/${name}/${id}`, token);

export const listRequest = (url, token, query) =>
  getRequest(`${url}/api/profiles?${new URLSearchParams(query)}`, token);

const consent = { text_version: '1', locale: 'en', granted: true };
export const consentRequest = (url, token, id) =>
  jsonRequest('PATCH', `${url}/api/profiles/${id}`, token, { consent }, 200);

/** A new endpoint for webhooks, which gets every event. */
export const endpointRequest = (url, token, receiver) =>
  jsonRequest('POST', `${url}/api/webhook-endpoints`, token, { url: receiver }, 201);

export const photoRequest = (url, token, id) => withPhoto('PATCH', `${url}/api/profiles/${id}`, token);

/** Asked with the flow token, which says whose document it is. */
export const analysisRequest = (url, flowToken) => withPhoto('POST', `${url}/api/ai/document-analysis`, flowToken);

export const sessionRequest = (url, flowToken) =>
  jsonRequest('POST', `${url}/api/face-liveness/session`, flowToken, {}, 201);

export const credentialsRequest = (url, flowToken) => getRequest(`${url}/api/cloud/credentials`, flowToken);

export const resultRequest = (url, flowToken, sessionId) =>
  getRequest(`${url}/api/face-liveness/results/${sessionId}`, flowToken);
