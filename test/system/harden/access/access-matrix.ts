import { t } from '@portcullis/domain/kernel';
import { routesFor } from '#http/server';
import { readReply } from '../../../support/clients/api-client.ts';
import { isFullEffort, runs } from '../../../support/effort.ts';
import { httpConfig } from '../../../support/http/server.ts';
import { openProduction } from '../../../support/servers/production.ts';
import { mishapsIn } from '../../../support/servers/service-program.ts';
import type { Findings, Harness, HarnessOptions, Size } from '../harness/harness.ts';
import { everyNth, oneOfEach } from '../harness/sampling.ts';
import { responseLimitMs } from '../harness/time-limits.ts';
import { demands, openInProcessEnvironment, serviceVariables } from './environment.ts';
import { expectedAccess } from './expected-access.ts';
import { forEachConcurrently, type RawClient, type RawRequest, type RawResponse, rawClientAt } from './http-client.ts';
import {
  authorizationOf,
  type CellCounts,
  countCells,
  type MatrixCell,
  matrixCells,
  type Subjects,
  subjectOf,
} from './matrix.ts';
import { consoleSite, sessionsIn, staffDoorOf } from './sessions.ts';
import {
  type AccessEnvironment,
  berlin,
  cancelProfile,
  exhaustCredentials,
  globex,
  newSubject,
  partnerServerOf,
  reachDecision,
  renewLink,
  requestErasure,
  type StaffEnvironment,
} from './subjects.ts';

/** Which cells are tried of all: each after so many others, and one of each group. */
type Sample = { readonly step: number; readonly groupOf: (cell: MatrixCell) => string };

/** Each answer of each operation to each kind of caller. */
const byAnswer = ({ bearer, expected, method, rule }: MatrixCell): string =>
  [method, rule.path, bearer.kind, ...expected].join(' ');

/** Each operation, for callers who are admitted and for those who are not. */
const byAdmission = ({ expected: [status], method, rule }: MatrixCell): string =>
  [method, rule.path, status < 400].join(' ');

/** The cells that are tried in this process, and in a process of its own. */
const samples: Readonly<Record<Size, { readonly inside: Sample; readonly outside: Sample }>> = {
  short: {
    inside: { step: runs(29, 2003), groupOf: isFullEffort ? byAnswer : byAdmission },
    outside: { step: 401, groupOf: byAdmission },
  },
  full: { inside: { step: 1, groupOf: byAnswer }, outside: { step: 11, groupOf: byAnswer } },
  long: { inside: { step: 1, groupOf: byAnswer }, outside: { step: 1, groupOf: byAnswer } },
};

/** The cells of a sample, in the order of the matrix. */
const sampledCells = (cells: readonly MatrixCell[], { groupOf, step }: Sample, seed: number): readonly MatrixCell[] => {
  const operations = cells.filter(({ isOperation, method }) => isOperation && method !== 'HEAD');
  const chosen = new Set([...everyNth(cells, step, seed), ...oneOfEach(operations, groupOf, seed)]);
  return cells.filter((cell) => chosen.has(cell));
};

/** Two requests run at a time: of one profile's analyses one runs and one waits, and a third would be rejected. */
const workers = 2;

/** Creates the profiles that the requests of the matrix name. */
export const createSubjects = async (environment: AccessEnvironment): Promise<Subjects> => ({
  open: await exhaustCredentials(environment, await newSubject(environment, berlin, 'open')),
  unused: await newSubject(environment, berlin, 'unused'),
  decided: await reachDecision(environment, await newSubject(environment, berlin, 'decided', true)),
  erased: await requestErasure(environment, await newSubject(environment, berlin, 'erased')),
  ended: await cancelProfile(environment, await newSubject(environment, berlin, 'ended')),
  relinked: await renewLink(environment, await newSubject(environment, berlin, 'relinked')),
  neighbour: await newSubject(environment, berlin, 'neighbour'),
  stranger: await newSubject(environment, globex, 'stranger'),
});

const codeOf = ({ bytes }: RawResponse): string | null => {
  try {
    const body = Object(JSON.parse(bytes.toString('utf8')));
    return body.code ?? body.error ?? null;
  } catch {
    return null;
  }
};

