import { systemClock } from '@portcullis/adapter-memory';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { silentLogger } from '@portcullis/app';
import type { AccessLine } from '@portcullis/domain/ports';
import { createAccessRecorder } from '#app/audit/access-recorder';
import { routesFor } from '#http/server';
import { keyringInProduction } from '../../../support/builders/keyrings.ts';
import { runs } from '../../../support/effort.ts';
import { httpConfig } from '../../../support/http/server.ts';
import { everyLineIn } from '../../../support/records/looks.ts';
import { storesInMemory } from '../../../support/records/memory-records.ts';
import { storesOn } from '../../../support/records/stores-over.ts';
import type { EngineName } from '../../../support/servers/database-server.ts';
import { openProduction } from '../../../support/servers/production.ts';
import { linesOf, mishapsIn } from '../../../support/servers/service-program.ts';
import type { Findings, Harness, Size } from '../harness/harness.ts';
import { everyNth } from '../harness/sampling.ts';
import { responseLimitMs } from '../harness/time-limits.ts';
import { createSubjects } from './access-matrix.ts';
import {
  type AuditedRequest,
  type Looker,
  listedRoutes,
  operationsOfPersons,
  redeemedOperations,
  refusedRequests,
  refusingOperations,
  shownOperations,
  staffOperations,
  succeedingRequests,
  tellingCodes,
} from './audited-looks.ts';
import { demands, openInProcessEnvironment, serviceVariables } from './environment.ts';
import { forEachConcurrently, type RawResponse, rawClientAt } from './http-client.ts';
import { authorizationOf, type Bearer, type MatrixCell, matrixCells, type Subjects, subjectOf } from './matrix.ts';
import { type AccessEnvironment, berlin, newSubject, type Subject } from './subjects.ts';

/** The step at which the cells of the access matrix are sampled. */
const samplingSteps: Readonly<Record<Size, number>> = { short: runs(61, 193), full: 3, long: 1 };

const workers = 4;

/** A request that was answered, under a request id of its own. */
type AnsweredRequest = AuditedRequest & { readonly requestId: string; readonly answer: RawResponse };

const lookerOf = (bearer: Bearer, { generation }: Subject): Looker | null => {
  if (bearer.kind === 'machine') return { kind: 'machine', client_id: `client-of-${bearer.tenant.partner}` };
  return bearer.kind === 'flow' ? { kind: 'flow', link_generation: generation } : null;
};

/** The cells of the access matrix, apart from the many that differ only in the defect of a token. */
function* auditedCells(): Generator<MatrixCell> {
  for (const cell of matrixCells()) {
    const { bearer } = cell;
    if (!('state' in bearer) || bearer.state === 'fresh' || bearer.state === 'expired') yield cell;
  }
}

/** The requests of some cells. Their tokens are made one by one, as each of them is asked for. */
function* cellRequests(cells: Iterable<MatrixCell>, cast: Subjects): Generator<AuditedRequest> {
  for (const { bearer, method, rule } of cells) {
    const subject = subjectOf(rule, bearer, cast);
    const { json, path } = rule.ask(subject);
    yield {
      method,
      route: rule.path,
      path,
      authorization: authorizationOf(demands, bearer, subject, cast),
      ...(json && { json }),
      looker: lookerOf(bearer, subject),
      profileId: rule.about === 'none' ? null : subject.id,
    };
  }
}

const operationOf = ({ method, route }: AuditedRequest): string | undefined =>
  ({ ...shownOperations, ...refusingOperations })[`${method === 'HEAD' ? 'GET' : method} ${route}`];

/** Whether the answer is a refusal that tells of a profile. One to HEAD has no body that says so. */
const isTellingRefusal = ({ answer: { bytes, status } }: AnsweredRequest): boolean =>
  (status === 409 || status === 410) &&
  (bytes.length === 0 || tellingCodes.includes(JSON.parse(bytes.toString('utf8')).code));

/** An empty page is shorter, and one with a profile or an event is longer. */
const emptyPageBytes = 160;

