import { E, type Either, type NotFound, notFound, type TaskEither, type Unavailable } from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import { decodesInput, withPorts } from '@portcullis/domain/input';
import {
  type DraftClosed,
  draftClosed,
  hasPermission,
  type InsufficientPermission,
  type Invalid,
  type LimitReached,
  limitReached,
  type StaffPrincipal,
  semaphore,
} from '@portcullis/domain/kernel';
import { clockFault } from '@portcullis/domain/use-cases';
import { inputs } from '../access/inputs.ts';
import { draftToWrite, type OwnDraft, ownDraft } from '../policy-drafts/draft-deps.ts';
import type { BackTest } from '../ports/back-test.ts';
import type { PolicyDraft } from '../ports/policy-drafts.ts';
import { type BackTestDeps, heldFrom, runBackTest } from './run-back-test.ts';

/** Starts a back-test of a draft, or answers the one of the same document that runs already. */
export type StartBackTest = (
  input: OwnDraft,
) => TaskEither<Invalid | NotFound | InsufficientPermission | DraftClosed | LimitReached | Unavailable, BackTest>;

/**
 * The newest back-test of a draft. It counts the decisions of all teams of the partner, so that for the session of a
 * team there is none. Profiles are named to readers of the queue and of persons: where a limit is moved, whether the
 * outcome of a profile changes tells the value that is compared with the limit, such as an age.
 */
export type ReadBackTest = (input: OwnDraft) => TaskEither<Invalid | NotFound | Unavailable, BackTest>;

export type BackTests = {
  readonly startBackTest: StartBackTest;
  readonly readBackTest: ReadBackTest;
  /** Interrupts what runs, and ends when that is written. Nothing begins from then on. */
  readonly stop: () => Promise<void>;
};

const busy: LimitReached = limitReached(
  'back_tests',
  'A back-test runs already. Start this one when that has ended.',
  5,
);

const namesProfilesTo = (caller: StaffPrincipal): boolean =>
  hasPermission(caller, 'reviews:read') && hasPermission(caller, 'persons:read');

const isHeld = ({ heldUntil }: BackTest, now: string): boolean => heldUntil > now;

/** A back-test without a result yet. */
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

/** Claims the one back-test that a draft may have at a time, or finds the one of the same document that runs. */
const claim = async (
  deps: BackTestDeps,
  draft: PolicyDraft,
  isFree: boolean,
): Promise<Either<LimitReached | Unavailable, Claimed>> => {
  const { policyDrafts } = deps;
  const now = new Date(deps.clock.now()).toISOString();
  const seen = await policyDrafts.backTest(draft.id)();
  if (E.isLeft(seen)) return seen;
  const next = claimOf(deps, draft, seen.right, now);
  if (seen.right !== null && isHeld(seen.right, now))
    return seen.right.digest === next.digest ? E.right({ test: seen.right, isNew: false }) : E.left(busy);
  if (!isFree) return E.left(busy);
  const won = await policyDrafts.replaceBackTest(seen.right, next)();
  if (E.isLeft(won)) return won;
  return won.right ? E.right({ test: next, isNew: true }) : E.left(busy);
};

/**
 * The back-tests of this instance, which runs one at a time, behind the requests. Each is written into the row of its
 * draft, so that every instance can say how far it is; one whose instance has died counts as interrupted 30 seconds
 * later, and can be started again.
 */
export const backTests = withPorts(
  'backTests',
  ['policyDrafts', 'profiles', 'ledgerReader', 'clock', 'pause', 'onFailed'],
  (deps: BackTestDeps & { readonly onFailed: (cause: unknown) => void }): BackTests => {
    let running: Promise<void> | null = null;
    let isStopping = false;
    const oneAfterAnother = semaphore(1);

    const begin =
      (caller: StaffPrincipal, draft: PolicyDraft): TaskEither<LimitReached | Unavailable, BackTest> =>
      async () => {
        const claimed = await claim(deps, draft, running === null && !isStopping);
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
      startBackTest: decodesInput(
        inputs.startBackTest,
        (own: OwnDraft): ReturnType<StartBackTest> =>
          async () => {
            const found = await draftToWrite(deps, own)();
            if (E.isLeft(found)) return found;
            const draft = found.right;
            if (draft.status !== 'draft') return E.left(draftClosed(draft.status));
            const fault = clockFault(deps.clock);
            if (fault) return E.left(fault);
            return oneAfterAnother(begin(own.caller, draft));
          },
      ),
      readBackTest: decodesInput(
        inputs.readBackTest,
        (own: OwnDraft): ReturnType<ReadBackTest> =>
          async () => {
            const found = await ownDraft(deps, own)();
            if (E.isLeft(found)) return found;
            if (own.caller.tenant.teamId !== null) return E.left(notFound);
            const kept = await deps.policyDrafts.backTest(own.id)();
            if (E.isLeft(kept)) return kept;
            if (kept.right === null) return E.left(notFound);
            const { findings, ...test } = kept.right;
            const isAbandoned =
              test.state === 'running' && !isHeld(kept.right, new Date(deps.clock.now()).toISOString());
            return E.right({
              ...test,
              ...(isAbandoned && { state: 'interrupted' as const }),
              findings: namesProfilesTo(own.caller) ? findings : { ...findings, examples: [] },
            });
          },
      ),
      stop: async () => {
        isStopping = true;
        await running;
      },
    };
  },
);
