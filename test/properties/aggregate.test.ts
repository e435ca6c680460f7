import { E, type Evidence, type LedgerEntry, type Outcome, type Policy, verifyChain } from '@portcullis/domain';
import { isOutage } from '@portcullis/domain/checks';
import { transitions } from '@portcullis/domain/profile';
import { recordedDecision } from '@portcullis/domain/serialization';
import { expect } from 'chai';
import fc from 'fast-check';
import { foldStatus } from '#domain/ledger/verify-chain';
import { applyElapsedTime, execute } from '#domain/profile/changes/execute';
import { hasTransition, isPermitted, type TransitionEvent } from '#domain/profile/transitions';
import { replay } from '#explain/explanation/replay';
import { leastOf, runs } from '../support/effort.ts';
import { assertUntilCovered } from '../support/generators/covering-cases.ts';
import { commandSequences } from '../support/generators/profile-commands.ts';
import {
  applyCommands,
  type CommandResult,
  iso,
  newTimeline,
  type ProfileTimeline,
} from '../support/generators/profile-history.ts';

/** The number of generated sequences. */
const numRuns = runs(20_000, 300);

const lastTimeline = (done: readonly CommandResult[]): ProfileTimeline => done.at(-1)?.after ?? newTimeline();

const movesOf = ({ before, after }: CommandResult) =>
  after.entries.slice(before.entries.length).filter(({ kind }) => kind === 'status_change');

const statusChecks = (done: readonly CommandResult[]): void => {
  for (const { after } of done) {
    if (foldStatus(after.entries) !== after.profile.status) throw new Error('status is not the fold of the ledger');
    if (after.profile.version !== after.entries.at(-1)?.seq) throw new Error('version is not the last seq');
  }
};

const approvedFromTwoStates = (done: readonly CommandResult[]): void => {
  for (const move of done.flatMap(movesOf)) {
    if (move.to === 'approved' && move.from !== 'processing' && move.from !== 'in_review')
      throw new Error(`${move.from} -> approved`);
  }
};

const onlyKnownTransitions = (done: readonly CommandResult[]): void => {
  for (const { type, from, to, actor } of done.flatMap(movesOf)) {
    const rule = transitions.find(({ event }) => event === type);
    const known =
      rule && from && to && hasTransition(rule.event, from, to) && isPermitted(rule.event, from, actor.type);
    if (!known) throw new Error(`${type}: ${from} -> ${to} by ${actor.type} is not in the table`);
  }
};

const refusalsWriteNothing = (done: readonly CommandResult[]): void => {
  for (const { before, after, refused } of done) {
    if (refused && (after.profile !== before.profile || after.entries !== before.entries))
      throw new Error('a refusal wrote');
  }
};

const approvedOnlyWhenEarned = (done: readonly CommandResult[]): void => {
  for (const each of done) {
    const { profile } = each.after;
    if (profile.status !== 'approved' || each.before.profile.status === 'approved') continue;
    const overridden = movesOf(each).some(({ type }) => type === 'review_approved');
    const required = profile.checks.filter(({ requirement }) => requirement === 'required');
    if (!overridden && !(required.length > 0 && required.every(({ status }) => status === 'passed')))
      throw new Error('a required check has not passed');
    const unanswered = profile.checks.filter(
      ({ reasons, status }) => status === 'unavailable' && reasons.some(isOutage),
    );
    if (!overridden && unanswered.length > 0) throw new Error('approved although a provider gave no answer');
    const biometric = profile.checks.filter(({ name }) => name === 'liveness' || name === 'face_match');
    const unproven = biometric.filter(
      ({ status, reasons }) => status !== 'passed' && !reasons.includes('face_match_borderline'),
    );
    if (unproven.length > 0) throw new Error('approved over a biometric check that has not passed');
    const biometricsUsed = profile.evidence.some(({ kind }) => kind === 'face_match');
    const consented = profile.evidence.some((item) => item.kind === 'consent' && item.granted);
    if (biometricsUsed && !overridden && !consented) throw new Error('biometrics without consent');
    if (profile.decision?.policy.version !== profile.policy.version)
      throw new Error('the decision names no policy version');
  }
};

const attemptsOnlyGrow = (done: readonly CommandResult[]): void => {
  for (const { before, after, command } of done) {
    const grown = after.profile.attempt.number - before.profile.attempt.number;
    if (grown < 0) throw new Error('the attempt number went down');
    const failure =
      command.action.type === 'observe' && command.action.evidence.some(({ kind }) => kind === 'provider_failure');
    if (failure && grown > 0) throw new Error('a provider failure cost an attempt');
  }
};

/** Whether a liveness result failed, or did not pass. */
const speaksAgainst = (item: Evidence, { liveness }: Policy): boolean =>
  item.kind === 'liveness_result' &&
  (item.status === 'failed' || (item.confidence !== null && item.confidence < liveness.pass));

const lateResultsChangeNothing = (done: readonly CommandResult[]): void => {
  for (const { before, after, command, refused } of done) {
    const { action } = command;
    if (action.type !== 'observe' || action.forAttempt >= before.profile.attempt.number) continue;
    if (refused) throw new Error('a late result was refused');
    const added = after.profile.evidence.slice(before.profile.evidence.length);
    const counting = added.find((item) => item.kind === 'liveness_result' && !item.late);
    if (counting) {
      if (!speaksAgainst(counting, before.policy)) throw new Error('a good result of an earlier attempt counts');
      continue;
    }
    const byTime = applyElapsedTime(before.policy, before.profile, iso(before.now)).profile.status;
    if (after.profile.status !== byTime) throw new Error('a late result changed the status');
    const kept = action.evidence.filter((item) => item.kind !== 'file' || item.file.kind !== 'liveness_reference');
    if (after.profile.evidence.length !== before.profile.evidence.length + kept.length)
      throw new Error('a late result was lost, or its face was kept');
  }
};

