import { verifyChain } from '@portcullis/domain';
import { type OutageCell, outageCells } from '@portcullis/domain/checks';
import type { UnavailableKind } from '@portcullis/domain/kernel';
import type { FaultKind } from '@portcullis/vendor-simulator';
import type { Reply } from '../../support/clients/api-client.ts';
import { kindOf } from '../../support/services/outage-faults.ts';
import type { FaultEnvironment } from './environment.ts';
import { finishProfile, newTestPerson, observeProfile, type ProfileSnapshot } from './person.ts';
import type { Action, Route } from './routes.ts';

/** The result of one fault under one request, with everything that is wrong. */
export type CaseResult = {
  readonly route: Route;
  readonly fault: FaultKind;
  /** The kind of outage that the fault is; `null` for a fault that the client of the vendor must tolerate. */
  readonly kind: UnavailableKind | null;
  /** The problem code of the response, or the status of a request that succeeded. */
  readonly receivedCode: string;
  readonly ms: number;
  /** The growth of the resident memory of the service beyond all that it took before, in MiB. */
  readonly grownMiB: number;
  /** The number of runs; time and memory are those of the best run. */
  readonly runs: number;
  /** How the profile of the last run ended without the fault, where it was not approved; `null` where it was. */
  readonly badEnd: string | null;
  /** Whether a vendor without a fault, in the last run, did not answer before the deadline. */
  readonly timedOutLater: boolean;
  readonly faults: readonly string[];
};

/** Growth of the resident memory up to this is not a leak yet: the heap grows before it is collected. */
export const allowedMiB = 20;
/**
 * A leak and a delay occur again; a heap that grew once, and a busy machine, do not. A machine that stands still for
 * longer than the shortened deadline, whenever the service tries a vendor, uses up all tries: such a profile goes to
 * review, as it should.
 */
const maxRuns = 3;

const statusOf: { readonly [Code in NonNullable<OutageCell['code']>]: number } = {
  provider_unavailable: 503,
  deadline_exceeded: 504,
  not_configured: 503,
  provider_rejected: 502,
  provider_budget_exhausted: 429,
};

/** Answers the row of the table for an outage. Under the policy `standard` only the check of the device is optional. */
const outageCellOf = ({ occasion, provider }: Route, kind: UnavailableKind): OutageCell => {
  const requirement = provider === 'device' ? 'optional' : 'required';
  const found = outageCells.find(
    (cell) =>
      cell.provider === provider && cell.origin === occasion && cell.kind === kind && cell.requirement === requirement,
  );
  if (found === undefined) throw new Error(`the table has no ${provider}, ${occasion}, ${kind}`);
  return found;
};

const codeIn = ({ bytes, status }: Reply): string => {
  if (status < 300) return String(status);
  const body: unknown = JSON.parse(bytes.toString('utf8'));
  return String(typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : null);
};

/** Answers every sentence whose condition does not hold. */
const failedClaims = (...claims: readonly (readonly [sentence: string, holds: boolean])[]): readonly string[] =>
  claims.flatMap(([sentence, holds]) => (holds ? [] : [sentence]));

const isWhole = (id: string, { entries, status, version }: ProfileSnapshot): boolean =>
  verifyChain(id, entries, { version, status }).ok;

const responseFaults = (route: Route, cell: OutageCell | null, reply: Reply): readonly string[] => {
  const code = route.isWaitedFor ? (cell?.code ?? null) : null;
  if (code === null)
    return failedClaims([`answered ${reply.status}, and it should have succeeded`, reply.status < 300]);
  const receivedCode = codeIn(reply);
  return failedClaims(
    [`answered ${receivedCode}, and the table says ${code}`, receivedCode === code],
    [`answered ${reply.status}, and ${code} is ${statusOf[code]}`, reply.status === statusOf[code]],
  );
};

/** Checks a profile under a fault: nothing is half done, and the person loses nothing. */
const profileFaults = (
  id: string,
  { addedEntries }: Route,
  cell: OutageCell | null,
  { before, after }: { readonly before: ProfileSnapshot; readonly after: ProfileSnapshot },
): readonly string[] => {
  const added = after.entries.slice(before.entries.length);
  const failures = added.filter(({ type }) => type === 'provider.failed');
  const reasons = new Set(failures.map(({ data }) => data['reason']));
  const always = failedClaims(
    ['the ledger does not verify', isWhole(id, after)],
    ['an attempt was charged', after.attempt === before.attempt],
  );
  if (cell === null) return always;
  const strange = added.filter(({ type }) => type !== 'provider.failed' && !addedEntries.includes(type));
  return [
    ...always,
    ...failedClaims(
      ['it was approved', after.status !== 'approved'],
      [`the ledger has ${strange.map(({ type }) => type)}`, strange.length === 0],
    ),
    ...(cell.reason === null
      ? failedClaims(
          ['a failure was recorded', failures.length === 0],
          [`it is ${after.status}`, after.status === 'in_progress' || after.status === before.status],
        )
      : failedClaims(
          [`${[...reasons]} was recorded, not ${cell.reason}`, reasons.size === 1 && reasons.has(cell.reason)],
          [`it is ${after.status}`, after.status === 'processing'],
        )),
  ];
};