/** Whether a page has no profile and no event. One that is answered to HEAD is judged by its length. */
const isEmptyPage = ({ answer, route }: AnsweredRequest): boolean =>
  listedRoutes.includes(route) && Number(answer.headers['content-length']) < emptyPageBytes;

/** Whether the answer has shown something of a person. */
const isLook = (request: AnsweredRequest): boolean =>
  isTellingRefusal(request) ||
  (Object.values(shownOperations).includes(operationOf(request) ?? '') &&
    request.answer.status >= 200 &&
    request.answer.status < 300 &&
    !isEmptyPage(request));

const profileOf = ({ answer, profileId }: AnsweredRequest): string | null =>
  profileId === 'answer' ? JSON.parse(answer.bytes.toString('utf8')).profile.id : profileId;

const isTrue = (request: AnsweredRequest, line: AccessLine): boolean =>
  line.operation === operationOf(request) &&
  line.status === request.answer.status &&
  line.profile_id === profileOf(request) &&
  JSON.stringify(Object.entries(line.caller).sort()) === JSON.stringify(Object.entries(request.looker ?? {}).sort());

/** What a service has written once it has ended: its access log, and the profile that its log has for each request. */
type Written = {
  readonly lines: readonly AccessLine[];
  readonly named: ReadonlyMap<unknown, unknown>;
  readonly mishaps: Findings['violations'];
};

type AuditedService = {
  readonly environment: AccessEnvironment;
  readonly end: () => Promise<Written>;
  readonly close: () => Promise<void>;
};

/** The HTTP layer and the recorder of looks in this process, over stores in memory. */
const serviceInProcess = async (): Promise<AuditedService> => {
  const log = storesInMemory().accessLog;
  const recorder = createAccessRecorder({
    log,
    clock: systemClock,
    ids: sequentialIds('looks'),
    logger: silentLogger,
  });
  const environment = await openInProcessEnvironment(log, recorder);
  return {
    environment,
    end: async () => {
      const unwritten = await recorder.stop();
      const { records } = environment;
      return {
        lines: await everyLineIn(log),
        named: new Map(records.map(({ requestId, profileId }) => [requestId, profileId])),
        mishaps: { 'lines that were not written': unwritten, '5xx': records.filter((r) => r.status >= 500).length },
      };
    },
    close: environment.close,
  };
};

/** The service as it is deployed, over a database whose rows are sealed. */
const deployedService = async (engine: EngineName, size: Size): Promise<AuditedService> => {
  const { baseUrl, close, database, program } = await openProduction(serviceVariables, engine);
  return {
    environment: { baseUrl, demands },
    end: async () => {
      const mishaps = mishapsIn(program, responseLimitMs(size));
      program.child.kill('SIGTERM');
      await program.ended;
      const stores = storesOn(database.driver(), keyringInProduction);
      return {
        lines: await everyLineIn(stores.accessLog),
        named: new Map(linesOf(program).map((line) => [line['request_id'], line['profile_id'] ?? null])),
        mishaps,
      };
    },
    close,
  };
};

/** The routes that only the code says to show something, or only the declaration. */
const undeclaredRoutes = (): readonly string[] => {
  const coded = routesFor(httpConfig).filter(({ showsRecords }) => showsRecords);
  const names = coded.map(({ method, path, id }) => `${method} ${path} ${id}`);
  const declared = Object.entries({ ...shownOperations, ...redeemedOperations, ...staffOperations }).map(
    ([route, id]) => `${route} ${id}`,
  );
  return [...names.filter((one) => !declared.includes(one)), ...declared.filter((one) => !names.includes(one))];
};

/** The operations that no server, or no person, was shown. */
const unseenOperations = (answered: readonly AnsweredRequest[]): readonly string[] => {
  const shown = answered.filter((one) => isLook(one) && !isTellingRefusal(one));
  const seen = new Set(shown.map((one) => `${operationOf(one)} by ${one.looker?.kind}`));
  const all = [
    ...Object.values(shownOperations).map((operation) => `${operation} by machine`),
    ...operationsOfPersons.map((operation) => `${operation} by flow`),
  ];
  return all.filter((one) => !seen.has(one));
};

