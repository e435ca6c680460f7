import { E } from '@portcullis/domain';
import { decode, oneOf, t } from '@portcullis/domain/kernel';
import { LedgerEntryCodec } from '@portcullis/domain/serialization';
import { newPerson, playJourney } from '../../support/clients/journey.ts';
import { runs } from '../../support/effort.ts';
import { plainPhoto } from '../../support/images/plain-photo.ts';
import { type ClusterEnvironment, openCluster } from './cluster/environment.ts';
import { bodyOf, type ClientRequest, newHttpClient, type Outcome } from './cluster/http-client.ts';
import { checkConsistency, entriesOf, rowsOf } from './cluster/stored-rows.ts';
import type { Findings, Harness, HarnessOptions, Size } from './harness/harness.ts';
import { responseLimitMs } from './harness/time-limits.ts';

const rounds: { readonly [S in Size]: number } = { short: runs(24, 4), full: 1000, long: 10_000 };
const writersPerRound = 20;
/** After so many rounds others begin: a profile takes 500 changes, and half of the rounds write to it. */
const roundsPerSubject = 40;

/** A profile that everybody writes to, with everything that the service has acknowledged for it. */
type Subject = {
  readonly id: string;
  version: number;
  /** The hash of the acknowledged entry by sequence number, or `null` when the response gave only the number. */
  readonly acknowledgedEntries: Map<number, string | null>;
  readonly metadata: Map<string, string>;
};

type WriterCounters = {
  requests: number;
  acknowledged: number;
  refused: number;
  slowestMs: number;
  lost: number;
  doubled: number;
  notOneWinner: number;
  strange: number;
  slow: number;
  readonly examples: string[];
};

/** A write, and what its acknowledgement confirms. */
type Writer = { readonly asked: ClientRequest; readonly key?: string; readonly value?: string };

const Profile = t.type({ version: t.number });
const Code = t.type({ code: oneOf(['version_conflict', 'invalid_transition', 'precondition_failed']) });

const patchOf = (subject: Subject, token: string, at: number, round: number): Writer => {
  const key = `writer_${at}`;
  const value = String(round);
  const json = { metadata: { [key]: value } };
  return { asked: { method: 'PATCH', path: `/api/profiles/${subject.id}`, token, json }, key, value };
};

const eventOf = ({ id }: Subject, token: string, at: number, round: number): Writer => {
  const json = { type: 'partner.noted', data: { at, round } };
  return { asked: { method: 'POST', path: `/api/verification_history/${id}`, token, json } };
};

const statusOf = ({ id }: Subject, token: string, isApproved: boolean): Writer => {
  const json = isApproved
    ? { event: 'reopened', note: 'once more' }
    : { event: 'review_approved', reviewer: { id: 'staff-1' }, reason: 'manual_review', note: 'seen' };
  return { asked: { method: 'POST', path: `/api/status_history/${id}`, token, json } };
};

/** Answers the ledger entry that a write was given; `null` when it was not acknowledged. */
const acknowledgedEntry = (outcome: Outcome): { readonly seq: number; readonly hash: string | null } | null => {
  if (outcome.status === null || outcome.status >= 300) return null;
  const body = bodyOf(outcome);
  const entry = decode(LedgerEntryCodec, body);
  if (E.isRight(entry)) return { seq: entry.right.seq, hash: entry.right.hash };
  const profile = decode(Profile, body);
  return E.isRight(profile) ? { seq: profile.right.version, hash: null } : null;
};

const isRefusal = (outcome: Outcome, isExpected: boolean): boolean => {
  if (outcome.status !== 409 && outcome.status !== 412) return false;
  const problem = decode(Code, bodyOf(outcome));
  return (
    E.isRight(problem) && (problem.right.code === 'precondition_failed') === (isExpected && outcome.status === 412)
  );
};

const recordAnswers = (
  seen: WriterCounters,
  subject: Subject,
  answers: readonly { readonly writer: Writer; readonly outcome: Outcome }[],
  isExpected: boolean,
): void => {
  const before = subject.version;
  let won = 0;
  for (const { outcome, writer } of answers) {
    const place = acknowledgedEntry(outcome);
    if (place === null) {
      if (isRefusal(outcome, isExpected)) seen.refused += 1;
      else {
        seen.strange += 1;
        const text = outcome.status === null ? outcome.code : outcome.bytes.toString('utf8').slice(0, 200);
        if (seen.examples.length < 5) seen.examples.push(`${writer.asked.path}: ${outcome.status}, ${text}`);
      }
      continue;
    }
    won += 1;
    if (subject.acknowledgedEntries.has(place.seq)) seen.doubled += 1;
    subject.acknowledgedEntries.set(place.seq, place.hash);
    subject.version = Math.max(subject.version, place.seq);
    if (writer.key !== undefined && writer.value !== undefined) subject.metadata.set(writer.key, writer.value);
  }
  seen.acknowledged += won;
  if (won === 0 || (isExpected && won !== 1)) seen.notOneWinner += 1;
  // The acknowledged entries must follow the previous ones without a gap, and nothing else may be between them.
  if (subject.version !== before + won) seen.lost += Math.abs(before + won - subject.version);
};

/** The stored row must contain exactly what was acknowledged. */
const checkStoredRow = async (seen: WriterCounters, cluster: ClusterEnvironment, subject: Subject): Promise<void> => {
  const row = (await rowsOf(await cluster.tables(), [subject.id])).get(subject.id);
  if (row?.version !== subject.version) seen.lost += 1;
  for (const [key, value] of subject.metadata) if (row?.metadata[key] !== value) seen.lost += 1;
};

