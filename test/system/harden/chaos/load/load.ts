import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { between, type Random } from '../../../../support/generators/seeded-random.ts';
import { plainPhoto } from '../../../../support/images/plain-photo.ts';
import { bodyOf, type ClientRequest, type Outcome } from '../../cluster/http-client.ts';
import { type AcknowledgedProfile, type AnswerCounts, type Journal, newAnswerCounts, newJournal } from './journal.ts';
import { listAt, numberAt, sha256, textAt } from './json.ts';

/** Sends one request, and never the same one twice. */
export type Ask = (asked: ClientRequest) => Promise<Outcome>;

export type Load = {
  readonly journal: Journal;
  readonly counts: AnswerCounts;
  readonly token: string;
  /** Sends a request of the harness itself, which counts like the others. */
  readonly ask: Ask;
  /** Creates a profile whose person has consented; throws when that does not succeed. */
  readonly createConsented: () => Promise<AcknowledgedProfile>;
  /** The number of people who were told their result. */
  readonly verified: () => number;
  /** Resolves when nobody sends anything any more. */
  readonly stop: () => Promise<void>;
};

type LoadSize = {
  /** People who are verified, one after another in each worker. */
  readonly persons: number;
  /** The time between one person and the next. */
  readonly pauseMs: number;
  /** Partners who write events and look at what they have. */
  readonly partners: number;
};

type Worker = {
  readonly ask: Ask;
  readonly token: string;
  readonly random: Random;
  readonly journal: Journal;
  readonly counts: AnswerCounts;
  readonly isOver: () => boolean;
};

const photo = await plainPhoto();
const photoDigest = sha256(new Uint8Array(await photo.arrayBuffer()));

const describeAnswer = ({ method = 'GET', path }: ClientRequest, outcome: Outcome): string => {
  const text = outcome.status === null ? outcome.code : outcome.bytes.toString('utf8').slice(0, 200);
  return `${method} ${path}: ${outcome.status} after ${Math.round(outcome.ms)} ms, ${text}`;
};

const maxExamples = 8;

/** Counts an answer. Every path names something that was acknowledged, so a 404 is a lie. */
export const countAnswer = (counts: AnswerCounts, asked: ClientRequest, outcome: Outcome): void => {
  counts.requests += 1;
  counts.slowestMs = Math.max(counts.slowestMs, outcome.ms);
  const kind = ((): keyof Omit<AnswerCounts, 'examples'> => {
    if (outcome.status === null) return outcome.isSent ? 'cut' : 'refused';
    if (outcome.status < 300) return 'acknowledged';
    if (outcome.status === 404) return 'false404';
    if (outcome.status === 503) return outcome.headers['retry-after'] === undefined ? 'noRetryAfter' : 'unavailable';
    return outcome.status >= 500 ? 'failures' : 'refusals';
  })();
  counts[kind] += 1;
  if (kind === 'acknowledged') return;
  if (kind !== 'refusals') counts.failedAt = performance.now();
  if (kind !== 'unavailable' && kind !== 'refused' && counts.examples.length < maxExamples)
    counts.examples.push(describeAnswer(asked, outcome));
};

/** Sends a request until it is answered with 2xx, or refused. Answers the body, or `null`. */
const insist = async ({ ask, isOver }: Worker, makeRequest: () => ClientRequest): Promise<unknown> => {
  while (!isOver()) {
    const outcome = await ask(makeRequest());
    if (outcome.status !== null && outcome.status < 300) return bodyOf(outcome);
    if (outcome.status !== null && outcome.status >= 400 && outcome.status < 500 && outcome.status !== 429) return null;
    await sleep(200);
  }
  return null;
};

const recordVersion = (profile: AcknowledgedProfile, body: unknown): void => {
  profile.version = Math.max(profile.version, numberAt(body, 'version') ?? numberAt(body, 'seq') ?? 0);
};

const create = async (worker: Worker): Promise<AcknowledgedProfile | null> => {
  const json = { reference: randomUUID(), claimed: { first_name: 'Anna Maria', last_name: 'Eriksson' } };
  const { token } = worker;
  const body = await insist(worker, () => ({ method: 'POST', path: '/api/profiles/create', token, json }));
  const id = textAt(body, 'profile', 'id');
  return id === null ? null : worker.journal.add(id, numberAt(body, 'profile', 'version') ?? 0);
};

const consent = { consent: { text_version: '1', locale: 'en', granted: true } };

/** Creates a profile whose person has consented. */
const createConsentedBy = async (worker: Worker): Promise<AcknowledgedProfile | null> => {
  const profile = await create(worker);
  if (profile === null) return null;
  const path = `/api/profiles/${profile.id}`;
  recordVersion(profile, await insist(worker, () => ({ method: 'PATCH', path, token: worker.token, json: consent })));
  return profile;
};

