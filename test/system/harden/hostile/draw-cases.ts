import fc from 'fast-check';
import { routesFor } from '#http/server';
import { httpConfig } from '../../../support/http/server.ts';
import { fieldsOf } from '../access/staff-places.ts';
import type { Route } from './multipart-bodies.ts';
import type { Pictures } from './pictures.ts';
import { rawConnection } from './raw-requests.ts';
import type { RequestCase } from './request-case.ts';
import { requestTo } from './requests.ts';

/** One in this many requests is raw bytes on its own connection. */
const rawConnectionShare = 15;

export const routes: readonly Route[] = routesFor(httpConfig);
export const routeNames: readonly string[] = routes.map(({ method, path }) => `${method} ${path}`);

/** Routes that compare a password, or lint a policy. */
const slowPaths = ['/api/staff/session', '/api/policy-drafts', '/api/policy-drafts/:id'];

/** Expensive routes are requested less often, because they would delay everything else. */
const weightOf = ({ body, method, path }: Route): number => {
  const isSlow = method === 'POST' && slowPaths.includes(path);
  return body.multipart !== undefined || method === 'DELETE' || isSlow ? 2 : 4;
};

type Drawing = { readonly weight: number; readonly arbitrary: fc.Arbitrary<RequestCase> };

/** Draws so many cases in any order, of which each arbitrary has its share, but for what chance rounds. */
const drawEvenly = (drawings: readonly Drawing[], seed: number, count: number): readonly RequestCase[] => {
  const sum = drawings.reduce((before, { weight }) => before + weight, 0);
  let before = 0;
  let taken = 0;
  const drawn = drawings.flatMap(({ arbitrary, weight }, n) => {
    before += weight;
    const until = Math.round((count * before) / sum);
    const numRuns = until - taken;
    taken = until;
    return numRuns === 0 ? [] : fc.sample(arbitrary, { seed: seed * 1009 + n, numRuns });
  });
  const anyOrder = fc.shuffledSubarray(drawn, { minLength: drawn.length });
  return fc.sample(anyOrder, { seed, numRuns: 1 })[0] ?? [];
};

/** Draws cases of every route and of raw connections from a seed. */
export const casesFor = (pictures: Pictures): ((seed: number, count: number) => readonly RequestCase[]) => {
  const requests = routes.map((route) => ({
    weight: weightOf(route),
    arbitrary: requestTo(route, fieldsOf(route.query) ?? [], pictures),
  }));
  const all = requests.reduce((sum, { weight }) => sum + weight, 0);
  const raw = { weight: Math.ceil(all / rawConnectionShare), arbitrary: rawConnection };
  return (seed, count) => drawEvenly([...requests, raw], seed, count);
};
