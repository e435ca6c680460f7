import { setTimeout as sleep } from 'node:timers/promises';
import { scopes, t } from '@portcullis/domain/kernel';
import { rawToken } from '../../../support/builders/raw-token.ts';
import {
  Created,
  PartnerProfile,
  readReply,
  Session,
  sendRequest,
  textOf,
} from '../../../support/clients/api-client.ts';
import type { Production } from '../../../support/servers/production.ts';
import { clientSecret } from '../../../support/servers/service-program.ts';
import type { Placeholders } from './request-case.ts';
import { claimForStaff, type StaffDesk, seedForStaff } from './staff-seed.ts';

/** The current time in seconds since 1970. */
const now = (): number => Math.floor((performance.timeOrigin + performance.now()) / 1000);

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Mints tokens with the service's own secret, as a partner's server may do, and some invalid ones. */
const mintTokens = (secret: string, partner: string): Placeholders => {
  const exp = now() + 3 * 3600;
  const machine = { client_id: 'acme', partner_id: partner, scope: scopes.join(' '), iat: now() - 10, exp };
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

/** How long a decision may take beside all that is sent meanwhile. */
const decisionLimitMs = 60_000;

/** Completes a profile, so that it has a decision. */
const completeProfile = async (baseUrl: string, id: string, token: string, photo: Uint8Array): Promise<void> => {
  const { session = '' } = await addPhotoAndSession(baseUrl, `/api/profiles/${id}`, token, photo);
  const path = `/api/face-liveness/results/${session}`;
  await sendRequest(baseUrl, { path, token });
  const end = performance.now() + decisionLimitMs;
  while ((await sendRequest(baseUrl, { path: `/api/profiles/${id}/decision`, token })).status !== 200) {
    if (performance.now() > end) throw new Error('a profile of the seed was not decided');
    await sleep(50);
    await sendRequest(baseUrl, { path, token });
  }
};

/** Brings a profile into review: what was decided about it is reopened. */
const reopen = async (baseUrl: string, id: string, token: string): Promise<void> => {
  const json = { event: 'reopened', note: 'look again', reviewer: { id: 'r-1' } };
  const reply = await sendRequest(baseUrl, { method: 'POST', path: `/api/status_history/${id}`, token, json });
  if (reply.status !== 201) throw new Error(`the profile was not reopened: ${reply.status}`);
};

const Handoff = t.type({ code: t.string });

/** The files that the two pages load, which have other names after each change. */
const assetsOf = async (baseUrl: string): Promise<Placeholders> => {
  const assetOf = async (page: string, folder: string): Promise<string> => {
    const text = textOf(await sendRequest(baseUrl, { path: page }));
    return new RegExp(`/${folder}/assets/([^"]+)`).exec(text)?.[1] ?? 'none';
  };
  return {
    verify_asset: await assetOf('/verify/nobody', 'verify'),
    console_asset: await assetOf('/console', 'console'),
  };
};

const names = ['own', 'fresh', 'filed', 'ended', 'decided', 'doomed', 'canceled', 'waiting', 'claimed'] as const;
type Name = (typeof names)[number] | 'other';

/**
 * Creates what the next requests are about, for a partner that nothing else is for: so nothing reaches its limits, and
 * what requests destroy is there again for the ones that come after.
 */
export const seedScene = async (
  { baseUrl, environment }: Production,
  desk: StaffDesk,
  photo: Uint8Array,
  tag: string,
): Promise<Placeholders> => {
  const tokens = mintTokens(environment['JWT_SECRET'] ?? '', tag);
  const { machine_token: token = '', other_token: otherToken = '' } = tokens;
  const made = Object.fromEntries(
    await Promise.all(
      [...names, 'other' as const].map(
        async (name): Promise<[Name, Awaited<ReturnType<typeof create>>]> => [
          name,
          await create(baseUrl, name === 'other' ? otherToken : token, `${tag}-${name}`),
        ],
      ),
    ),
  );
  const idOf = (name: Name): string => made[name]?.profile.id ?? '';
  const linkOf = (name: Name): string => made[name]?.flow_token ?? '';
  const post = (path: string, by: string, json: object) =>
    sendRequest(baseUrl, { method: 'POST', path, token: by, json });
  const [kept, staff, assets] = await Promise.all([
    addPhotoAndSession(baseUrl, `/api/profiles/${idOf('filed')}`, token, photo),
    seedForStaff(desk, { partner: tag, team: null }, tag),
    assetsOf(baseUrl),
    ...(['decided', 'waiting', 'claimed'] as const).map((name) => completeProfile(baseUrl, idOf(name), token, photo)),
    sendRequest(baseUrl, {
      method: 'PATCH',
      path: `/api/profiles/${idOf('own')}`,
      token: linkOf('own'),
      json: consent,
    }),
    post(`/api/status_history/${idOf('ended')}`, token, { event: 'canceled' }),
  ]);
  await Promise.all([reopen(baseUrl, idOf('waiting'), token), reopen(baseUrl, idOf('claimed'), token)]);
  const claim = await claimForStaff(desk, staff['staff_cookie'], idOf('claimed'));
  const handoff = readReply(Handoff, await post('/api/flow/handoff', linkOf('own'), {}), 201);
  return {
    ...tokens,
    ...kept,
    ...staff,
    ...assets,
    secret: clientSecret,
    ...Object.fromEntries(Object.entries(made).map(([name, { profile }]) => [name, profile.id])),
    ...claim,
    handoff_code: handoff.code,
    flow_token: linkOf('own'),
    filed_flow_token: linkOf('filed'),
    ended_flow_token: linkOf('ended'),
  };
};
