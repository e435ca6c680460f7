import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { E } from '@portcullis/domain';
import { decode, type t } from '@portcullis/domain/kernel';
import { LedgerEntryCodec } from '@portcullis/domain/serialization';
import { between, type Random } from '../../../support/generators/seeded-random.ts';
import { corners } from '../../../support/images/images.ts';
import { plainPhoto } from '../../../support/images/plain-photo.ts';
import { demands } from '../access/environment.ts';
import { machineToken } from '../access/tokens.ts';
import type { ClusterEnvironment, Instance } from '../cluster/environment.ts';
import {
  bodyOf,
  type ClientRequest,
  type HttpClient,
  newHttpClient,
  type Outcome,
  responses,
} from '../cluster/http-client.ts';
import { pickRunningInstance } from './pick-instance.ts';
import { countOutcome, newRequestCounters, type RequestCounters } from './request-counters.ts';
import { retryingClient } from './retrying-client.ts';
import type { WriteJournal } from './write-journal.ts';

export type Load = {
  readonly counters: RequestCounters;
  readonly journal: WriteJournal;
  /** Waits for a request in flight to this instance, and answers how many are; 0 after five seconds without. */
  readonly untilBusy: (instance: Instance) => Promise<number>;
  readonly stop: () => Promise<void>;
};

type LoadContext = {
  readonly random: Random;
  readonly journal: WriteJournal;
  readonly counters: RequestCounters;
  readonly token: string;
  readonly isOver: () => boolean;
  /** Sends one request to a running instance, and waits for such an instance. */
  readonly ask: (asked: ClientRequest) => Promise<Outcome>;
};

const decodeBody = <A>({ counters }: LoadContext, codec: t.Decoder<unknown, A>, outcome: Outcome): A | null => {
  if (outcome.status === null || outcome.status >= 300) return null;
  const known = decode(codec, bodyOf(outcome));
  if (E.isRight(known)) return known.right;
  counters.unreadable += 1;
  return null;
};

const generationOf = (flowToken: string): number => {
  const known = decode(
    responses.claims,
    JSON.parse(Buffer.from(flowToken.split('.')[1] ?? '', 'base64url').toString('utf8')),
  );
  if (E.isLeft(known)) throw new Error('a link without a generation');
  return known.right.gen;
};

const formOf = (kind: string, bytes: Uint8Array, fields: { readonly [name: string]: string } = {}): FormData => {
  const form = new FormData();
  form.append(kind, new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }), 'photo.jpg');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};
const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const create = async (load: LoadContext): Promise<{ id: string; flowToken: string } | null> => {
  const json = { reference: randomUUID(), claimed: { first_name: 'Anna Maria', last_name: 'Eriksson' } };
  const { ask, journal, token } = load;
  const created = decodeBody(
    load,
    responses.created,
    await ask({ method: 'POST', path: '/api/profiles/create', token, json }),
  );
  if (created === null) return null;
  const { id, version } = created.profile;
  Object.assign(journal.of(id), { version, generation: generationOf(created.flow_token) });
  return { id, flowToken: created.flow_token };
};

/** Sends a partner's change that leaves an entry of this type. Answers the profile, or `null` without a 2xx. */
const patch = async (load: LoadContext, id: string, type: string, given: Pick<ClientRequest, 'json' | 'form'>) => {
  load.journal.recordRequest(id, type);
  const asked = { method: 'PATCH', path: `/api/profiles/${id}`, token: load.token, ...given } as const;
  const profile = decodeBody(load, responses.profile, await load.ask(asked));
  const acknowledged = load.journal.of(id);
  acknowledged.version = Math.max(acknowledged.version, profile?.version ?? 0);
  return profile;
};

const sendPhoto = async (load: LoadContext, id: string, kind: string, bytes: Uint8Array): Promise<boolean> => {
  const profile = await patch(load, id, 'file.added', { form: formOf(kind, bytes) });
  const file = profile?.files.find(({ original_sha256: digest }) => digest === digestOf(bytes));
  if (file !== undefined) load.journal.of(id).files.set(file.id, file.original_sha256);
  return file !== undefined;
};

