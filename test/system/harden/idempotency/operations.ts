import { E } from '@portcullis/domain';
import { decode, t } from '@portcullis/domain/kernel';
import type { Random } from '../../../support/generators/seeded-random.ts';
import { corners } from '../../../support/images/images.ts';
import { bodyOf, type ClientRequest, type HttpClient } from '../cluster/http-client.ts';

/**
 * The use of one key: a request that is built again for every repetition, and the effect that it must have exactly
 * once.
 */
export type KeyedOperation = {
  readonly name: string;
  /** The profile that it writes to; a create makes its own, and its response names it. */
  readonly profileId: string | null;
  readonly asked: () => ClientRequest;
  /** Another request for which the key must be rejected; `null` when there is none of the same form. */
  readonly other: (() => ClientRequest) | null;
  /** The type of the one entry that it leaves. */
  readonly leaves: string;
};

const Created = t.type({ profile: t.type({ id: t.string }) });

/** Answers the profile that the response to a create names. */
export const createdProfileId = (text: string): string | null => {
  const known = decode(Created, JSON.parse(text));
  return E.isRight(known) ? known.right.profile.id : null;
};

type Maker = (profileId: string, name: string, token: string) => Omit<KeyedOperation, 'name' | 'profileId'>;

const patch = (profileId: string, token: string, json: unknown): ClientRequest => ({
  method: 'PATCH',
  path: `/api/profiles/${profileId}`,
  token,
  json,
});

const post = (path: string, token: string, json: unknown): ClientRequest => ({ method: 'POST', path, token, json });

const createOf = (reference: string, token: string): KeyedOperation => {
  const json = { reference, claimed: { first_name: 'Anna Maria', last_name: 'Eriksson', country: 'UTO' } };
  return {
    name: 'create',
    profileId: null,
    asked: () => post('/api/profiles/create', token, json),
    other: () => post('/api/profiles/create', token, { ...json, metadata: { another: 'request' } }),
    leaves: 'created',
  };
};

const image = await corners(320, 240).jpeg().toBuffer();

const analysisOf = (profileId: string, token: string, country: string): ClientRequest => {
  const form = new FormData();
  form.append('document_front', new Blob([Uint8Array.from(image)], { type: 'image/jpeg' }), 'photo.jpg');
  form.append('profile_id', profileId);
  form.append('country_hint', country);
  return { method: 'POST', path: '/api/ai/document-analysis', token, form };
};

/** Every operation except creates, with its share of all keys in thousandths. */
const makers: readonly {
  readonly name: string;
  readonly share: number;
  readonly needsConsent?: true;
  readonly make: Maker;
}[] = [
  {
    name: 'patch',
    share: 60,
    make: (id, name, token) => ({
      asked: () => patch(id, token, { metadata: { name } }),
      other: () => patch(id, token, { metadata: { name: 'another' } }),
      leaves: 'profile.updated',
    }),
  },
  {
    name: 'verification event',
    share: 70,
    make: (id, name, token) => ({
      asked: () => post(`/api/verification_history/${id}`, token, { type: 'partner.noted', data: { name } }),
      other: () => post(`/api/verification_history/${id}`, token, { type: 'partner.noted', data: {} }),
      leaves: 'partner.noted',
    }),
  },
  {
    name: 'status event',
    share: 40,
    make: (id, name, token) => ({
      asked: () => post(`/api/status_history/${id}`, token, { event: 'canceled', note: name }),
      other: () => post(`/api/status_history/${id}`, token, { event: 'canceled', note: 'another' }),
      leaves: 'canceled',
    }),
  },
  {
    name: 'new link',
    share: 30,
    make: (id, _, token) => ({
      asked: () => post(`/api/profiles/${id}/flow-token`, token, {}),
      other: null,
      leaves: 'flow.link_issued',
    }),
  },
  {
    name: 'liveness session',
    share: 15,
    needsConsent: true,
    make: (id, _, token) => ({
      asked: () => post('/api/face-liveness/session', token, { profile_id: id, challenge: 'movement_and_light' }),
      other: () => post('/api/face-liveness/session', token, { profile_id: id }),
      leaves: 'liveness.session_opened',
    }),
  },
  {
    name: 'document analysis',
    share: 3,
    needsConsent: true,
    make: (id, _, token) => ({
      asked: () => analysisOf(id, token, 'UTO'),
      other: () => analysisOf(id, token, 'DEU'),
      leaves: 'document.read',
    }),
  },
];

const wheel = makers.flatMap((maker) => Array.from({ length: maker.share }, () => maker));

const consent = { consent: { text_version: '1', locale: 'en', granted: true } };

type ApiAccess = { readonly caller: HttpClient; readonly url: string; readonly token: string };

/** Creates a profile to write to, without a key. */
const newProfile = async (client: HttpClient, url: string, token: string, reference: string, consents: boolean) => {
  const made = await client.ask(url, post('/api/profiles/create', token, { reference }));
  const id = made.status === 201 ? createdProfileId(JSON.stringify(bodyOf(made))) : null;
  if (id === null) throw new Error(`a profile could not be made: ${made.status}`);
  if (consents) await client.ask(url, patch(id, token, consent));
  return id;
};

/** Has a document read, without a key. */
export const analyzeOnce = async ({ caller: client, token, url }: ApiAccess, reference: string): Promise<void> => {
  const id = await newProfile(client, url, token, reference, true);
  await client.ask(url, analysisOf(id, token, 'UTO'));
};

/**
 * Chooses the operation of the key with this number: mostly creates, and each other operation by its share; the first
 * keys cover all of them.
 */
export const operationFor = async (
  number: number,
  random: Random,
  { caller: client, url, token }: ApiAccess,
): Promise<KeyedOperation> => {
  const name = `key-${number}`;
  const chosen = number <= makers.length ? makers[number - 1] : wheel[Math.floor(random() * 1000)];
  if (chosen === undefined) return createOf(name, token);
  const { make, needsConsent = false } = chosen;
  const profileId = await newProfile(client, url, token, `of-${name}`, needsConsent);
  return { name: chosen.name, profileId, ...make(profileId, name, token) };
};