const isAsDeclared = ({ expected: [status, code], method }: MatrixCell, answer: RawResponse): boolean =>
  answer.status === status && (method === 'HEAD' || codeOf(answer) === code);

const describeMismatch = ({ bearer, expected, method, rule }: MatrixCell, answer: RawResponse): string =>
  `${method} ${rule.path} by ${JSON.stringify(bearer)}: ${answer.status} ${codeOf(answer)}, declared ${expected.join(' ')}`;

/** How often a request is sent again that another one at the same time kept from being served. */
const mostRepeats = 1000;

/** Sends a request until it is not the second of a partner that asks for an evidence pack: one is sent at a time. */
const askInTurn = async ({ ask }: RawClient, question: RawRequest): Promise<RawResponse> => {
  let answer = await ask(question);
  for (let n = 0; n < mostRepeats && answer.status === 429 && question.path.endsWith('/evidence-pack'); n += 1)
    answer = await ask(question);
  return answer;
};

type Summary = { cells: CellCounts; unexpected: number; serverErrors: number; changed: number };

const Entries = t.type({ data: t.array(t.type({ id: t.string, actor: t.type({ type: t.string }) })) });

const Supplied = t.type({
  claimed: t.unknown,
  consent: t.unknown,
  files: t.unknown,
  language: t.unknown,
  metadata: t.unknown,
});

type Owner = ReturnType<typeof partnerServerOf>;

/** Everything of a profile and its histories, as its partner sees it. */
const everythingOf = async (ask: Owner, id: string): Promise<string> => {
  const paths = [`/api/profiles/${id}`, `/api/status_history/${id}`, `/api/verification_history/${id}`];
  return JSON.stringify(await Promise.all(paths.map(async (path) => (await ask({ path })).bytes.toString('utf8'))));
};

/** What callers have made of a profile: what they supplied, and the entries that are not of the service itself. */
const madeByCallers = async (ask: Owner, id: string): Promise<string> => {
  const profile = readReply(Supplied, await ask({ path: `/api/profiles/${id}` }));
  const { claimed, consent, files, language, metadata } = profile;
  const histories = ['status_history', 'verification_history'].map(async (history) => {
    const { data } = readReply(Entries, await ask({ path: `/api/${history}/${id}?limit=100` }));
    return data.filter(({ actor }) => actor.type !== 'system').map((entry) => entry.id);
  });
  return JSON.stringify([{ claimed, consent, files, language, metadata }, await Promise.all(histories)]);
};

/**
 * Answers the state of the profiles. The erased one is left out, because the service still removes its data. A service
 * whose time goes on ends sessions of the face check after three minutes, and a run takes longer: there only what
 * callers have made counts.
 */
const stateOf = async (
  environment: AccessEnvironment,
  { erased: _, ...cast }: Subjects,
  look: typeof everythingOf,
): Promise<ReadonlyMap<string, string>> => {
  const parts = Object.entries(cast).map(
    async ([name, { id, tenant }]): Promise<readonly [string, string]> => [
      name,
      await look(partnerServerOf(environment, tenant), id),
    ],
  );
  return new Map(await Promise.all(parts));
};

const tryCells = async (
  environment: StaffEnvironment,
  look: typeof everythingOf,
  cells: readonly MatrixCell[],
  say: (line: string) => void,
): Promise<Summary> => {
  const cast = await createSubjects(environment);
  const before = await stateOf(environment, cast, look);
  const client = rawClientAt(environment.baseUrl, workers);
  const summary: Summary = { cells: countCells(cells), unexpected: 0, serverErrors: 0, changed: 0 };
  await forEachConcurrently(
    cells,
    async (cell) => {
      const subject = subjectOf(cell.rule, cell.bearer, cast);
      const { json, path } = cell.rule.ask(subject);
      const authorization = authorizationOf(environment.demands, cell.bearer, subject, cast);
      const answer = await askInTurn(client, {
        method: cell.method,
        path,
        headers: {
          ...(authorization !== null && { authorization }),
          ...(cell.bearer.kind === 'staff' && (await environment.staff.headersOf(cell.bearer))),
          ...(json && { 'content-type': 'application/json' }),
        },
        ...(json && { body: JSON.stringify(json) }),
      });
      if (answer.status >= 500) summary.serverErrors += 1;
      if (isAsDeclared(cell, answer)) return;
      summary.unexpected += 1;
      if (summary.unexpected <= 20) say(describeMismatch(cell, answer));
    },
    workers,
  );
  client.close();
  for (const [what, text] of await stateOf(environment, cast, look)) {
    if (before.get(what) === text) continue;
    summary.changed += 1;
    say(`has changed: ${what}, from ${before.get(what)} to ${text}`);
  }
  return summary;
};