const reserved: readonly TransitionEvent[] = [
  'review_approved',
  'review_declined',
  'input_requested',
  'reopened',
  'renewed',
];

const flowTokensDoNotReview = (done: readonly CommandResult[]): void => {
  for (const { type, actor } of done.flatMap(movesOf)) {
    if (actor.type === 'flow' && reserved.some((event) => event === type))
      throw new Error(`a flow token caused ${type}`);
  }
};

/** Answers the entry with one of its fields changed by one character of its JSON. */
const withTamperedField = (entry: LedgerEntry, which: number): LedgerEntry => {
  const fields = Object.entries(entry).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  const [field, value] = fields[which % fields.length] ?? ['type', entry.type];
  return { ...entry, [field]: typeof value === 'number' ? value + 1 : `${value}x` };
};

/** Every decision of the system is reproduced from the ledger and the final profile. */
const decisionsAreReproducible = (done: readonly CommandResult[], outcomes: Map<Outcome, number>): void => {
  const { profile, policy } = lastTimeline(done);
  for (const entry of done.flatMap(movesOf)) {
    const recorded = recordedDecision(entry);
    if (!recorded) continue;
    const again = replay(policy, profile, recorded);
    if (!again.reproduced) throw new Error(`${again.mismatch}: ${again.differing.join()}`);
    if (recorded.decidedBy.type === 'system') outcomes.set(recorded.outcome, (outcomes.get(recorded.outcome) ?? 0) + 1);
  }
};

const states = [
  'approved',
  'canceled',
  'created',
  'declined',
  'expired',
  'in_progress',
  'in_review',
  'lapsed',
  'processing',
  'requires_input',
];

describe('every reachable sequence of commands', function () {
  this.timeout(1_800_000);

  it(`keeps every rule of the aggregate at every step, and its decisions are reproducible (${numRuns} sequences)`, async () => {
    const seen = new Set<string>();
    const outcomes = new Map<Outcome, number>();
    await assertUntilCovered(
      fc.property(commandSequences, (given) => {
        const done = applyCommands(given);
        statusChecks(done);
        approvedFromTwoStates(done);
        onlyKnownTransitions(done);
        refusalsWriteNothing(done);
        approvedOnlyWhenEarned(done);
        attemptsOnlyGrow(done);
        lateResultsChangeNothing(done);
        flowTokensDoNotReview(done);
        decisionsAreReproducible(done, outcomes);
        for (const { after } of done) seen.add(after.profile.status);
      }),
      numRuns,
      () => states.every((state) => seen.has(state)),
    );
    // The generator must reach every state: a property over states that never occur would prove nothing.
    expect([...seen].toSorted()).to.deep.equal(states);
    for (const outcome of ['approve', 'retry', 'review', 'decline'] as const)
      expect(outcomes.get(outcome) ?? 0, outcome).to.be.at.least(leastOf(500, numRuns, 20_000));
  });

  it('leaves a chain that verifies against the profile, and in which any changed field of any entry is found', () => {
    fc.assert(
      fc.property(commandSequences, fc.nat(), fc.nat(), (given, where, which) => {
        const { entries, profile } = lastTimeline(applyCommands(given));
        const verdict = verifyChain(profile.id, entries, profile);
        if (!verdict.ok) throw new Error(`a true chain is called ${verdict.fault} at ${verdict.seq}`);
        const at = where % entries.length;
        const forged = entries.map((entry, i) => (i === at ? withTamperedField(entry, which) : entry));
        const found = verifyChain(profile.id, forged, profile);
        return !found.ok && found.seq === at + 1;
      }),
      { numRuns: runs(20_000, 50) },
    );
  });

  it('has one effect and the same result when a command id comes twice', () => {
    fc.assert(
      fc.property(commandSequences, (given) => {
        for (const { after, command, refused } of applyCommands(given)) {
          if (refused) continue;
          const again = execute(after.policy, after.profile, command, iso(after.now + 5000));
          if (E.isLeft(again) || again.right.entries.length > 0 || again.right.profile !== after.profile) return false;
        }
        return true;
      }),
      { numRuns: runs(20_000, 50) },
    );
  });

  it('is open at expires_at - 1 ms, expired at expires_at, and not moved by a clock that steps back', () => {
    fc.assert(
      fc.property(commandSequences, (given) => {
        const { profile, policy } = lastTimeline(applyCommands(given));
        const ends = Date.parse(profile.expiresAt);
        const open =
          profile.status === 'created' || profile.status === 'in_progress' || profile.status === 'requires_input';
        if (!open || Date.parse(profile.updatedAt) >= ends) return;
        expect(applyElapsedTime(policy, profile, iso(ends - 1)).profile).to.equal(profile);
        const expired = applyElapsedTime(policy, profile, iso(ends)).profile;
        expect(expired.status).to.equal('expired');
        expect(applyElapsedTime(policy, expired, iso(ends - 86_400_000)).profile).to.equal(expired);
        expect(applyElapsedTime(policy, profile, iso(ends - 86_400_000 * 30)).profile).to.equal(profile);
      }),
      { numRuns: runs(20_000, 50) },
    );
  });
});