const post = async (load: LoadContext, id: string, history: string, json: object): Promise<boolean> => {
  const asked = { method: 'POST', path: `/api/${history}/${id}`, token: load.token, json } as const;
  const entry = decodeBody(load, LedgerEntryCodec, await load.ask(asked));
  if (entry === null) return false;
  const acknowledged = load.journal.of(id);
  acknowledged.entries.set(entry.seq, entry.hash);
  acknowledged.version = Math.max(acknowledged.version, entry.seq);
  return true;
};

/** Adds a partner's event, which leaves one entry each time. */
const noteEvent = (load: LoadContext, id: string, written: number): Promise<boolean> => {
  load.journal.recordRequest(id, 'partner.noted');
  return post(load, id, 'verification_history', { type: 'partner.noted', data: { written } });
};

const cancel = (load: LoadContext, id: string): Promise<boolean> => {
  load.journal.recordRequest(id, 'canceled');
  return post(load, id, 'status_history', { event: 'canceled' });
};

/** Issues a new link. Answers it, or `null` when it is unknown which link is valid now. */
const relink = async (load: LoadContext, id: string): Promise<string | null> => {
  load.journal.recordRequest(id, 'flow.link_issued');
  const path = `/api/profiles/${id}/flow-token`;
  const link = decodeBody(load, responses.link, await load.ask({ method: 'POST', path, token: load.token, json: {} }));
  if (link === null) return null;
  const acknowledged = load.journal.of(id);
  acknowledged.generation = Math.max(acknowledged.generation, generationOf(link.flow_token));
  return link.flow_token;
};

const consent = { consent: { text_version: '1', locale: 'en', granted: true } };

const smallImage: Uint8Array = await corners(320, 240).jpeg().toBuffer();
const consentEvidence = '"kind":"consent"';

/** Sends the consent through the link, as the person does. */
const consentBy = async (load: LoadContext, id: string, flowToken: string): Promise<void> => {
  load.journal.recordRequest(id, 'consent.granted');
  const outcome = await load.ask({ method: 'PATCH', path: `/api/profiles/${id}`, token: flowToken, json: consent });
  if (outcome.status === 200) load.journal.of(id).evidence.add(consentEvidence);
};

/** Mints an erasing token of the only client's tenant, because that client has no such scope. */
const eraser = (): string => machineToken(demands, { partner: 'p1', team: null }, ['profiles:erase'], 'fresh', 'acme');

const erase = async (load: LoadContext, id: string): Promise<void> => {
  // An open profile is canceled first.
  load.journal.recordRequest(id, 'canceled');
  load.journal.of(id).mayBeErased = true;
  const outcome = await load.ask({ method: 'DELETE', path: `/api/profiles/${id}`, token: eraser() });
  if (decodeBody(load, responses.erased, outcome) !== null) load.journal.of(id).isErased = true;
};

const sendBack = async (load: LoadContext, id: string): Promise<boolean> =>
  load.journal.of(id).evidence.has(consentEvidence) && sendPhoto(load, id, 'document_back', smallImage);

/** Runs a partner that makes every kind of write, on one profile after another. */
const runPartner = async (load: LoadContext): Promise<void> => {
  let written = 0;
  while (!load.isOver()) {
    const made = await create(load);
    if (made === null) continue;
    const { id } = made;
    let link: string | null = made.flowToken;
    for (let left = between(load.random, 4, 10); left > 0 && !load.isOver(); left -= 1) {
      written += 1;
      const dice = load.random();
      if (dice < 0.4) {
        const reply = await patch(load, id, 'profile.updated', { json: { metadata: { last: String(written) } } });
        if (reply !== null) load.journal.of(id).metadata.set('last', written);
      } else if (dice < 0.75) {
        await noteEvent(load, id, written);
      } else if (dice < 0.8) {
        link = await relink(load, id);
      } else if (dice < 0.85) {
        if (link !== null) await consentBy(load, id, link);
      } else if (dice < 0.9) await sendBack(load, id);
      else await load.ask({ path: `/api/profiles/${id}`, token: load.token });
    }
    if (load.random() < 0.3) await cancel(load, id);
    if (load.random() < 0.2) await erase(load, id);
  }
};

const maxAttempts = 30;

/** Repeats a step until it is acknowledged, as a person's browser retries after a fault. */
const retryUntilAcknowledged = async (load: LoadContext, step: () => Promise<boolean>): Promise<void> => {
  for (let tried = 0; tried < maxAttempts && !load.isOver(); tried += 1) {
    if (await step()) return;
    await sleep(20);
  }
};