const photoForm = (fields: { readonly [name: string]: string } = {}): FormData => {
  const form = new FormData();
  form.append('document_front', photo, 'passport.jpg');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

const sendPhoto = async (worker: Worker, profile: AcknowledgedProfile): Promise<void> => {
  const { token } = worker;
  const path = `/api/profiles/${profile.id}`;
  const body = await insist(worker, () => ({ method: 'PATCH', path, token, form: photoForm() }));
  recordVersion(profile, body);
  for (const file of listAt(body, 'files')) {
    const id = textAt(file, 'id');
    const digest = textAt(file, 'original_sha256');
    if (id !== null && digest === photoDigest) profile.files.set(id, digest);
  }
};

/** Waits for the result of the checks, which an outage may put off. */
const awaitStatus = async (worker: Worker, profile: AcknowledgedProfile): Promise<string | null> => {
  const path = `/api/profiles/${profile.id}`;
  for (let pauseMs = 50; !worker.isOver(); pauseMs = Math.min(2 * pauseMs, 800)) {
    const body = await insist(worker, () => ({ path, token: worker.token }));
    const status = textAt(body, 'status');
    if (status !== null && status !== 'processing') return status;
    await sleep(pauseMs);
  }
  return null;
};

/** The request for an analysis of a passport. */
export const analysisRequest = (profileId: string, token: string): ClientRequest => ({
  method: 'POST',
  path: '/api/ai/document-analysis',
  token,
  form: photoForm({ profile_id: profileId }),
});

/** One person on their way: consent, photo, analysis, liveness, and the result. */
const verifyOne = async (worker: Worker): Promise<boolean> => {
  const { token } = worker;
  const profile = await createConsentedBy(worker);
  if (profile === null) return false;
  await sendPhoto(worker, profile);
  const analysis = await insist(worker, () => analysisRequest(profile.id, token));
  if (textAt(analysis, 'id') !== null) profile.analyses += 1;
  const json = { profile_id: profile.id };
  const opened = await insist(worker, () => ({ method: 'POST', path: '/api/face-liveness/session', token, json }));
  const session = textAt(opened, 'session_id');
  if (session === null) return false;
  profile.sessions.add(session);
  await insist(worker, () => ({ path: `/api/face-liveness/results/${session}`, token }));
  const status = await awaitStatus(worker, profile);
  if (status === 'approved') profile.settled = status;
  return status !== null;
};

/** Looks at a profile or at one of its files, and compares it with what was acknowledged before the look. */
const lookAt = async (worker: Worker, profile: AcknowledgedProfile): Promise<void> => {
  const { counts, random, token } = worker;
  const file = random() < 0.4 ? [...profile.files.keys()][0] : undefined;
  const version = profile.version;
  const path = file === undefined ? `/api/profiles/${profile.id}` : `/api/profiles/${profile.id}/files/${file}`;
  const outcome = await worker.ask({ path, token });
  if (outcome.status !== 200 || file !== undefined) return;
  if ((numberAt(bodyOf(outcome), 'version') ?? 0) < version) counts.stale += 1;
};

const burst = 60;

/** Looks at known profiles, histories and files, all at the same time; every other look is at a file. */
export const lookAtMany = async ({ ask, journal, token }: Load): Promise<void> => {
  const known = journal.profiles();
  const files = known.flatMap((one) => [...one.files.keys()].map((file) => `/api/profiles/${one.id}/files/${file}`));
  const rows = known.flatMap(({ id }) => [`/api/profiles/${id}`, `/api/verification_history/${id}`]);
  const chosen = Array.from({ length: burst }, (_, at) => {
    const paths = at % 2 === 0 && files.length > 0 ? files : rows;
    return paths[(at >> 1) % paths.length] ?? '';
  });
  await Promise.all(chosen.map((path) => ask({ path, token })));
};

const noteEvent = async (worker: Worker, profile: AcknowledgedProfile): Promise<void> => {
  const json = { type: 'partner.noted', data: { at: performance.now() } };
  const path = `/api/verification_history/${profile.id}`;
  const outcome = await worker.ask({ method: 'POST', path, token: worker.token, json });
  if (outcome.status !== 201) return;
  const body = bodyOf(outcome);
  const seq = numberAt(body, 'seq');
  const hash = textAt(body, 'hash');
  if (seq !== null && hash !== null) profile.entries.set(seq, hash);
  recordVersion(profile, body);
};

/** A partner who creates some profiles, writes events to them, and looks at all there are. */
const runPartner = async (worker: Worker): Promise<void> => {
  const own: AcknowledgedProfile[] = [];
  while (!worker.isOver()) {
    if (own.length === 0 || worker.random() < 0.05) {
      const made = await create(worker);
      if (made !== null) own.push(made);
      continue;
    }
    const all = worker.random() < 0.5 ? own : worker.journal.profiles();
    const chosen = all[between(worker.random, 0, all.length - 1)];
    if (chosen !== undefined) await (worker.random() < 0.3 ? noteEvent : lookAt)(worker, chosen);
    await sleep(between(worker.random, 10, 60));
  }
};

/** Plays people and partners until it is stopped. */
export const startLoad = (ask: Ask, token: string, random: Random, { partners, pauseMs, persons }: LoadSize): Load => {
  const journal = newJournal();
  const counts = newAnswerCounts();
  let isOver = false;
  let verified = 0;
  const counted: Ask = async (asked) => {
    const outcome = await ask(asked);
    countAnswer(counts, asked, outcome);
    return outcome;
  };
  const worker: Worker = {
    ask: counted,
    token,
    random,
    journal,
    counts,
    isOver: () => isOver,
  };
  const runPerson = async (): Promise<void> => {
    for (; !isOver; await sleep(pauseMs)) if (await verifyOne(worker)) verified += 1;
  };
  const workers = [
    ...Array.from({ length: persons }, runPerson),
    ...Array.from({ length: partners }, () => runPartner(worker)),
  ];
  return {
    journal,
    counts,
    token,
    ask: counted,
    createConsented: async () => {
      const profile = await createConsentedBy(worker);
      if (profile === null) throw new Error('a profile without a fault was refused');
      return profile;
    },
    verified: () => verified,
    stop: async () => {
      isOver = true;
      await Promise.all(workers);
    },
  };
};
