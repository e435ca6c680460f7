import { E, type LedgerEntry, verifyChain } from '@portcullis/domain';
import { dueAt } from '@portcullis/domain/profile';
import { expect } from 'chai';
import fc from 'fast-check';
import { foldStatus } from '#domain/ledger/verify-chain';
import { execute } from '#domain/profile/changes/execute';
import type { Command } from '#domain/profile/commands';
import { runs } from '../support/effort.ts';
import { commandSequences } from '../support/generators/profile-commands.ts';
import { applyCommands, type CommandResult, iso, type ProfileTimeline } from '../support/generators/profile-history.ts';

const partner = { type: 'machine', id: 'acme-server' } as const;
const system = { type: 'system', id: 'portcullis' } as const;
const request: Command = { id: 'erase', actor: partner, action: { type: 'erase', because: 'requested' } };
const done: Command = { id: 'erased', actor: system, action: { type: 'erased' } };

const applyTo = (timeline: ProfileTimeline, command: Command): ProfileTimeline => {
  const step = execute(timeline.policy, timeline.profile, command, iso(timeline.now));
  if (E.isLeft(step)) throw new Error(`${command.action.type} was refused`);
  return { ...timeline, profile: step.right.profile, entries: [...timeline.entries, ...step.right.entries] };
};

const withoutPersonal = ({ personal: _, ...entry }: LedgerEntry): LedgerEntry => entry;

/** Generated claims, names, files and notes occur in a row as these words. */
const personal = ['Eriksson', '1974-08-12', 'L898902C3', '"a":"b"', 'looked at it', 'seen in person', '"r1"', 'P<UTO'];

/**
 * Answers what is wrong with a timeline in which the profile is, or is being, erased; `steps` are commands that might
 * still come.
 */
const faultOf = (timeline: ProfileTimeline, steps: readonly CommandResult[]): string | null => {
  const { entries, policy, profile } = timeline;
  const chain = entries.map(withoutPersonal);
  const text = JSON.stringify(profile) + JSON.stringify(chain);
  if (foldStatus(entries) !== profile.status) return 'status is not the fold of the ledger';
  if (!verifyChain(profile.id, chain, profile).ok) return 'the chain does not verify';
  if (personal.some((word) => text.includes(word))) return 'something personal is left';
  for (const { command } of steps) {
    const late = execute(policy, profile, { ...command, id: `${command.id}/late` }, iso(timeline.now + 1e12));
    if (E.isRight(late)) return `${command.action.type} was not refused`;
    if (late.left._tag !== 'InvalidTransition' || late.left.allowed.length > 0) return `refused as ${late.left._tag}`;
  }
  return applyTo(timeline, { ...request, id: 'again' }).profile === profile ? null : 'a second request changed it';
};

describe('a profile that was erased at any point of any history', function () {
  this.timeout(120_000);

  it('agrees with its ledger, verifies, and is changed by no later command', () => {
    fc.assert(
      fc.property(commandSequences, fc.nat(), (given, where) => {
        const steps = applyCommands(given);
        const at = steps[where % Math.max(1, steps.length)];
        if (at === undefined) return;
        const requested = applyTo(at.after, request);
        const { profile } = requested;
        const faults = [requested, applyTo(requested, done)].map((world) => faultOf(world, steps));
        expect([...faults, dueAt(profile)]).to.deep.equal([null, null, profile.redaction?.requestedAt]);
      }),
      { numRuns: runs(1000) },
    );
  });
});