const checkStoredLedger = async (
  seen: WriterCounters,
  cluster: ClusterEnvironment,
  subject: Subject,
): Promise<void> => {
  const ledger = (await entriesOf(await cluster.tables(), [subject.id])).get(subject.id) ?? [];
  const stored = new Map(ledger.map(({ hash, seq }) => [seq, hash]));
  if (ledger.length !== subject.version || stored.size !== ledger.length) seen.lost += 1;
  for (const [seq, hash] of subject.acknowledgedEntries) {
    if (!stored.has(seq) || (hash !== null && stored.get(seq) !== hash)) seen.lost += 1;
  }
};

const newWriterCounters = (): WriterCounters => ({
  requests: 0,
  acknowledged: 0,
  refused: 0,
  slowestMs: 0,
  lost: 0,
  doubled: 0,
  notOneWinner: 0,
  strange: 0,
  slow: 0,
  examples: [],
});

const newSubject = async (cluster: ClusterEnvironment, isVerified: boolean): Promise<Subject> => {
  const photo = await plainPhoto();
  const partner = { baseUrl: cluster.instances[0]?.url ?? '', token: cluster.token, choose: () => ({}), photo };
  const id = isVerified
    ? (await playJourney(partner, 'approve')).person.profileId
    : (await newPerson(partner, 'approve')).profileId;
  const version = (await rowsOf(await cluster.tables(), [id])).get(id)?.version ?? 0;
  return { id, version, acknowledgedEntries: new Map(), metadata: new Map() };
};

/** Twenty writers write to one version at the same time, half of them through each instance. */
const writeRound = async (
  cluster: ClusterEnvironment,
  ask: (baseUrl: string, asked: ClientRequest) => Promise<Outcome>,
  subject: Subject,
  round: { readonly writers: readonly Writer[]; readonly isExpected: boolean },
) => {
  const headers = round.isExpected ? { 'If-Match': `"${subject.version}"` } : {};
  return Promise.all(
    round.writers.map(async (writer, at) => ({
      writer,
      outcome: await ask(cluster.instances[at % 2]?.url ?? '', { ...writer.asked, headers }),
    })),
  );
};

const writeAll = async (cluster: ClusterEnvironment, order: HarnessOptions, seen: WriterCounters): Promise<void> => {
  const client = newHttpClient();
  const newSubjects = async () => [await newSubject(cluster, false), await newSubject(cluster, true)] as const;
  let [open, verified] = await newSubjects();
  const checkLedgers = async () => {
    for (const subject of [open, verified]) await checkStoredLedger(seen, cluster, subject);
  };
  try {
    for (let round = 1; round <= rounds[order.size]; round += 1) {
      if (round % roundsPerSubject === 0) {
        await checkLedgers();
        [open, verified] = await newSubjects();
      }
      const isReviewed = round % 4 > 1;
      const subject = isReviewed ? verified : open;
      const row = (await rowsOf(await cluster.tables(), [subject.id])).get(subject.id);
      const writers = Array.from({ length: writersPerRound }, (_, at): Writer => {
        if (at % 4 > 1) return eventOf(subject, cluster.token, at, round);
        return isReviewed
          ? statusOf(subject, cluster.token, row?.status === 'approved')
          : patchOf(subject, cluster.token, at, round);
      });
      const isExpected = round % 2 === 0;
      const answers = await writeRound(cluster, client.ask, subject, { writers, isExpected });
      seen.requests += answers.length;
      seen.slowestMs = Math.max(seen.slowestMs, ...answers.map(({ outcome }) => outcome.ms));
      seen.slow += answers.filter(({ outcome }) => outcome.ms > responseLimitMs(order.size)).length;
      recordAnswers(seen, subject, answers, isExpected);
      await checkStoredRow(seen, cluster, subject);
      if (round % 100 === 0) order.say(`${round} rounds`);
    }
    await checkLedgers();
  } finally {
    client.close();
  }
};

const run = async (order: HarnessOptions): Promise<Findings> => {
  const cluster = await openCluster(order.engine, 2);
  try {
    const seen = newWriterCounters();
    await writeAll(cluster, order, seen);
    for (const example of seen.examples) order.say(example);
    const finalState = await checkConsistency(await cluster.tables());
    await Promise.all(cluster.instances.map((instance) => instance.kill()));
    return {
      performed: {
        rounds: rounds[order.size],
        writers: seen.requests,
        acknowledged: seen.acknowledged,
        refused: seen.refused,
        'entries walked': finalState.entries,
        'slowest answer, ms': Math.round(seen.slowestMs),
      },
      violations: {
        'lost updates': seen.lost,
        'places given twice': seen.doubled,
        'rounds without a winner, or with several of one version': seen.notOneWinner,
        'answers that are neither yes nor a conflict': seen.strange,
        'answers that took too long': seen.slow,
        'chains that do not verify': finalState.badChains,
        'profiles that differ from their ledger': finalState.differing,
        exits: cluster.mishaps.exits,
        'unhandled rejections': cluster.mishaps.unhandledRejections,
      },
    };
  } finally {
    await cluster.close();
  }
};

export const writers: Harness = {
  name: 'writers',
  claim: 'of twenty who write upon one version at the same time none overwrites another',
  run,
};