const compare = (answered: readonly AnsweredRequest[], lines: readonly AccessLine[], say: (line: string) => void) => {
  const byRequest = new Map<string, AccessLine[]>();
  for (const line of lines) byRequest.set(line.request_id, [...(byRequest.get(line.request_id) ?? []), line]);
  const violations = {
    'looks without a line': 0,
    'lines without a look': 0,
    'looks with several lines': 0,
    'lines that say something else': 0,
  };
  const count = (what: keyof typeof violations, { method, path, answer }: AnsweredRequest): void => {
    violations[what] += 1;
    if (violations[what] <= 5) say(`${what}: ${method} ${path}: ${answer.status}`);
  };
  for (const request of answered) {
    const own = byRequest.get(request.requestId) ?? [];
    const [line] = own;
    if (!isLook(request)) {
      if (line !== undefined) count('lines without a look', request);
    } else if (line === undefined) count('looks without a line', request);
    else if (own.length > 1) count('looks with several lines', request);
    else if (!isTrue(request, line)) count('lines that say something else', request);
  }
  return violations;
};

/** The looks whose line in the log of the service does not name their profile. */
const unnamedProfiles = (answered: readonly AnsweredRequest[], { named }: Written): number =>
  answered.filter((request) => isLook(request) && named.get(request.requestId) !== profileOf(request)).length;

const askAll = async (
  baseUrl: string,
  requests: Iterable<AuditedRequest>,
  prefix: string,
  concurrency: number,
): Promise<readonly AnsweredRequest[]> => {
  const { ask, close } = rawClientAt(baseUrl, concurrency);
  const answered: AnsweredRequest[] = [];
  let asked = 0;
  await forEachConcurrently(
    requests,
    async (request) => {
      asked += 1;
      const requestId = `${prefix}-${asked}`;
      const { authorization, json, key, method, path } = request;
      const headers = {
        'request-id': requestId,
        ...(authorization !== null && { authorization }),
        ...(json && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      };
      const answer = await ask({ method, path, headers, ...(json && { body: JSON.stringify(json) }) });
      answered.push({ ...request, requestId, answer });
    },
    concurrency,
  );
  close();
  return answered;
};

export const readAudit: Harness = {
  name: 'read-audit',
  claim:
    'writes exactly one line of the access log for each answer that shows something of a person, refusals that tell of it included, and none else',
  run: async ({ engine, size, seed, say }): Promise<Findings> => {
    const service = size === 'short' ? await serviceInProcess() : await deployedService(engine, size);
    const { environment } = service;
    try {
      const cast = await createSubjects(environment);
      const step = samplingSteps[size];
      const chosen = everyNth([...auditedCells()], step, seed);
      const cells = await askAll(environment.baseUrl, cellRequests(chosen, cast), 'cell', workers);
      const subject = await newSubject(environment, berlin, 'audited', true);
      const looks = await askAll(environment.baseUrl, succeedingRequests(demands, subject, cast), 'look', 1);
      const refused = await askAll(environment.baseUrl, refusedRequests(demands, cast.decided), 'refused', 1);
      const answered = [...cells, ...looks, ...refused];
      const written = await service.end();
      const undeclared = undeclaredRoutes();
      const unseen = unseenOperations(answered);
      for (const one of [...undeclared, ...unseen]) say(one);
      return {
        performed: { requests: answered.length, looks: answered.filter(isLook).length, lines: written.lines.length },
        violations: {
          ...compare(answered, written.lines, say),
          'log lines that do not name the profile': unnamedProfiles(answered, written),
          'routes other than declared': undeclared.length,
          'operations that nobody was shown': unseen.length,
          'refusals that tell nothing': refused.filter((one) => !isTellingRefusal(one)).length,
          ...written.mishaps,
        },
      };
    } finally {
      await service.close();
    }
  },
};
