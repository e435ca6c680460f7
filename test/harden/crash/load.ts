import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { decode, E, LedgerEntryCodec, t } from '@portcullis/domain';
import { photoOf } from '../../reading/specimens.ts';
import { corners } from '../../support/images.ts';
import type { Book } from './book.ts';
import { type Asked, bodyOf, type Caller, newCaller, type Outcome, type Reply } from './caller.ts';
import { between, type Random } from './random.ts';
import type { Instance, Site } from './site.ts';

/** What came of all requests. */
export type Tally = {
  requests: number;
  acknowledged: number;
  /** Requests that somebody's end left without an answer, and those that nobody was there for. */
  silences: number;
  /** 503 `database_unavailable` with a `Retry-After`. */
  outages: number;
  /** Any other answer of 500 and more. */
  failures: number;
  slow: number;
  slowestMs: number;
  /** For each instance, what it has answered. */
  readonly answered: Map<Instance, number>;
  /** The first few failures, for whoever looks into them. */
  readonly examples: string[];
};

export type Load = { readonly tally: Tally; readonly book: Book; readonly stop: () => Promise<void> };

const mostExamples = 5;

const Created = t.type({ profile: t.type({ id: t.string, version: t.number }), flow_token: t.string });
const Profile = t.type({ version: t.number, files: t.array(t.type({ id: t.string, sha256: t.string })) });
const Opened = t.type({ session_id: t.string });
const Analysis = t.type({ id: t.string });

const isOutage = ({ headers, status, ...reply }: Reply): boolean => {
  const told = decode(t.type({ code: t.literal('database_unavailable') }), bodyOf({ headers, status, ...reply }));
  return status === 503 && headers['retry-after'] !== undefined && E.isRight(told);
};

const count = (tally: Tally, slowMs: number, instance: Instance, asked: Asked, outcome: Outcome): void => {
  tally.requests += 1;
  tally.slowestMs = Math.max(tally.slowestMs, outcome.ms);
  if (outcome.ms > slowMs) tally.slow += 1;
  if (outcome.status === null) {
    tally.silences += 1;
    return;
  }
  tally.answered.set(instance, (tally.answered.get(instance) ?? 0) + 1);
  if (outcome.status < 300) tally.acknowledged += 1;
  else if (isOutage(outcome)) tally.outages += 1;
  else if (outcome.status >= 500) tally.failures += 1;
  const isStrange = outcome.ms > slowMs || (outcome.status >= 500 && !isOutage(outcome));
  if (isStrange && tally.examples.length < mostExamples) {
    const text = outcome.bytes.toString('utf8').slice(0, 300);
    tally.examples.push(
      `${asked.method ?? 'GET'} ${asked.path}: ${outcome.status}, ${Math.round(outcome.ms)} ms, ${text}`,
    );
  }
};

type Lane = {
  readonly random: Random;
  readonly book: Book;
  readonly token: string;
  readonly isOver: () => boolean;
  /** One request to an instance that is up; waits for one. */
  readonly ask: (asked: Asked) => Promise<Outcome>;
};

const bodyIn = <A>(codec: t.Decoder<unknown, A>, outcome: Outcome): A | null => {
  if (outcome.status === null || outcome.status >= 300) return null;
  const known = decode(codec, bodyOf(outcome));
  return E.isRight(known) ? known.right : null;
};

const formOf = (kind: string, bytes: Uint8Array, fields: { readonly [name: string]: string } = {}): FormData => {
  const form = new FormData();
  form.append(kind, new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }), 'photo.jpg');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const create = async ({ ask, book, token }: Lane): Promise<{ id: string; flowToken: string } | null> => {
  const json = { reference: randomUUID(), claimed: { first_name: 'Anna Maria', last_name: 'Eriksson' } };
  const created = bodyIn(Created, await ask({ method: 'POST', path: '/api/profiles/create', token, json }));
  if (created === null) return null;
  const { id, version } = created.profile;
  book.of(id).version = version;
  return { id, flowToken: created.flow_token };
};

/** A change by the partner, with what its answer promises. Answers the profile, or nothing when there was no 2xx. */
const patch = async (lane: Lane, id: string, given: Pick<Asked, 'json' | 'form'>) => {
  const asked = { method: 'PATCH', path: `/api/profiles/${id}`, token: lane.token, ...given } as const;
  const profile = bodyIn(Profile, await lane.ask(asked));
  if (profile !== null) {
    const acknowledged = lane.book.of(id);
    acknowledged.version = Math.max(acknowledged.version, profile.version);
  }
  return profile;
};

const sendPhoto = async (lane: Lane, id: string, kind: string, bytes: Uint8Array): Promise<boolean> => {
  const profile = await patch(lane, id, { form: formOf(kind, bytes) });
  const file = profile?.files.find(({ sha256 }) => sha256 === digestOf(bytes));
  if (file !== undefined) lane.book.of(id).files.set(file.id, file.sha256);
  return file !== undefined;
};

const post = async (lane: Lane, id: string, history: string, json: object): Promise<boolean> => {
  const path = `/api/${history}/${id}`;
  const entry = bodyIn(LedgerEntryCodec, await lane.ask({ method: 'POST', path, token: lane.token, json }));
  if (entry === null) return false;
  const acknowledged = lane.book.of(id);
  acknowledged.entries.set(entry.seq, entry.hash);
  acknowledged.version = Math.max(acknowledged.version, entry.seq);
  return true;
};

