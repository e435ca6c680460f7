import { E } from '@portcullis/domain';
import { decode, t } from '@portcullis/domain/kernel';
import { openApiDocument, routesFor } from '@portcullis/http';
import fc from 'fast-check';
import { httpConfig } from '../../../support/http/server.ts';
import type { Production } from '../../../support/servers/production.ts';
import type { HarnessOptions } from '../harness/harness.ts';
import { newClient, sendAndReset, sendRaw } from './exchange.ts';
import type { FaultCounters } from './fault-counters.ts';
import { drawPictures, type Pictures } from './pictures.ts';
import { rawConnection } from './raw-requests.ts';
import type { Placeholders, RequestCase } from './request-case.ts';
import { requestTo } from './requests.ts';
import { seedProfiles } from './seed.ts';

/** The number of consecutive requests about the same profiles. */
const casesPerSeed = 250;
/** One in this many requests is raw bytes on its own connection. */
const rawConnectionShare = 15;

const routes = routesFor(httpConfig);
export const routeNames: readonly string[] = routes.map(({ method, path }) => `${method} ${path}`);

const Described = t.type({ parameters: t.array(t.type({ name: t.string, in: t.string })) });

type Paths = ReturnType<typeof openApiDocument>['paths'];

/** Answers the query parameters of a route, from the API description. */
const queryNamesOf = (paths: Paths, { method, path }: (typeof routes)[number]): readonly string[] => {
  const operation = decode(Described, paths[path.replace(/:([A-Za-z]+)/g, '{$1}')]?.[method.toLowerCase()]);
  return E.isLeft(operation)
    ? []
    : operation.right.parameters.flatMap(({ name, in: place }) => (place === 'query' ? [name] : []));
};

type BodyForms = (typeof routes)[number]['body'];

/** Expensive routes are requested less often, because they would delay everything else. */
const weightOf = ({ body, method }: { readonly body: BodyForms; readonly method: string }): number =>
  body.multipart !== undefined || method === 'DELETE' ? 2 : 4;

const casesFor = (pictures: Pictures): fc.Arbitrary<RequestCase> => {
  const { paths } = openApiDocument(httpConfig);
  const requests = routes.map((route) => ({
    weight: weightOf(route),
    arbitrary: requestTo(route, queryNamesOf(paths, route), pictures),
  }));
  const all = requests.reduce((sum, { weight }) => sum + weight, 0);
  return fc.oneof(...requests, { weight: Math.ceil(all / rawConnectionShare), arbitrary: rawConnection });
};

type DrawnCase = { readonly sent: RequestCase; readonly names: Placeholders; readonly place: string };

/** Yields all cases of a run in order; the next profiles are created while the current ones are used. */
async function* casesOf(production: Production, { seed }: HarnessOptions, count: number): AsyncGenerator<DrawnCase> {
  const pictures = await drawPictures();
  const [photo = new Uint8Array()] = pictures.valid;
  const cases = casesFor(pictures);
  const sceneAt = (n: number): Promise<Placeholders> => {
    const made = seedProfiles(production, photo, `hostile-${seed}-${n}`);
    // The caller that awaits this promise gets the error.
    made.catch(() => undefined);
    return made;
  };
  let next = sceneAt(0);
  for (let begun = 0; begun < count; begun += casesPerSeed) {
    const scene = begun / casesPerSeed;
    const names = await next;
    if (begun + casesPerSeed < count) next = sceneAt(scene + 1);
    const numRuns = Math.min(casesPerSeed, count - begun);
    // Each batch has its own seed: only its cases are in memory, and each of them can be reproduced.
    const drawn = fc.sample(cases, { seed: seed * 1_000_003 + scene, numRuns });
    for (const [i, sent] of drawn.entries()) yield { sent, names, place: `seed ${seed}, scene ${scene}, case ${i}` };
  }
}

/** Sends this many cases, `workers` at a time, and has each of them counted. */
export const sendCases = async (
  production: Production,
  order: HarnessOptions,
  { count, workers }: { readonly count: number; readonly workers: number },
  tally: FaultCounters,
): Promise<void> => {
  const port = Number(new URL(production.baseUrl).port);
  const client = newClient(port, workers);
  const cases = casesOf(production, order, count);
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
  } finally {
    client.close();
  }
};
