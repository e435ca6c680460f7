import { setTimeout as sleep } from 'node:timers/promises';
import { type LedgerEntry, verifyChain } from '@portcullis/domain';
import { oneOf, statuses, t } from '@portcullis/domain/kernel';
import { History, type Reply, readReply, sendRequest } from '../../../support/clients/api-client.ts';
import { runs } from '../../../support/effort.ts';
import type { Findings, Harness, HarnessOptions, Size } from '../harness/harness.ts';
import { responseLimitMs } from '../harness/time-limits.ts';
import { type CanaryValue, canaryValuesOf, findCanaries, mark, type ScannedFile, scanFiles } from './canary-values.ts';
import { type CanaryEnvironment, openCanaryEnvironment } from './environment.ts';
import { addressesOf, journeys, type SeededProfile, seedProfile } from './seed.ts';

const rounds: { readonly [size in Size]: number } = { short: 1, full: 10, long: 40 };

const Erased = t.type({
  status: oneOf(statuses),
  version: t.number,
  redaction: t.type({ completed_at: t.union([t.string, t.null]) }),
});

const markValues: readonly CanaryValue[] = canaryValuesOf(mark, mark);

const ask = (environment: CanaryEnvironment, path: string, method: 'GET' | 'DELETE' = 'GET'): Promise<Reply> =>
  sendRequest(environment.baseUrl, { method, path, token: environment.token, requestId: 'canaries' });

/** Requests the erasure twice, and answers what was still disclosed afterwards. */
const eraseOne = async (
  environment: CanaryEnvironment,
  { id, flowToken, canaryValues }: SeededProfile,
): Promise<readonly string[]> => {
  const path = `/api/profiles/${id}`;
  const first = await ask(environment, path, 'DELETE');
  const second = await ask(environment, path, 'DELETE');
  const answers = await Promise.all(addressesOf(id).map(async (at) => ({ at, reply: await ask(environment, at) })));
  const own = answers.filter(({ at }) => at.includes(id));
  const flow = await sendRequest(environment.baseUrl, { path, token: flowToken });
  const bodies = own.map(({ at, reply }) => ({ where: at, bytes: reply.bytes }));
  return [
    ...(first.status === 202 && first.bytes.equals(second.bytes) && second.status === 202 ? [] : ['answers differ']),
    ...findCanaries(
      [...bodies, { where: 'the request to erase', bytes: first.bytes }],
      [...markValues, ...canaryValues],
    ),
    ...(flow.status === 410 ? [] : [`the link is answered ${flow.status}`]),
  ];
};

const isComplete = async (environment: CanaryEnvironment, id: string): Promise<boolean> => {
  const until = performance.now() + 20_000;
  while (performance.now() < until) {
    const { redaction } = readReply(Erased, await ask(environment, `/api/profiles/${id}`));
    if (redaction.completed_at !== null) return true;
    await sleep(50);
  }
  return false;
};

const chainHolds = async (environment: CanaryEnvironment, id: string): Promise<boolean> => {
  const entries: LedgerEntry[] = [];
  for (const history of ['status_history', 'verification_history']) {
    entries.push(...readReply(History, await ask(environment, `/api/${history}/${id}?limit=1000`)).data);
  }
  const { status, version } = readReply(Erased, await ask(environment, `/api/profiles/${id}`));
  return verifyChain(
    id,
    entries.toSorted((a, b) => a.seq - b.seq),
    { status, version },
  ).ok;
};

const wrappedDataKeys = async ({ tables }: CanaryEnvironment): Promise<readonly CanaryValue[]> => {
  const rows = await tables.rows('data_keys');
  return rows.map(({ wrapped }) => ({ what: 'a data key', bytes: Buffer.from(String(wrapped), 'utf8') }));
};

const count = async (checks: readonly Promise<boolean>[]): Promise<number> =>
  (await Promise.all(checks)).filter((holds) => !holds).length;

/**
 * The write-ahead log of PostgreSQL has what was written until its segments are recycled, wrapped keys as well. Without
 * the data keys of the service they open nothing.
 */
const isWriteAheadLog = ({ where }: ScannedFile): boolean => /(^|\/)pg_wal\//.test(where);

/** Searches everything for what is personal, and everything but the write-ahead log for the keys of erased profiles. */
const findLeft = (
  files: readonly ScannedFile[],
  canaryValues: readonly CanaryValue[],
  keys: readonly CanaryValue[],
): readonly string[] => [
  ...findCanaries(files, canaryValues),
  ...findCanaries(
    files.filter((file) => !isWriteAheadLog(file)),
    keys,
  ),
];

const scanned = ({ folders, since }: CanaryEnvironment): readonly ScannedFile[] => scanFiles(folders, since);

const runInEnvironment = async (environment: CanaryEnvironment, order: HarnessOptions): Promise<Findings> => {
  const seeded: SeededProfile[] = [];
  for (let round = 0; round < rounds[order.size]; round += 1) {
    for (const journey of order.size === 'short' ? journeys.slice(0, runs(2, 1)) : journeys)
      seeded.push(await seedProfile(environment, journey, seeded.length + 1));
    order.say(`${seeded.length} planted, ${[...new Set(seeded.map(({ status }) => status))].join(', ')}`);
  }
  const [, dataKey = ''] = environment.dataKeys.split(':');
  const ofService = canaryValuesOf('a key of the service', dataKey.slice(0, 43));
  const canaryValues = [...markValues, ...ofService, ...seeded.flatMap((one) => one.canaryValues)];
  const keys = await wrappedDataKeys(environment);
  await environment.writeDown();
  const atFirst = scanned(environment);
  const before = findCanaries(atFirst, canaryValues);
  const keysBefore = findCanaries(atFirst, keys);
  const said: string[] = [];
  for (const one of seeded) said.push(...(await eraseOne(environment, one)));
  const unfinished = await count(seeded.map(({ id }) => isComplete(environment, id)));
  const broken = await count(seeded.map(({ id }) => chainHolds(environment, id)));
  await environment.writeDown();
  const running = findLeft(scanned(environment), canaryValues, keys);
  const mishaps = environment.mishaps(responseLimitMs(order.size));
  await environment.stop();
  const stopped = findLeft(scanned(environment), canaryValues, keys);
  const logged = findCanaries([{ where: 'the log', bytes: Buffer.from(environment.printed()) }], canaryValues);
  for (const line of [...before, ...said, ...running, ...stopped, ...logged]) order.say(line);
  return {
    performed: {
      profiles: seeded.length,
      'forms looked for': canaryValues.length,
      'bytes looked through': scanned(environment).reduce((sum, { bytes }) => sum + bytes.length, 0),
    },
    violations: {
      'in clear before': before.length,
      'profiles without a key': Math.max(0, seeded.length - keys.length),
      'a search that finds no key': keysBefore.length > 0 ? 0 : 1,
      'said after the request': said.length,
      'left while it runs': running.length,
      'left after it has stopped': stopped.length,
      logged: logged.length,
      'erasures not complete': unfinished,
      'chains that do not verify': broken,
      ...mishaps,
    },
  };
};

const run = async (order: HarnessOptions): Promise<Findings> => {
  const environment = await openCanaryEnvironment(order.engine);
  try {
    return await runInEnvironment(environment, order);
  } finally {
    await environment.close();
  }
};

export const canaries: Harness = {
  name: 'canaries',
  claim:
    'of nobody anything is in clear, and of somebody who was erased nothing is left in any byte that the service and its database wrote',
  run,
};