const consent = { consent: { text_version: '1', locale: 'en', granted: true } };

let small: Promise<Uint8Array> | null = null;
const smallImage = (): Promise<Uint8Array> => {
  small ??= corners(320, 240).jpeg().toBuffer();
  return small;
};

/** A partner that writes whatever there is to write, of one profile after the other. */
const partnerLane = async (lane: Lane): Promise<void> => {
  let written = 0;
  while (!lane.isOver()) {
    const made = await create(lane);
    if (made === null) continue;
    const { flowToken, id } = made;
    for (let left = between(lane.random, 4, 10); left > 0 && !lane.isOver(); left -= 1) {
      written += 1;
      const dice = lane.random();
      if (dice < 0.4) {
        const told = await patch(lane, id, { json: { metadata: { last: String(written) } } });
        if (told !== null) lane.book.of(id).metadata.set('last', written);
      } else if (dice < 0.75) {
        await post(lane, id, 'verification_history', { type: 'partner.noted', data: { written } });
      } else if (dice < 0.85) {
        await lane.ask({ method: 'PATCH', path: `/api/profiles/${id}`, token: flowToken, json: consent });
      } else if (dice < 0.9) await sendPhoto(lane, id, 'supporting_document', await smallImage());
      else await lane.ask({ path: `/api/profiles/${id}`, token: lane.token });
    }
    if (lane.random() < 0.3) await post(lane, id, 'status_history', { event: 'canceled' });
  }
};

const mostTries = 30;

/** Again until it is acknowledged, as a person's browser goes on after a fault. */
const insist = async (lane: Lane, step: () => Promise<boolean>): Promise<void> => {
  for (let tried = 0; tried < mostTries && !lane.isOver(); tried += 1) {
    if (await step()) return;
    await sleep(20);
  }
};

const opened = async (lane: Lane, id: string): Promise<string | null> => {
  const asked = { method: 'POST', path: '/api/face-liveness/session', token: lane.token } as const;
  const session = bodyIn(Opened, await lane.ask({ ...asked, json: { profile_id: id } }));
  if (session === null) return null;
  lane.book.of(id).evidence.add(session.session_id);
  return session.session_id;
};

const analyze = async (lane: Lane, id: string, passport: Uint8Array): Promise<void> => {
  const form = formOf('document_front', passport, { profile_id: id });
  const told = await lane.ask({ method: 'POST', path: '/api/ai/document-analysis', token: lane.token, form });
  const analysis = bodyIn(Analysis, told);
  if (analysis !== null) lane.book.of(id).evidence.add(analysis.id);
};

/** People who are verified, one after the other: the way to a profile that is being processed. */
const personLane = async (lane: Lane): Promise<void> => {
  const passport = new Uint8Array(photoOf('td3-valid').bytes);
  while (!lane.isOver()) {
    const made = await create(lane);
    if (made === null) continue;
    const { id } = made;
    await insist(lane, async () => (await patch(lane, id, { json: consent })) !== null);
    await insist(lane, () => sendPhoto(lane, id, 'document_front', passport));
    if (lane.random() < 0.5) await analyze(lane, id, passport);
    let session: string | null = null;
    await insist(lane, async () => {
      session = await opened(lane, id);
      return session !== null;
    });
    await lane.ask({ path: `/api/face-liveness/results/${session}`, token: lane.token });
  }
};

const newTally = (): Tally => ({
  requests: 0,
  acknowledged: 0,
  silences: 0,
  outages: 0,
  failures: 0,
  slow: 0,
  slowestMs: 0,
  answered: new Map(),
  examples: [],
});

/** `slowMs`: an answer that takes longer is too late. */
type Lanes = { readonly partners: number; readonly persons: number; readonly slowMs: number };

/** An instance that is up, chosen at random; waits for one until the load is over. */
const anyUp = async ({ instances }: Site, random: Random, isOver: () => boolean): Promise<Instance | null> => {
  for (;;) {
    const up = instances.filter((instance) => instance.isUp());
    const chosen = up[Math.floor(random() * up.length)];
    if (chosen !== undefined || isOver()) return chosen ?? null;
    await sleep(5);
  }
};

const noInstance: Outcome = { ms: 0, status: null, isSent: false, code: 'over' };

/** Writes to a site as partners and people do, and keeps book of what is acknowledged, until it is stopped. */
export const startLoad = (site: Site, random: Random, book: Book, { partners, persons, slowMs }: Lanes): Load => {
  const tally = newTally();
  const caller: Caller = newCaller();
  let over = false;
  const isOver = (): boolean => over;
  const ask = async (asked: Asked): Promise<Outcome> => {
    const instance = await anyUp(site, random, isOver);
    if (instance === null) return noInstance;
    const outcome = await caller.ask(instance.url, asked);
    count(tally, slowMs, instance, asked, outcome);
    // Whoever is told that it is not there just now does not ask again at once.
    if (outcome.status === null || outcome.status === 503) await sleep(10);
    return outcome;
  };
  const lane: Lane = { random, book, token: site.token, isOver, ask };
  const lanes = [
    ...Array.from({ length: partners }, () => partnerLane(lane)),
    ...Array.from({ length: persons }, () => personLane(lane)),
  ];
  return {
    tally,
    book,
    stop: async () => {
      over = true;
      await Promise.all(lanes);
      caller.close();
    },
  };
};