const opened = async (load: LoadContext, id: string): Promise<string | null> => {
  const asked = { method: 'POST', path: '/api/face-liveness/session', token: load.token } as const;
  const session = decodeBody(load, responses.opened, await load.ask({ ...asked, json: { profile_id: id } }));
  if (session === null) return null;
  load.journal.of(id).evidence.add(session.session_id);
  return session.session_id;
};

const analyze = async (load: LoadContext, id: string, passport: Uint8Array): Promise<void> => {
  const form = formOf('document_front', passport, { profile_id: id });
  const reply = await load.ask({ method: 'POST', path: '/api/ai/document-analysis', token: load.token, form });
  const analysis = decodeBody(load, responses.analysis, reply);
  if (analysis !== null) load.journal.of(id).evidence.add(analysis.id);
};

/** Runs people who are verified one after another: this brings profiles into processing. */
const runPerson = async (load: LoadContext): Promise<void> => {
  const passport = new Uint8Array(await (await plainPhoto()).arrayBuffer());
  while (!load.isOver()) {
    const made = await create(load);
    if (made === null) continue;
    const { id } = made;
    await retryUntilAcknowledged(
      load,
      async () => (await patch(load, id, 'consent.granted', { json: consent })) !== null,
    );
    // A load that is over may have ended before the consent was acknowledged, without which nothing is analyzed.
    if (load.isOver()) return;
    load.journal.of(id).evidence.add(consentEvidence);
    await retryUntilAcknowledged(load, () => sendPhoto(load, id, 'document_front', passport));
    if (load.random() < 0.5) await analyze(load, id, passport);
    let session: string | null = null;
    await retryUntilAcknowledged(load, async () => {
      session = await opened(load, id);
      return session !== null;
    });
    if (session === null) continue;
    // A result also adds the reference picture that was taken for it.
    load.journal.recordRequest(id, 'file.added');
    const path = `/api/face-liveness/results/${session}`;
    const result = decodeBody(load, responses.result, await load.ask({ path, token: load.token }));
    if (result?.status === 'succeeded') load.journal.of(id).evidence.add('"kind":"liveness_result"');
  }
};

/** `insistent` partners retry what was not answered. A response is too late after `slowMs`. */
export type LoadSize = {
  readonly partners: number;
  readonly insistent: number;
  readonly persons: number;
  readonly slowMs: number;
};

const noInstance: Outcome = { ms: 0, status: null, isSent: false, isReused: false, code: 'over' };

/** Writes to a cluster as partners and people do, and records acknowledgements, until it is stopped. */
export const startLoad = (
  cluster: ClusterEnvironment,
  random: Random,
  journal: WriteJournal,
  { insistent, partners, persons, slowMs }: LoadSize,
): Load => {
  const counters = newRequestCounters();
  const client: HttpClient = newHttpClient();
  const inFlight = new Map<Instance, number>();
  let over = false;
  const isOver = (): boolean => over;
  const ask = async (asked: ClientRequest): Promise<Outcome> => {
    const instance = await pickRunningInstance(cluster, random, isOver);
    if (instance === null) return noInstance;
    const ends = instance.endCount();
    inFlight.set(instance, (inFlight.get(instance) ?? 0) + 1);
    const outcome = await client.ask(instance.url, asked);
    inFlight.set(instance, (inFlight.get(instance) ?? 0) - 1);
    if (outcome.status === null && instance.endCount() === ends) counters.unexplained += 1;
    countOutcome(counters, slowMs, instance, asked, outcome);
    // A client that finds the service unavailable does not retry at once.
    if (outcome.status === null || outcome.status === 503) await sleep(100);
    return outcome;
  };
  const load: LoadContext = {
    random,
    journal,
    counters,
    token: cluster.token,
    isOver,
    ask,
  };
  const workers = [
    ...Array.from({ length: partners }, () => runPartner(load)),
    ...Array.from({ length: insistent }, () => runPartner({ ...load, ask: retryingClient(load) })),
    ...Array.from({ length: persons }, () => runPerson(load)),
  ];
  return {
    counters,
    journal,
    untilBusy: async (instance) => {
      for (let waited = 0; (inFlight.get(instance) ?? 0) === 0 && waited < 5000; waited += 1) await sleep(1);
      return inFlight.get(instance) ?? 0;
    },
    stop: async () => {
      over = true;
      await Promise.all(workers);
      client.close();
    },
  };
};
