import { type Clock, E, type LedgerReader, type Policy, type Profile, type ProfileStore } from '@portcullis/domain';
import type { StaffPrincipal } from '@portcullis/domain/kernel';
import type { EntryFinder } from '@portcullis/domain/ports';
import { profilesFor } from '@portcullis/domain/use-cases';
import { newestDecisions, scanPageSize, simulateNewestDecision } from '@portcullis/explain';
import type { BackTest } from '../ports/back-test.ts';
import type { PolicyDrafts } from '../ports/policy-drafts.ts';
import { type BackTestTally, backTestTally } from './back-test-tally.ts';

/** How many decisions a back-test makes again at most, those about the newest profiles. */
const maxBackTested = 1000;

/** How many profiles a back-test looks at for them at most. */
const maxLookedAt = 10 * maxBackTested;

/** For how long an instance that says nothing more is believed to be at work, and how often it says so, in ms. */
const backTestHoldMs = 30_000;
const heartbeatEveryMs = 3000;

export type BackTestDeps = {
  readonly policyDrafts: PolicyDrafts;
  readonly profiles: ProfileStore;
  readonly ledgerReader: LedgerReader & EntryFinder;
  readonly clock: Clock;
  /** Lets whatever waits for the processor go on. */
  readonly pause: () => Promise<void>;
};

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** Until when a back-test that is written now is held. */
export const heldFrom = (clock: Clock): string => isoOf(clock.now() + backTestHoldMs);

/** Writes what a back-test has come to. `null` means that another one has taken its place, or that the store is out. */
const write = async (
  { policyDrafts }: BackTestDeps,
  seen: BackTest,
  change: Partial<BackTest>,
): Promise<BackTest | null> => {
  const next = { ...seen, ...change, generation: seen.generation + 1 };
  const written = await policyDrafts.replaceBackTest(seen, next)();
  return E.isRight(written) && written.right ? next : null;
};

/** Ends a back-test, whatever it has come to. */
const endBackTest = (deps: BackTestDeps, seen: BackTest, state: 'done' | 'interrupted'): Promise<BackTest | null> =>
  write(deps, seen, { state, heldUntil: '', finishedAt: isoOf(deps.clock.now()) });

/** Nobody has decided about a profile that was just created, and an erased one is not decided again. */
const isToBeJudged = ({ redaction, status }: Profile): boolean => status !== 'created' && !redaction;

/** Makes the decisions about a page of profiles again, with a pause behind each. Answers whether all could be read. */
const judge = async (
  { ledgerReader, pause }: BackTestDeps,
  draft: Policy,
  items: readonly Profile[],
  tally: BackTestTally,
  isEnding: () => boolean,
): Promise<boolean> => {
  const profiles = items.filter(isToBeJudged);
  const newest = await newestDecisions(ledgerReader, profiles)();
  if (E.isLeft(newest)) return false;
  for (const [n, profile] of profiles.entries()) {
    if (tally.judged() >= maxBackTested || isEnding()) break;
    const { damaged, tried, unjudged } = simulateNewestDecision(draft, profile, newest.right[n] ?? null);
    tried.forEach(tally.add);
    tally.addUnjudged(unjudged.length);
    tally.addDamaged(damaged.length);
    await pause();
  }
  return true;
};

/** `caller` is who has started it, and sees the profiles of the whole partner. */
export type BackTestRun = {
  readonly caller: StaffPrincipal;
  readonly claimed: BackTest;
  readonly draft: Policy;
  readonly isEnding: () => boolean;
};

/**
 * Tries a draft over the newest decisions of its partner, and writes what it comes to every three seconds and in the
 * end. Where `isEnding` becomes true, the store is out, or another back-test has taken the place of this one, it ends.
 */
export const runBackTest = async (
  deps: BackTestDeps,
  { caller, claimed, draft, isEnding }: BackTestRun,
): Promise<void> => {
  const tally = backTestTally();
  let held: BackTest = claimed;
  let heartbeatAt = deps.clock.now() + heartbeatEveryMs;
  let cursor: string | null | undefined;
  const end = (state: 'done' | 'interrupted') => endBackTest(deps, { ...held, findings: tally.findings() }, state);
  for (let looked = 0; looked < maxLookedAt && tally.judged() < maxBackTested && cursor !== null; ) {
    const query = { limit: scanPageSize, ...(cursor !== undefined && { cursor }) };
    const page = await profilesFor(deps, caller, query)();
    if (E.isLeft(page) || !(await judge(deps, draft, page.right.items, tally, isEnding)) || isEnding()) {
      await end('interrupted');
      return;
    }
    tally.addDamaged(page.right.damaged?.length ?? 0);
    looked += scanPageSize;
    cursor = page.right.next;
    if (deps.clock.now() < heartbeatAt) continue;
    const renewed = await write(deps, held, { heldUntil: heldFrom(deps.clock), findings: tally.findings() });
    if (renewed === null) return;
    held = renewed;
    heartbeatAt = deps.clock.now() + heartbeatEveryMs;
  }
  await end('done');
};
