import { type OutageCell, outageCells, type UnavailableKind, verifyChain } from '@portcullis/domain';
import type { FaultKind } from '@portcullis/vendor-simulator';
import type { Reply } from '../../support/clients/api-client.ts';
import { kindOf } from '../../support/services/outage-faults.ts';
import type { House } from './environment.ts';
import { finish, look, newSomebody, type Seen } from './person.ts';
import type { Deed, Route } from './routes.ts';

/** One fault under one request: what came of it, and everything that is not as it should be. */
export type Ran = {
  readonly route: Route;
  readonly fault: FaultKind;
  /** The kind of outage that the fault is; `null` for a fault that the vendor's client must live with. */
  readonly kind: UnavailableKind | null;
  /** The problem code that was answered, or the status of a request that succeeded. */
  readonly told: string;
  readonly ms: number;
  /** By how much the resident memory of the service rose, in MiB. */
  readonly grownMiB: number;
  /** How often it was run; time and memory are those of the best run. */
  readonly runs: number;
  readonly faults: readonly string[];
};

/** A rise of the resident memory that is no leak yet: the heap is let grow before it is looked through. */
export const allowedMiB = 20;
/** A leak and a wait come again; a heap that once grew, and a machine that had other things to do, do not. */
const mostRuns = 3;

const statusOf: { readonly [Code in NonNullable<OutageCell['code']>]: number } = {
  provider_unavailable: 503,
  deadline_exceeded: 504,
  not_configured: 503,
  provider_rejected: 502,
};

/** What the table says of an outage. None of the checks behind it are optional under the policy `standard` but the device's. */
const cellOf = ({ occasion, provider }: Route, kind: UnavailableKind): OutageCell => {
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

/** Every sentence whose condition does not hold. */
const untrue = (...claims: readonly (readonly [sentence: string, holds: boolean])[]): readonly string[] =>
  claims.flatMap(([sentence, holds]) => (holds ? [] : [sentence]));

const isWhole = (id: string, { entries, status, version }: Seen): boolean =>
  verifyChain(id, entries, { version, status }).ok;

const toldFaults = (route: Route, cell: OutageCell | null, reply: Reply): readonly string[] => {
  const code = route.isWaitedFor ? (cell?.code ?? null) : null;
  if (code === null) return untrue([`answered ${reply.status}, and it should have succeeded`, reply.status < 300]);
  const told = codeIn(reply);
  return untrue(
    [`told ${told}, and the table says ${code}`, told === code],
    [`answered ${reply.status}, and ${code} is ${statusOf[code]}`, reply.status === statusOf[code]],
  );
};

/** A profile under a fault: nothing is half done, and nothing of it is the person's loss. */
const profileFaults = (
  id: string,
  { brings }: Route,
  cell: OutageCell | null,
  { before, after }: { readonly before: Seen; readonly after: Seen },
): readonly string[] => {
  const added = after.entries.slice(before.entries.length);
  const failures = added.filter(({ type }) => type === 'provider.failed');
  const reasons = new Set(failures.map(({ data }) => data['reason']));
  const always = untrue(
    ['the ledger does not verify', isWhole(id, after)],
    ['an attempt was charged', after.attempt === before.attempt],
  );
  if (cell === null) return always;
  const strange = added.filter(({ type }) => type !== 'provider.failed' && !brings.includes(type));
  return [
    ...always,
    ...untrue(
      ['it was approved', after.status !== 'approved'],
      [`the ledger has ${strange.map(({ type }) => type)}`, strange.length === 0],
    ),
    ...(cell.reason === null
      ? untrue(
          ['a failure was recorded', failures.length === 0],
          [`it is ${after.status}`, after.status === 'in_progress' || after.status === before.status],
        )
      : untrue(
          [`${[...reasons]} was recorded, not ${cell.reason}`, reasons.size === 1 && reasons.has(cell.reason)],
          [`it is ${after.status}`, after.status === 'processing'],
        )),
  ];
};

const timed = async (deed: Deed): Promise<{ readonly reply: Reply; readonly ms: number }> => {
  const began = performance.now();
  const reply = await deed();
  return { reply, ms: performance.now() - began };
};

/** One profile from its beginning, through the fault, to its approval. */
const runOnce = async (house: House, route: Route, fault: FaultKind): Promise<Ran> => {
  const { vendor, operation } = route;
  const kind = kindOf(vendor, fault);
  const cell = kind === null ? null : cellOf(route, kind);
  const person = await newSomebody(house);
  const underFault = async (deed: Deed): Promise<Reply> => {
    await house.script({ faults: [{ vendor, operation, kind: fault }] });
    const reply = await deed();
    await house.script({ faults: [] });
    return reply;
  };
  const deed = await route.lead(person, underFault);
  const before = await look(house, person.id);
  const rested = await house.residentMiB();
  await house.script({ faults: [{ vendor, operation, kind: fault }] });
  const { reply, ms } = await timed(deed);
  const after = await look(house, person.id);
  await house.script({ faults: [] });
  const grownMiB = (await house.residentMiB()) - rested;
  const end = await finish(house, person);
  const faults = [
    ...toldFaults(route, cell, reply),
    ...profileFaults(person.id, route, cell, { before, after }),
    ...untrue(
      [`without the fault it ended ${end.status}`, end.status === 'approved'],
      ['the ledger of the end does not verify', isWhole(person.id, end)],
      ['an attempt was charged in the end', end.attempt === before.attempt],
    ),
  ];
  return { route, fault, kind, told: codeIn(reply), ms, grownMiB, runs: 1, faults };
};

/** Runs a cell; again while it is too slow or the memory rose too much. What else is wrong with any of the runs counts. */
export const runCell = async (house: House, route: Route, fault: FaultKind): Promise<Ran> => {
  let ran = await runOnce(house, route, fault);
  const isTooMuch = (): boolean => ran.grownMiB > allowedMiB || ran.ms > house.deadlineMs + house.graceMs;
  while (ran.runs < mostRuns && isTooMuch()) {
    const again = await runOnce(house, route, fault);
    ran = {
      ...again,
      ms: Math.min(ran.ms, again.ms),
      grownMiB: Math.min(ran.grownMiB, again.grownMiB),
      runs: ran.runs + 1,
      faults: [...ran.faults, ...again.faults],
    };
  }
  return ran;
};

/** What is wrong with a cell, time and memory included. */
export const verdictOn = (ran: Ran, { deadlineMs, graceMs }: House): readonly string[] => [
  ...ran.faults,
  ...untrue(
    [`answered after ${Math.round(ran.ms)} ms`, ran.ms <= deadlineMs + graceMs],
    [`the memory rose by ${ran.grownMiB.toFixed(1)} MiB`, ran.grownMiB <= allowedMiB],
  ),
];
