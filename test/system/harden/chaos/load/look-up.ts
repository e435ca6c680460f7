import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf, type ClientRequest } from '../../cluster/http-client.ts';
import type { AcknowledgedProfile, AnswerCounts, Journal } from './journal.ts';
import { brokenAt, listAt, numberAt, sha256, textAt, valueAt } from './json.ts';
import { type Ask, countAnswer } from './load.ts';

/** What is missing of all that was acknowledged. */
export type LookUp = {
  /** Each lost write as a sentence. */
  readonly lost: readonly string[];
  readonly brokenChains: readonly string[];
  /** What the passing of time did although no time has passed: expiries, lapses and erasures that nobody asked for. */
  readonly byClock: readonly string[];
  readonly profiles: number;
  readonly entries: number;
  readonly files: number;
};

type Reader = { readonly ask: Ask; readonly token: string; readonly counts: AnswerCounts };

const patienceMs = 30_000;

/** Reads with patience: an answer that is neither success nor 404 is asked for again. */
const read = async ({ ask, counts, token }: Reader, path: string) => {
  const asked: ClientRequest = { path, token };
  for (const until = performance.now() + patienceMs; ; await sleep(200)) {
    const outcome = await ask(asked);
    if (outcome.status === 404) countAnswer(counts, asked, outcome);
    if (outcome.status === 200 || outcome.status === 404 || performance.now() > until) return outcome;
  }
};

const readJson = async (reader: Reader, path: string): Promise<unknown> => {
  const outcome = await read(reader, path);
  return outcome.status === 200 ? bodyOf(outcome) : null;
};

/** Reads both histories to their ends, in the order of the ledger. */
const ledgerOf = async (reader: Reader, id: string): Promise<readonly unknown[]> => {
  const entries: unknown[] = [];
  for (const history of ['status_history', 'verification_history']) {
    for (let after: number | null = 0; after !== null; ) {
      const page: unknown = await readJson(reader, `/api/${history}/${id}?after_seq=${after}&limit=100`);
      entries.push(...listAt(page, 'data'));
      after = numberAt(page, 'next_after_seq');
    }
  }
  return entries.toSorted((a, b) => (numberAt(a, 'seq') ?? 0) - (numberAt(b, 'seq') ?? 0));
};

const lostFiles = async (reader: Reader, { files, id }: AcknowledgedProfile, body: unknown) => {
  const lost: string[] = [];
  for (const [file, sent] of files) {
    const shown = listAt(body, 'files').find((one) => textAt(one, 'id') === file);
    const outcome = await read(reader, `/api/profiles/${id}/files/${file}`);
    const isWhole = outcome.status === 200 && sha256(outcome.bytes) === textAt(shown, 'sha256');
    if (!isWhole || textAt(shown, 'original_sha256') !== sent) lost.push(`file ${file} of ${id}`);
  }
  return lost;
};

const lostSessions = async (reader: Reader, { id, sessions }: AcknowledgedProfile) => {
  const lost: string[] = [];
  for (const session of sessions) {
    const body = await readJson(reader, `/api/face-liveness/results/${session}`);
    if (textAt(body, 'session_id') !== session) lost.push(`session ${session} of ${id}`);
  }
  return lost;
};

const lostEntries = ({ analyses, entries, id }: AcknowledgedProfile, ledger: readonly unknown[]): readonly string[] => {
  const hashes = new Map(ledger.map((entry) => [numberAt(entry, 'seq'), textAt(entry, 'hash')]));
  const missing = [...entries].flatMap(([seq, hash]) => (hashes.get(seq) === hash ? [] : [`entry ${seq} of ${id}`]));
  const readings = ledger.filter((entry) => textAt(entry, 'type') === 'document.read').length;
  return readings >= analyses ? missing : [...missing, `analysis of ${id}`];
};

/** The types of entries that only the passing of time writes, and an erasure, which nobody here asks for. */
const writtenByTime = /^(expired|lapsed|profile\.eras|erasure)/;

const noticeMs = 2 * 86_400_000;

/** Whether an erasure was announced. Who was canceled today has a date that is weeks away. */
const isErasedSoon = (body: unknown): boolean => {
  const at = Date.parse(textAt(body, 'erases_at') ?? '');
  return at < Date.now() + noticeMs;
};

const effectsOfTime = (id: string, body: unknown, ledger: readonly unknown[]): readonly string[] => [
  ...((valueAt(body, 'redaction') ?? null) === null ? [] : [`${id} is erased`]),
  ...(isErasedSoon(body) ? [`${id} waits for its erasure`] : []),
  ...ledger.flatMap((entry) => {
    const type = textAt(entry, 'type') ?? '';
    return writtenByTime.test(type) ? [`${type} of ${id}`] : [];
  }),
];

/** Looks up everything that was acknowledged, and verifies every chain with the harness's own code. */
export const lookUp = async (ask: Ask, token: string, counts: AnswerCounts, journal: Journal): Promise<LookUp> => {
  const reader: Reader = { ask, token, counts };
  const lost: string[] = [];
  const brokenChains: string[] = [];
  const byClock: string[] = [];
  let entries = 0;
  let files = 0;
  for (const profile of journal.profiles()) {
    const { id, settled, version } = profile;
    const body = await readJson(reader, `/api/profiles/${id}`);
    if (body === null) {
      lost.push(`profile ${id}`);
      continue;
    }
    const ledger = await ledgerOf(reader, id);
    if ((numberAt(body, 'version') ?? 0) < version) lost.push(`version ${version} of ${id}`);
    if (settled !== null && textAt(body, 'status') !== settled) lost.push(`status ${settled} of ${id}`);
    lost.push(...lostEntries(profile, ledger), ...(await lostFiles(reader, profile, body)));
    lost.push(...(await lostSessions(reader, profile)));
    byClock.push(...effectsOfTime(id, body, ledger));
    const broken = brokenAt(id, ledger);
    if (broken !== null || ledger.length !== numberAt(body, 'version')) brokenChains.push(`${id} at ${broken}`);
    entries += ledger.length;
    files += profile.files.size;
  }
  return {
    lost,
    brokenChains,
    byClock,
    profiles: journal.profiles().length,
    entries,
    files,
  };
};