const timed = async (deed: Action): Promise<{ readonly reply: Reply; readonly ms: number }> => {
  const began = performance.now();
  const reply = await deed();
  return { reply, ms: performance.now() - began };
};

/** The calls that failed since the fault ended. */
const laterFailures = (after: ProfileSnapshot, end: ProfileSnapshot) =>
  end.entries.slice(after.entries.length).filter(({ type }) => type === 'provider.failed');

/** Says how a profile ended that was not approved, with the failures since the fault ended; `null` for an approval. */
const badEndOf = (after: ProfileSnapshot, end: ProfileSnapshot): string | null => {
  if (end.status === 'approved') return null;
  const failed = laterFailures(after, end).map(({ data }) => `${data['observation']}: ${data['reason']}`);
  const reasons = end.entries.findLast(({ type }) => type === 'checks_completed')?.reasons ?? [];
  return `without the fault it ended ${end.status} for [${reasons}] after [${failed}]`;
};

/** Runs one profile from its beginning, through the fault, to its approval. */
const runAttempt = async (environment: FaultEnvironment, route: Route, fault: FaultKind): Promise<CaseResult> => {
  const { vendor, operation } = route;
  const kind = kindOf(vendor, fault);
  const cell = kind === null ? null : outageCellOf(route, kind);
  const person = await newTestPerson(environment);
  const underFault = async (deed: Action): Promise<Reply> => {
    await environment.script({ faults: [{ vendor, operation, kind: fault }] });
    const reply = await deed();
    await environment.script({ faults: [] });
    return reply;
  };
  const deed = await route.lead(person, underFault);
  const before = await observeProfile(environment, person.id);
  await environment.grownMiB();
  await environment.script({ faults: [{ vendor, operation, kind: fault }] });
  const { reply, ms } = await timed(deed);
  const after = await observeProfile(environment, person.id);
  await environment.script({ faults: [] });
  const grownMiB = await environment.grownMiB();
  const end = await finishProfile(environment, person);
  const faults = [
    ...responseFaults(route, cell, reply),
    ...profileFaults(person.id, route, cell, { before, after }),
    ...failedClaims(
      ['the ledger of the end does not verify', isWhole(person.id, end)],
      ['an attempt was charged in the end', end.attempt === before.attempt],
    ),
  ];
  const badEnd = badEndOf(after, end);
  const timedOutLater = laterFailures(after, end).some(({ data }) => data['reason'] === 'provider_timeout');
  const receivedCode = codeIn(reply);
  return {
    route,
    fault,
    kind,
    receivedCode,
    ms,
    grownMiB,
    runs: 1,
    badEnd,
    timedOutLater,
    faults,
  };
};

/**
 * Runs a case, and again while it is too slow, the memory grew too much, or it was not approved because vendors without
 * a fault timed out. Any other fault in any run counts.
 */
export const runCase = async (environment: FaultEnvironment, route: Route, fault: FaultKind): Promise<CaseResult> => {
  let ran = await runAttempt(environment, route, fault);
  const isTooMuch = (): boolean => ran.grownMiB > allowedMiB || ran.ms > environment.deadlineMs + environment.graceMs;
  const isStalled = (): boolean => ran.badEnd !== null && ran.timedOutLater;
  while (ran.runs < maxRuns && (isTooMuch() || isStalled())) {
    const badEnd = isStalled() ? null : ran.badEnd;
    // A call that succeeds lies between the runs: the circuit would count the failures of both together.
    if (isStalled()) await runAttempt(environment, route, 'unknown_fields');
    const again = await runAttempt(environment, route, fault);
    ran = {
      ...again,
      ms: Math.min(ran.ms, again.ms),
      grownMiB: Math.min(ran.grownMiB, again.grownMiB),
      runs: ran.runs + 1,
      faults: [...ran.faults, ...(badEnd === null ? [] : [badEnd]), ...again.faults],
    };
  }
  return ran;
};

/** Answers everything that is wrong with a case, time and memory included. */
export const violationsOf = (
  ran: CaseResult,
  { deadlineMs, graceMs }: Pick<FaultEnvironment, 'deadlineMs' | 'graceMs'>,
): readonly string[] => [
  ...ran.faults,
  ...(ran.badEnd === null ? [] : [ran.badEnd]),
  ...failedClaims(
    [`answered after ${Math.round(ran.ms)} ms`, ran.ms <= deadlineMs + graceMs],
    [`the memory rose by ${ran.grownMiB.toFixed(1)} MiB`, ran.grownMiB <= allowedMiB],
  ),
];