const whoOf = {
  public: 'everybody',
  machine: 'servers',
  'machine-or-flow': 'servers and persons',
  flow: 'persons',
  staff: 'staff',
  'machine-or-staff': 'servers and staff',
  'machine-flow-or-staff': 'servers, persons and staff',
} as const;

/** Where the routes are declared that the service must have. */
const declaredIn = 'test/system/harden/access/expected-access.ts';

/**
 * Answers the routes that only the code has, that only the declaration has, or that the two allow for different
 * audiences.
 */
const routeDifferences = (): readonly string[] => {
  const coded = routesFor(httpConfig).map((r) => [r.method, r.path, whoOf[r.access], r.scope, r.permission].join(' '));
  const declared = expectedAccess.map((rule) =>
    [rule.method, rule.path, rule.who, rule.scope, rule.permission].join(' '),
  );
  const only = (some: readonly string[], others: readonly string[]) => some.filter((one) => !others.includes(one));
  return [
    ...only(coded, declared).map((route) => `not declared in ${declaredIn}: ${route}`),
    ...only(declared, coded).map((route) => `declared in ${declaredIn}, and not a route of the service: ${route}`),
  ];
};

/** What was seen at the service as it is deployed, in a process of its own. */
type Deployed = { readonly summary: Summary | null; readonly mishaps: Findings['violations'] };

const findingsOf = (inside: Summary, { mishaps, summary: outside }: Deployed, undeclared: number): Findings => ({
  performed: {
    cells: inside.cells.all,
    'of staff': inside.cells.staff,
    'of staff at operations': inside.cells.staffAtOperations,
    ...(outside && { 'cells at the service as deployed': outside.cells.all, 'of staff there': outside.cells.staff }),
  },
  violations: {
    'answers other than declared': inside.unexpected + (outside?.unexpected ?? 0),
    '5xx': inside.serverErrors + (outside?.serverErrors ?? 0),
    'profiles changed': inside.changed + (outside?.changed ?? 0),
    'routes other than declared': undeclared,
    ...mishaps,
  },
});

/** `npm test` tries the matrix in its own process; a full run tries it, and the tenants, at the service as deployed. */
const playsDeployed = (size: Size): boolean => size !== 'short' || isFullEffort;

const tryDeployed = async ({ engine, say, size }: HarnessOptions, cells: readonly MatrixCell[]): Promise<Deployed> => {
  if (!playsDeployed(size)) return { summary: null, mishaps: {} };
  const production = await openProduction(serviceVariables, engine);
  const staff = staffDoorOf(sessionsIn(production.database.driver()), consoleSite);
  const environment = { baseUrl: production.baseUrl, demands, staff };
  try {
    const summary = await tryCells(environment, madeByCallers, cells, say);
    return { summary, mishaps: mishapsIn(production.program, responseLimitMs(size)) };
  } finally {
    await production.close();
  }
};

export const accessMatrix: Harness = {
  name: 'access-matrix',
  claim: 'answers every path, method and bearer as one table of who may what declares it, and changes nothing by it',
  run: async (order): Promise<Findings> => {
    const { say, seed, size } = order;
    const cells = [...matrixCells()];
    const inProcess = await openInProcessEnvironment();
    const chosen = sampledCells(cells, samples[size].inside, seed);
    const inside = await tryCells(inProcess, everythingOf, chosen, say).finally(inProcess.close);
    const routes = routeDifferences();
    for (const route of routes) say(route);
    const deployed = await tryDeployed(order, sampledCells(cells, samples[size].outside, seed));
    return findingsOf(inside, deployed, routes.length);
  },
};
