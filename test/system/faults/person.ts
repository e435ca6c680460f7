import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerEntry, Status } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import {
  Created,
  History,
  PartnerProfile,
  type PersonClient,
  personClientAt,
  type Reply,
  readReply,
  Session,
  sendRequest,
} from '../../support/clients/api-client.ts';
import { runs } from '../../support/effort.ts';
import { noiseOf } from '../../support/images/images.ts';
import { plainPhoto } from '../../support/images/plain-photo.ts';
import type { FaultEnvironment } from './environment.ts';

let noise: Promise<Blob> | null = null;
/**
 * The most expensive photo: as large as is stored, of many bytes, and scaled for vendors that take less; a smaller one,
 * which no vendor has scaled, in a quick run. It is made once, when it is first needed.
 */
const largeImage = (): Promise<Blob> => {
  noise ??= noiseOf(runs(4096, 1400))
    .jpeg({ quality: 29 })
    .toBuffer()
    .then((bytes) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }));
  return noise;
};

/** A form with a photo and additional fields. */
const form = async (
  fields: { readonly [name: string]: string } = {},
  photo: Promise<Blob> = plainPhoto(),
): Promise<FormData> => {
  const body = new FormData();
  body.append('document_front', await photo, 'passport.jpg');
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return body;
};

/** A person at the service, with everything that they can do; each action is one request. */
export type TestPerson = {
  readonly id: string;
  readonly consent: () => Promise<Reply>;
  readonly front: () => Promise<Reply>;
  readonly largeFront: () => Promise<Reply>;
  readonly device: () => Promise<Reply>;
  readonly frontAndDevice: () => Promise<Reply>;
  readonly openSession: () => Promise<Reply>;
  readonly credentials: () => Promise<Reply>;
  readonly result: (sessionId: string) => Promise<Reply>;
  readonly analyze: () => Promise<Reply>;
};

/** Answers an id in the vendor's own format: the millisecond, and a random suffix. */
const newEvent = (): string => `${Math.floor(performance.timeOrigin + performance.now())}.${randomUUID().slice(0, 8)}`;

const actionsOf = ({ ask, profileId }: PersonClient): Omit<TestPerson, 'id'> => {
  const path = `/api/profiles/${profileId}`;
  const patch = (given: { readonly json?: unknown; readonly form?: FormData }): Promise<Reply> =>
    ask({ method: 'PATCH', path, ...given });
  return {
    consent: () => patch({ json: { consent: { text_version: '1', locale: 'en', granted: true } } }),
    front: async () => patch({ form: await form() }),
    largeFront: async () => patch({ form: await form({}, largeImage()) }),
    device: () => patch({ json: { device: { event_id: newEvent() } } }),
    frontAndDevice: async () => patch({ form: await form({ device: JSON.stringify({ event_id: newEvent() }) }) }),
    openSession: () => ask({ method: 'POST', path: '/api/face-liveness/session' }),
    credentials: () => ask({ path: '/api/cloud/credentials' }),
    result: (sessionId) => ask({ path: `/api/face-liveness/results/${sessionId}` }),
    analyze: async () => ask({ method: 'POST', path: '/api/ai/document-analysis', form: await form() }),
  };
};

/** Creates a profile and its person, whose device events are linked to the profile. */
export const newTestPerson = async ({ baseUrl, script, token }: FaultEnvironment): Promise<TestPerson> => {
  const asked = { method: 'POST', path: '/api/profiles/create', token, json: { reference: randomUUID() } } as const;
  const created = readReply(Created, await sendRequest(baseUrl, asked), 201);
  await script({ event: { linked_id: created.profile.id } });
  return { id: created.profile.id, ...actionsOf(personClientAt(baseUrl, created.profile.id, created.flow_token)) };
};

/** Runs an action that must succeed. */
export const requireSuccess = async (deed: Promise<Reply>): Promise<Reply> => {
  const reply = await deed;
  if (reply.status >= 300) throw new Error(`a step without a fault was answered ${reply.status}: ${reply.bytes}`);
  return reply;
};

export const sessionOf = (reply: Reply): string => readReply(Session, reply, reply.status).session_id;

/** Does the complete liveness step, as a browser does. */
export const completeLiveness = async ({ credentials, openSession, result }: TestPerson): Promise<Reply> => {
  const sessionId = sessionOf(await requireSuccess(openSession()));
  await requireSuccess(credentials());
  return requireSuccess(result(sessionId));
};

const ProfileStatus = t.intersection([PartnerProfile, t.type({ attempt: t.type({ number: t.number }) })]);

/** The state of a profile and all of its history, as its partner sees them. */
export type ProfileSnapshot = {
  readonly status: Status;
  readonly version: number;
  readonly attempt: number;
  readonly missing: readonly string[];
  readonly entries: readonly LedgerEntry[];
};

const profileStatus = async ({ baseUrl, token }: FaultEnvironment, id: string) => {
  const profile = readReply(ProfileStatus, await sendRequest(baseUrl, { path: `/api/profiles/${id}`, token }));
  const missing = profile.requirements.flatMap(({ state, step }) => (state === 'missing' ? [step] : []));
  return { status: profile.status, version: profile.version, attempt: profile.attempt.number, missing };
};

export const observeProfile = async (environment: FaultEnvironment, id: string): Promise<ProfileSnapshot> => {
  const { baseUrl, token } = environment;
  const pages = ['status_history', 'verification_history'].map(async (history) =>
    readReply(History, await sendRequest(baseUrl, { path: `/api/${history}/${id}?limit=100`, token })),
  );
  const entries = (await Promise.all(pages)).flatMap(({ data }) => data);
  return { ...(await profileStatus(environment, id)), entries: entries.sort((a, b) => a.seq - b.seq) };
};

const finishLimitMs = 30_000;
/** The service tries again a second after a failure; to ask more often costs more of the processor than the case. */
const pauseMs = { first: 50, longest: 400 } as const;

/** Does what is still requested, and waits for what the service does in the background; answers the final state. */
export const finishProfile = async (environment: FaultEnvironment, person: TestPerson): Promise<ProfileSnapshot> => {
  const until = performance.now() + finishLimitMs;
  let pause: number = pauseMs.first;
  for (;;) {
    const { status, missing } = await profileStatus(environment, person.id);
    if (status === 'processing' && performance.now() < until) {
      await sleep(pause);
      pause = Math.min(2 * pause, pauseMs.longest);
    } else if (status === 'in_progress' && missing.includes('consent')) await requireSuccess(person.consent());
    else if (status === 'in_progress' && missing.includes('document_front')) await requireSuccess(person.front());
    else if (status === 'in_progress' && missing.includes('liveness')) await completeLiveness(person);
    else return observeProfile(environment, person.id);
  }
};
