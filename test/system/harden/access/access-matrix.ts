import { routesFor } from '@portcullis/http';
import { httpConfig } from '../../../support/http/server.ts';
import { openProduction } from '../../../support/servers/production.ts';
import { mishapsIn } from '../../../support/servers/service-program.ts';
import { limitMs } from '../crash/time-limits.ts';
import type { Findings, Harness, Size } from '../harness.ts';
import { demands, generous, openHouse } from './environment.ts';
import { type Answer, askingAt, each } from './http-client.ts';
import { authorizationOf, type Cast, type Cell, cells, subjectOf } from './matrix.ts';
import { policy } from './policy.ts';
import {
  berlin,
  canceled,
  decided,
  drained,
  erased,
  globex,
  newSubject,
  relinked,
  type Site,
  serverOf,
} from './subjects.ts';

/** The step at which matrix cells are sampled, in this process and in a process of its own. */
const every: Readonly<Record<Size, { readonly inside: number; readonly outside: number }>> = {
  short: { inside: 11, outside: 401 },
  full: { inside: 1, outside: 11 },
  long: { inside: 1, outside: 1 },
};

/** Two requests run at a time: of one profile's analyses one runs and one waits, and a third would be rejected. */
const lanes = 2;

const newCast = async (site: Site): Promise<Cast> => ({
  open: await drained(site, await newSubject(site, berlin, 'open')),
  decided: await decided(site, await newSubject(site, berlin, 'decided', true)),
  erased: await erased(site, await newSubject(site, berlin, 'erased')),
  ended: await canceled(site, await newSubject(site, berlin, 'ended')),
  relinked: await relinked(site, await newSubject(site, berlin, 'relinked')),
  neighbour: await newSubject(site, berlin, 'neighbour'),
  stranger: await newSubject(site, globex, 'stranger'),
});

const codeOf = ({ bytes }: Answer): string | null => {
  try {
    const body = Object(JSON.parse(bytes.toString('utf8')));
    return body.code ?? body.error ?? null;
  } catch {
    return null;
  }
};

const isAsDeclared = ({ expected: [status, code], method }: Cell, answer: Answer): boolean =>
  answer.status === status && (method === 'HEAD' || codeOf(answer) === code);

const spoken = ({ bearer, expected, method, rule }: Cell, answer: Answer): string =>
  `${method} ${rule.path} by ${JSON.stringify(bearer)}: ${answer.status} ${codeOf(answer)}, declared ${expected.join(' ')}`;

type Tally = { cells: number; otherwise: number; broken: number; changed: number };

/**
 * Answers the state of the profiles and their histories, except for the erased one, from which the service still
 * removes data.
 */
const stateOf = async (site: Site, { erased: _, ...cast }: Cast): Promise<string> => {
  const parts = Object.values(cast).map(async ({ id, tenant }) => {
    const ask = serverOf(site, tenant);
    const paths = [`/api/profiles/${id}`, `/api/status_history/${id}`, `/api/verification_history/${id}`];
    return Promise.all(paths.map(async (path) => (await ask({ path })).bytes.toString('utf8')));
  });
  return JSON.stringify(await Promise.all(parts));
};

const tryCells = async (site: Site, step: number, seed: number, say: (line: string) => void): Promise<Tally> => {
  const cast = await newCast(site);
  const before = await stateOf(site, cast);
  const { ask, close } = askingAt(site.baseUrl, lanes);
  const tally: Tally = { cells: 0, otherwise: 0, broken: 0, changed: 0 };
  const chosen = [...cells()].filter((_, n) => n % step === seed % step);
  await each(
    chosen,
    async (cell) => {
      const subject = subjectOf(cell.rule, cell.bearer, cast);
      const { json, path } = cell.rule.ask(subject);
      const authorization = authorizationOf(site.demands, cell.bearer, subject, cast);
      const answer = await ask({
        method: cell.method,
        path,
        headers: {
          ...(authorization !== null && { authorization }),
          ...(json && { 'content-type': 'application/json' }),
        },
        ...(json && { body: JSON.stringify(json) }),
      });
      tally.cells += 1;
      if (answer.status >= 500) tally.broken += 1;
      if (isAsDeclared(cell, answer)) return;
      tally.otherwise += 1;
      if (tally.otherwise <= 20) say(spoken(cell, answer));
    },
    lanes,
  );
  close();
  if ((await stateOf(site, cast)) !== before) tally.changed += 1;
  return tally;
};

const whoOf = { public: 'everybody', machine: 'servers', 'machine-or-flow': 'servers and persons' } as const;

/**
 * Answers the routes that only the code has, that only the policy has, or that the two allow for different audiences.
 */
const undeclared = (): readonly string[] => {
  const coded = routesFor(httpConfig).map((r) => [r.method, r.path, whoOf[r.access], r.scope].join(' '));
  const declared = policy.map((rule) => [rule.method, rule.path, rule.who, rule.scope].join(' '));
  const only = (some: readonly string[], others: readonly string[]) => some.filter((one) => !others.includes(one));
  return [...only(coded, declared), ...only(declared, coded)];
};

const findingsOf = (inside: Tally, outside: Tally, undeclared: number, mishaps: Findings['amiss']): Findings => ({
  did: { cells: inside.cells, 'cells at the service as deployed': outside.cells },
  amiss: {
    'answers other than declared': inside.otherwise + outside.otherwise,
    '5xx': inside.broken + outside.broken,
    'profiles changed': inside.changed + outside.changed,
    'routes other than declared': undeclared,
    ...mishaps,
  },
});

export const accessMatrix: Harness = {
  name: 'access-matrix',
  claim: 'answers every path, method and bearer as one table of who may what declares it, and changes nothing by it',
  run: async ({ size, seed, say }): Promise<Findings> => {
    const house = await openHouse();
    const inside = await tryCells(house, every[size].inside, seed, say).finally(house.close);
    const production = await openProduction(generous);
    const site = { baseUrl: production.baseUrl, demands };
    const routes = undeclared();
    for (const route of routes) say(`not declared, or not there: ${route}`);
    try {
      const outside = await tryCells(site, every[size].outside, seed, say);
      const mishaps = mishapsIn(production.program, limitMs(size));
      return findingsOf(inside, outside, routes.length, mishaps);
    } finally {
      await production.close();
    }
  },
};
