import { readFileSync } from 'node:fs';
import sharp from 'sharp';

const specimen = new URL('../../test/fixtures/specimens/td3-valid.jpg', import.meta.url);

/** The specimen in this width: a photo that is too small to be approved is large enough for every other state. */
const photoOf = (width) => sharp(readFileSync(specimen)).resize({ width }).jpeg({ quality: 45 }).toBuffer();
const small = 900;
const large = Number(process.env.PHOTO_WIDTH ?? 1100);

/** Sends requests with a bearer token, and answers their bodies. It throws for another status than a success. */
export const caller = (baseUrl) => async (token, method, path, body) => {
  const form = body instanceof FormData;
  const answer = await fetch(new URL(path, baseUrl), {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body && !form && { 'Content-Type': 'application/json' }) },
    ...(body && { body: form ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path.split('?')[0]}: ${answer.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
};

/** The person's side of a verification, with the steps in their order. */
const personSteps = (call) => ({
  consent: async ({ id, token }) => {
    const { consent } = await call(token, 'GET', '/api/settings');
    const given = { text_version: consent.current.text_version, locale: 'en', granted: true };
    await call(token, 'PATCH', `/api/profiles/${id}`, { consent: given });
  },
  document_front: async ({ photo, token }) => {
    const form = new FormData();
    form.append('document_front', new Blob([photo], { type: 'image/jpeg' }), 'passport.jpg');
    await call(token, 'POST', '/api/ai/document-analysis', form);
  },
  liveness: async ({ token }) => {
    const { session_id: session } = await call(token, 'POST', '/api/face-liveness/session', {});
    await call(token, 'GET', '/api/cloud/credentials');
    await call(token, 'GET', `/api/face-liveness/results/${session}`);
  },
});

const allSteps = ['consent', 'document_front', 'liveness'];

/** One person for each state in which a profile can rest, and the steps that lead there. */
const people = [
  { scenario: 'approve', steps: [] },
  { scenario: 'approve', steps: ['consent'] },
  { scenario: 'approve', steps: allSteps, note: 'looked at by hand', width: large },
  { scenario: 'decline_face_mismatch', steps: allSteps },
  { scenario: 'review_face_borderline', steps: allSteps },
  { scenario: 'retry_liveness_then_approve', steps: allSteps },
  { scenario: 'approve', steps: ['consent'], event: 'canceled' },
  { scenario: 'approve', steps: ['consent'], erased: true },
];

/** Brings a profile into each state, through the API; answers their ids and states. */
export const playStates = async ({ base_url: baseUrl, token }, until) => {
  const call = caller(baseUrl);
  const act = personSteps(call);
  const profiles = [];
  for (const [n, { erased = false, event, note, scenario, steps, width = small }] of people.entries()) {
    const claimed = { last_name: 'Eriksson', first_name: 'Anna Maria' };
    const made = { reference: `customer-${n}`, claimed, sandbox: { scenario } };
    const { profile, verification_url: link } = await call(token, 'POST', '/api/profiles/create', made);
    const flowToken = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
    const person = { id: profile.id, token: flowToken, photo: await photoOf(width) };
    for (const step of steps) await act[step](person);
    const look = () => call(token, 'GET', `/api/profiles/${profile.id}`);
    await until('decide', async () => (await look()).status !== 'processing');
    if (note)
      await call(token, 'POST', `/api/verification_history/${profile.id}`, { type: 'partner.note', data: { note } });
    if (event) await call(token, 'POST', `/api/status_history/${profile.id}`, { event });
    if (erased) await call(token, 'DELETE', `/api/profiles/${profile.id}`);
    profiles.push({ id: profile.id, status: (await look()).status });
  }
  return profiles;
};
