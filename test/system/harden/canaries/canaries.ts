import { setTimeout as sleep } from 'node:timers/promises';
import { type LedgerEntry, oneOf, statuses, t, verifyChain } from '@portcullis/domain';
import { askAt, History, type Reply, read } from '../../../support/clients/api-client.ts';
import { limitMs } from '../crash/time-limits.ts';
import type { Findings, Harness, Order, Size } from '../harness.ts';
import { filesIn, found, type Needle, needlesOf } from './canary-values.ts';
import { openPlace, type Place } from './environment.ts';
import { addressesOf, journeys, mark, type Planted, plant } from './seed.ts';

const rounds: { readonly [size in Size]: number } = { short: 1, full: 10, long: 40 };

const Erased = t.type({
  status: oneOf(statuses),
  version: t.number,
  redaction: t.type({ completed_at: t.union([t.string, t.null]) }),
});

const marks: readonly Needle[] = needlesOf(mark, mark);

const ask = (place: Place, path: string, method: 'GET' | 'DELETE' = 'GET'): Promise<Reply> =>
  askAt(place.baseUrl, { method, path, token: place.token, requestId: 'canaries' });

/** Requests the erasure twice, and answers what was still disclosed afterwards. */
const eraseOne = async (place: Place, { id, flowToken, needles }: Planted): Promise<readonly string[]> => {
  const path = `/api/profiles/${id}`;
  const [first, second] = [await ask(place, path, 'DELETE'), await ask(place, path, 'DELETE')];
  const answers = await Promise.all(addressesOf(id).map(async (at) => ({ at, reply: await ask(place, at) })));
  const own = answers.filter(({ at }) => at.includes(id));
  const flow = await askAt(place.baseUrl, { path, token: flowToken });
  const said = own.map(({ at, reply }) => ({ where: at, bytes: reply.bytes }));
  return [
    ...(first.status === 202 && first.bytes.equals(second.bytes) && second.status === 202 ? [] : ['answers differ']),
    ...found([...said, { where: 'the request to erase', bytes: first.bytes }], [...marks, ...needles]),
    ...(flow.status === 410 ? [] : [`the link is answered ${flow.status}`]),
  ];
};

const isComplete = async (place: Place, id: string): Promise<boolean> => {
  const until = performance.now() + 20_000;
  while (performance.now() < until) {
    const { redaction } = read(Erased, await ask(place, `/api/profiles/${id}`));
    if (redaction.completed_at !== null) return true;
    await sleep(50);
  }
  return false;
};

const chainHolds = async (place: Place, id: string): Promise<boolean> => {
  const entries: LedgerEntry[] = [];
  for (const history of ['status_history', 'verification_history']) {
    entries.push(...read(History, await ask(place, `/api/${history}/${id}?limit=1000`)).data);
  }
  const { status, version } = read(Erased, await ask(place, `/api/profiles/${id}`));
  return verifyChain(
    id,
    entries.toSorted((a, b) => a.seq - b.seq),
    { status, version },
  ).ok;
};

const wrappedKeys = async ({ admin }: Place): Promise<readonly Needle[]> => {
  const rows = await admin.collection('data_keys').getFullList();
  return rows.map(({ wrapped }) => ({ what: 'a data key', bytes: Buffer.from(String(wrapped), 'utf8') }));
};

const count = async (checks: readonly Promise<boolean>[]): Promise<number> =>
  (await Promise.all(checks)).filter((holds) => !holds).length;

type Told = { readonly did: { [what: string]: number }; readonly amiss: { [what: string]: number } };

const inPlace = async (place: Place, sealed: boolean, order: Order): Promise<Told> => {
  const how = sealed ? 'sealed' : 'in clear';
  const planted: Planted[] = [];
  for (let round = 0; round < rounds[order.size]; round += 1) {
    for (const journey of order.size === 'short' ? journeys.slice(0, 2) : journeys)
      planted.push(await plant(place, journey, planted.length + 1));
    order.say(`${how}: ${planted.length} planted, ${[...new Set(planted.map(({ status }) => status))].join(', ')}`);
  }
  const needles = [...marks, ...planted.flatMap((one) => one.needles)];
  const keys = await wrappedKeys(place);
  const before = found(filesIn(place.folders), needles);
  const said: string[] = [];
  for (const one of planted) said.push(...(await eraseOne(place, one)));
  const unfinished = await count(planted.map(({ id }) => isComplete(place, id)));
  const broken = await count(planted.map(({ id }) => chainHolds(place, id)));
  const running = found(filesIn(place.folders), [...needles, ...keys]);
  const mishaps = place.mishaps(limitMs(order.size));
  await place.stop();
  const stopped = found(filesIn(place.folders), [...needles, ...keys]);
  const logged = found([{ where: 'the log', bytes: Buffer.from(place.printed()) }], needles);
  for (const line of [...(sealed ? before : []), ...said, ...running, ...stopped, ...logged])
    order.say(`${how}: ${line}`);
  return {
    did: {
      [`profiles, ${how}`]: planted.length,
      [`forms looked for, ${how}`]: needles.length,
      [`bytes looked through, ${how}`]: filesIn(place.folders).reduce((sum, { bytes }) => sum + bytes.length, 0),
      [`places before, ${how}`]: before.length,
    },
    amiss: {
      ...(sealed
        ? { 'in clear before, sealed': before.length }
        : { 'a search that finds nothing': before.length > 0 ? 0 : 1 }),
      ...(sealed && keys.length < planted.length ? { 'profiles without a key': planted.length - keys.length } : {}),
      [`said after the request, ${how}`]: said.length,
      [`left while it runs, ${how}`]: running.length,
      [`left after it has stopped, ${how}`]: stopped.length,
      [`logged, ${how}`]: logged.length,
      [`erasures not complete, ${how}`]: unfinished,
      [`chains that do not verify, ${how}`]: broken,
      ...Object.fromEntries(Object.entries(mishaps).map(([what, times]) => [`${what}, ${how}`, times])),
    },
  };
};

const run = async (order: Order): Promise<Findings> => {
  const did: { [what: string]: number } = {};
  const amiss: { [what: string]: number } = {};
  for (const sealed of [true, false]) {
    const place = await openPlace(sealed);
    try {
      const told = await inPlace(place, sealed, order);
      Object.assign(did, told.did);
      Object.assign(amiss, told.amiss);
    } finally {
      await place.close();
    }
  }
  return { did, amiss };
};

export const canaries: Harness = {
  name: 'canaries',
  claim: 'of somebody who was erased nothing is left in any byte that the service and its database wrote',
  run,
};
