import { scopes } from '@portcullis/domain/kernel';
import { rawToken } from '../../../support/builders/raw-token.ts';
import { Created, PartnerProfile, readReply, Session, sendRequest } from '../../../support/clients/api-client.ts';
import type { Production } from '../../../support/servers/production.ts';
import { clientSecret } from '../../../support/servers/service-program.ts';
import type { Placeholders } from './request-case.ts';

/** The current time in seconds since 1970. */
const now = (): number => Math.floor((performance.timeOrigin + performance.now()) / 1000);

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Mints tokens with the service's own secret, as a partner's server may do, and some invalid ones. */
const mintTokens = (secret: string): Placeholders => {
  const exp = now() + 3 * 3600;
  const machine = { client_id: 'acme', partner_id: 'p1', scope: scopes.join(' '), iat: now() - 10, exp };
  const minted = (payload: object, header: object = {}): string =>
    rawToken({
      header: JSON.stringify({ alg: 'HS256', typ: 'JWT', ...header }),
      payload: JSON.stringify(payload),
      secret,
    });
  return {
    machine_token: minted(machine),
    reader_token: minted({ ...machine, scope: 'profiles:read' }),
    other_token: minted({ ...machine, partner_id: 'p2' }),
    team_token: minted({ ...machine, team_id: 'berlin' }),
    expired_token: minted({ ...machine, exp: now() - 100 }),
    critical_token: minted(machine, { crit: ['exp'] }),
    mixed_token: minted(machine, { typ: 'flow+jwt' }),
    foreign_token: rawToken({
      header: '{"alg":"HS256"}',
      payload: JSON.stringify(machine),
      secret: 'nobody shares this secret with anybody',
    }),
    unsigned_token: `${encoded({ alg: 'none' })}.${encoded(machine)}.`,
  };
};

const create = async (baseUrl: string, token: string, reference: string) =>
  readReply(
    Created,
    await sendRequest(baseUrl, { method: 'POST', path: '/api/profiles/create', token, json: { reference } }),
    201,
  );

const consent = { consent: { text_version: '1', locale: 'en', granted: true } };

/** Adds a photo and an open session to a profile, so that requests for either find one. */
const addPhotoAndSession = async (
  baseUrl: string,
  path: string,
  token: string,
  photo: Uint8Array,
): Promise<Placeholders> => {
  const form = new FormData();
  form.append('consent', JSON.stringify(consent.consent));
  form.append('document_front', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'front.jpg');
  const { files } = readReply(PartnerProfile, await sendRequest(baseUrl, { method: 'PATCH', path, token, form }));
  const asked = { method: 'POST', path: '/api/face-liveness/session', token } as const;
  const opened = await sendRequest(baseUrl, { ...asked, json: { profile_id: path.split('/').at(-1) } });
  return { file: files[0]?.id ?? '', session: readReply(Session, opened, 201).session_id };
};

/** Completes a profile, so that it has a decision. */
const completeProfile = async (baseUrl: string, path: string, token: string, photo: Uint8Array): Promise<void> => {
  const { session = '' } = await addPhotoAndSession(baseUrl, path, token, photo);
  await sendRequest(baseUrl, { path: `/api/face-liveness/results/${session}`, token });
};

/** Creates the profiles that the next requests are about: a few new ones, so that none reaches its limits. */
export const seedProfiles = async (
  { baseUrl, environment }: Production,
  photo: Uint8Array,
  tag: string,
): Promise<Placeholders> => {
  const tokens = mintTokens(environment['JWT_SECRET'] ?? '');
  const { machine_token: token = '', other_token: otherToken = '' } = tokens;
  const [own, fresh, filed, ended, decided, doomed, other] = await Promise.all([
    ...['own', 'fresh', 'filed', 'ended', 'decided', 'doomed'].map((name) => create(baseUrl, token, `${tag}-${name}`)),
    create(baseUrl, otherToken, `${tag}-other`),
  ]);
  if (!own || !fresh || !filed || !ended || !decided || !doomed || !other) throw new Error('a profile was not created');
  const [kept] = await Promise.all([
    addPhotoAndSession(baseUrl, `/api/profiles/${filed.profile.id}`, token, photo),
    completeProfile(baseUrl, `/api/profiles/${decided.profile.id}`, token, photo),
    sendRequest(baseUrl, {
      method: 'PATCH',
      path: `/api/profiles/${own.profile.id}`,
      token: own.flow_token,
      json: consent,
    }),
    sendRequest(baseUrl, {
      method: 'POST',
      path: `/api/status_history/${ended.profile.id}`,
      token,
      json: { event: 'canceled' },
    }),
  ]);
  return {
    ...tokens,
    ...kept,
    secret: clientSecret,
    own: own.profile.id,
    fresh: fresh.profile.id,
    filed: filed.profile.id,
    ended: ended.profile.id,
    decided: decided.profile.id,
    doomed: doomed.profile.id,
    other: other.profile.id,
    flow_token: own.flow_token,
    filed_flow_token: filed.flow_token,
    ended_flow_token: ended.flow_token,
  };
};
