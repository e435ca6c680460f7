import type { Production } from '../../../support/servers/production.ts';
import type { HarnessOptions } from '../harness/harness.ts';
import { casesFor, routes } from './draw-cases.ts';
import { newClient, sendAndReset, sendRaw } from './exchange.ts';
import { describeExchange, type FaultCounters } from './fault-counters.ts';
import { drawPictures, type Pictures } from './pictures.ts';
import { plainRequestTo } from './plain-requests.ts';
import { isSuccess } from './purposes.ts';
import { describeCase, type Placeholders, type RequestCase } from './request-case.ts';
import { seedScene } from './seed.ts';
import { openStaffDesk } from './staff-seed.ts';

/** The number of consecutive requests about the same profiles: all of a short run, because to make them takes long. */
const casesPerSeed = 500;

type DrawnCase = { readonly sent: RequestCase; readonly names: Placeholders; readonly place: string };

/** Yields all cases of a run in order; the next scene is made while the current one is used. */
async function* casesOf(
  sceneAt: (n: number) => Promise<Placeholders>,
  first: Placeholders,
  pictures: Pictures,
  seed: number,
  count: number,
): AsyncGenerator<DrawnCase> {
  const draw = casesFor(pictures);
  const begin = (n: number): Promise<Placeholders> => {
    const made = sceneAt(n);
    // The caller that awaits this promise gets the error.
    made.catch(() => undefined);
    return made;
  };
  let next = Promise.resolve(first);
  for (let begun = 0; begun < count; begun += casesPerSeed) {
    const scene = begun / casesPerSeed;
    const names = await next;
    if (begun + casesPerSeed < count) next = begin(scene + 1);
    const numRuns = Math.min(casesPerSeed, count - begun);
    // Each batch has its own seed: only its cases are in memory, and each of them can be reproduced.
    const drawn = draw(seed * 1_000_003 + scene, numRuns);
    for (const [i, sent] of drawn.entries()) yield { sent, names, place: `seed ${seed}, scene ${scene}, case ${i}` };
  }
}

/** Sends a request without a fault to every route, and answers the routes that did not do what they are for. */
const sendPlainRequests = async (
  client: ReturnType<typeof newClient>,
  names: Placeholders,
  say: (line: string) => void,
): Promise<readonly string[]> => {
  const failed: string[] = [];
  for (const route of routes) {
    const sent = plainRequestTo(route);
    const got = await client.send(sent, names);
    if (got.answers.some(({ status }) => isSuccess(sent.aim, status))) continue;
    failed.push(sent.aim);
    say(`did not do what it is for: ${describeCase(sent)} -> ${describeExchange(got)}`);
  }
  return failed;
};

/** What opens something, of the values of a scene. */
const secretsIn = (scene: Placeholders): readonly string[] => {
  const names = ['machine_token', 'flow_token', 'handoff_code', 'password', 'staff_cookie', 'leaving_cookie'];
  return names.map((name) => (scene[name] ?? '').replace(/^.*=/, '')).filter((secret) => secret !== '');
};

/**
 * Sends this many cases, `workers` at a time, and has each of them counted. Before, each route is asked for what it is
 * for: where that fails, what is sent to it afterwards would be judged by its refusals alone. It answers secrets of
 * those who asked, which must stand in no log.
 */
export const sendCases = async (
  production: Production,
  order: HarnessOptions,
  { count, workers }: { readonly count: number; readonly workers: number },
  tally: FaultCounters,
): Promise<readonly string[]> => {
  const port = Number(new URL(production.baseUrl).port);
  const desk = openStaffDesk(production.baseUrl, production.database.driver());
  const client = newClient(port, workers);
  const pictures = await drawPictures();
  const [photo = new Uint8Array()] = pictures.valid;
  const sceneAt = (n: number) => seedScene(production, desk, photo, `hostile-${order.seed}-${n}`);
  const first = await sceneAt(0);
  tally.useless.push(...(await sendPlainRequests(client, first, order.say)));
  const cases = casesOf(sceneAt, first, pictures, order.seed, count);
  const step = Math.ceil(count / 10);
  const worker = async (): Promise<void> => {
    for (let next = await cases.next(); !next.done; next = await cases.next()) {
      const { sent, names, place } = next.value;
      const got = sent.bytes === undefined ? client.send(sent, names) : sendRaw(port, sent.bytes, names);
      tally.take(sent, place, await got);
      if (sent.bytes !== undefined) {
        await sendAndReset(port, sent.bytes, names, tally.counts.broken % 4);
        tally.counts.broken += 1;
      }
      if (tally.counts.requests % step === 0) order.say(`${tally.counts.requests.toLocaleString('en')} requests`);
    }
  };
  try {
    await Promise.all(Array.from({ length: workers }, worker));
    return secretsIn(first);
  } finally {
    client.close();
    desk.client.close();
  }
};
