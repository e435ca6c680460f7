import { E, type Either, type NotFound, notFound, pipe, type TaskEither, type Unavailable } from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import {
  type DraftClosed,
  draftClosed,
  hasPermission,
  type InsufficientPermission,
  type LimitReached,
  limitReached,
  type StaffPrincipal,
} from '@portcullis/domain/kernel';
import type { BackTest, PolicyDraft } from '@portcullis/domain/ports';
import { clockFault, draftToWrite, type OwnDraft, ownDraft } from '@portcullis/domain/use-cases';
import { type BackTestDeps, endBackTest, heldFrom, runBackTest } from './run-back-test.ts';

/** Starts a back-test of a draft, or answers the one of the same document that runs already. */
export type StartBackTest = (
  input: OwnDraft,
) => TaskEither<NotFound | InsufficientPermission | DraftClosed | LimitReached | Unavailable, BackTest>;

/**
 * The newest back-test of a draft. It counts the decisions of all teams of the partner, so that for the session of a
 * team there is none. Profiles are named to whoever may look at the queue and read of persons: where a limit is moved,
 * whether the outcome of a profile changes tells the value that is compared with the limit, such as an age.
 */
export type ReadBackTest = (input: OwnDraft) => TaskEither<NotFound | Unavailable, BackTest>;

export type BackTests = {
  readonly startBackTest: StartBackTest;
  readonly readBackTest: ReadBackTest;
  /** Interrupts what runs, and ends when that is written. Nothing begins from then on. */
  readonly stop: () => Promise<void>;
};

const busy = (where: string): LimitReached =>
  limitReached('back_tests', `A back-test runs already ${where}. Start this one when that has ended.`, 5);

const busyInstance = busy('at this instance');
const busyPartner = busy('for this partner');

const namesProfilesTo = (caller: StaffPrincipal): boolean =>
  hasPermission(caller, 'reviews:read') && hasPermission(caller, 'persons:read');

const isHeld = ({ heldUntil }: BackTest, now: string): boolean => heldUntil > now;

/** A back-test of which nothing has come yet. */
const claimOf = ({ clock }: BackTestDeps, draft: PolicyDraft, seen: BackTest | null, now: string): BackTest => ({
  draftId: draft.id,
  partnerId: draft.partnerId,
  generation: (seen?.generation ?? 0) + 1,
  state: 'running',
  heldUntil: heldFrom(clock),
  revision: draft.revision,
  digest: policyDigest(draft.policy),
  startedAt: now,
  finishedAt: null,
  findings: { judged: 0, unjudged: 0, cells: [], reasons: [], examples: [] },
});

type Claimed = { readonly test: BackTest; readonly isNew: boolean };

/**
 * Claims the one back-test that a partner may have at a time. Two that are claimed for different drafts at the same
 * moment see each other after their claims, and both withdraw.
 */
const claim = async (deps: BackTestDeps, draft: PolicyDraft): Promise<Either<LimitReached | Unavailable, Claimed>> => {
  const { policyDrafts } = deps;
  const now = new Date(deps.clock.now()).toISOString();
  const seen = await policyDrafts.backTest(draft.id)();
  if (E.isLeft(seen)) return seen;
  const next = claimOf(deps, draft, seen.right, now);
  if (seen.right !== null && isHeld(seen.right, now))
    return seen.right.digest === next.digest ? E.right({ test: seen.right, isNew: false }) : E.left(busyPartner);
  const before = await policyDrafts.runningBackTests(draft.partnerId, now)();
  if (E.isLeft(before)) return before;
  if (before.right.length > 0) return E.left(busyPartner);
  const won = await policyDrafts.replaceBackTest(seen.right, next)();
  if (E.isLeft(won)) return won;
  if (!won.right) return E.left(busyPartner);
  const after = await policyDrafts.runningBackTests(draft.partnerId, now)();
  const isAlone = E.isRight(after) && after.right.every(({ draftId }) => draftId === draft.id);
  if (isAlone) return E.right({ test: next, isNew: true });
  await endBackTest(deps, next, 'interrupted');
  return E.isLeft(after) ? after : E.left(busyPartner);
};

/** Where one runs here already, it is answered if it is one of the same document. */
const runningHere = async ({ policyDrafts }: BackTestDeps, draft: PolicyDraft, now: string) =>
  pipe(
    await policyDrafts.backTest(draft.id)(),
    E.flatMap((seen) =>
      seen !== null && isHeld(seen, now) && seen.digest === policyDigest(draft.policy)
        ? E.right(seen)
        : E.left(busyInstance),
    ),
  );

/**
 * The back-tests of this instance, which runs one at a time, behind the requests. Each is written into the row of its
 * draft, so that every instance can say how far it is; one whose instance has died counts as interrupted 30 seconds
 * later, and can be started again.
 */
export const backTests = (deps: BackTestDeps & { readonly onFailed: (cause: unknown) => void }): BackTests => {
  let running: Promise<void> | null = null;
  let isStopping = false;
  /** What is being begun, for others who ask for the same document meanwhile. */
  let reserved: {
    readonly draftId: string;
    readonly digest: string;
    readonly begun: Promise<Either<LimitReached | Unavailable, BackTest>>;
  } | null = null;

  const begin = async (
    caller: StaffPrincipal,
    draft: PolicyDraft,
  ): Promise<Either<LimitReached | Unavailable, BackTest>> => {
    const claimed = await claim(deps, draft);
    if (E.isLeft(claimed)) return claimed;
    const { isNew, test } = claimed.right;
    if (isNew)
      running = runBackTest(deps, { caller, claimed: test, draft: draft.policy, isEnding: () => isStopping })
        .catch(deps.onFailed)
        .finally(() => {
          running = null;
        });
    return E.right(test);
  };

  return {
    startBackTest: (own) => async () => {
      const found = await draftToWrite(deps, own)();
      if (E.isLeft(found)) return found;
      const draft = found.right;
      if (draft.status !== 'draft') return E.left(draftClosed(draft.status));
      const fault = clockFault(deps.clock);
      if (fault) return E.left(fault);
      const digest = policyDigest(draft.policy);
      if (reserved?.draftId === draft.id && reserved.digest === digest) return reserved.begun;
      if (running !== null || reserved !== null || isStopping)
        return runningHere(deps, draft, new Date(deps.clock.now()).toISOString());
      const begun = begin(own.caller, draft).finally(() => {
        reserved = null;
      });
      reserved = { draftId: draft.id, digest, begun };
      return begun;
    },
    readBackTest: (own) => async () => {
      const found = await ownDraft(deps, own)();
      if (E.isLeft(found)) return found;
      if (own.caller.tenant.teamId !== null) return E.left(notFound);
      const kept = await deps.policyDrafts.backTest(own.id)();
      if (E.isLeft(kept)) return kept;
      if (kept.right === null) return E.left(notFound);
      const { findings, ...test } = kept.right;
      const isAbandoned = test.state === 'running' && !isHeld(kept.right, new Date(deps.clock.now()).toISOString());
      return E.right({
        ...test,
        ...(isAbandoned && { state: 'interrupted' as const }),
        findings: namesProfilesTo(own.caller) ? findings : { ...findings, examples: [] },
      });
    },
    stop: async () => {
      isStopping = true;
      await running;
    },
  };
};
