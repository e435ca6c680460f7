import type { Profile } from '@portcullis/domain';
import { expect } from 'chai';
import fc from 'fast-check';
import { runChecks } from '#domain/checks/decide';
import { decisionInput } from '#domain/profile/requirements';
import { policy } from '../support/builders/profile-states.ts';
import { runs } from '../support/effort.ts';
import { assertUntilCovered } from '../support/generators/covering-cases.ts';
import { memoryRecords } from '../support/records/memory-records.ts';
import { mustSucceed } from '../support/run.ts';
import { aPerson, aService, type Person, personActions } from '../support/services/memory-service.ts';

const events = ['sim-a', 'sim-b', 'sim-c'] as const;
type Use = { readonly who: number; readonly event: (typeof events)[number] };

/** Waves of uses: those of one wave happen at the same time, in different instances. */
const waves: fc.Arbitrary<readonly (readonly Use[])[]> = fc.array(
  fc.array(fc.record({ who: fc.nat(3), event: fc.constantFrom(...events) }), { minLength: 1, maxLength: 6 }),
  { minLength: 1, maxLength: 5 },
);

const helpedBy = ({ id, evidence }: Profile, event: string): readonly string[] =>
  evidence.some((item) => item.kind === 'device' && item.eventId === event && item.usedBefore !== true) ? [id] : [];

const passes = (profile: Profile): boolean =>
  runChecks(policy, decisionInput(profile), profile.createdAt).some(
    ({ name, status }) => name === 'device' && status === 'passed',
  );

describe('a device event that many profiles use', function () {
  this.timeout(120_000);

  it('counts for at most one of them, however many use it at the same time', async () => {
    const outcomes = new Set<string>();
    const all = ['0 helped', '1 helped', 'none named', 'not taken back', 'passed', 'refused'];
    await assertUntilCovered(
      fc.asyncProperty(waves, async (given) => {
        const records = memoryRecords();
        const instances = [aService({ seed: 'one' }, records), aService({ seed: 'two' }, records)];
        const people: Person[] = [];
        for (const [n, service] of [...instances, ...instances].entries()) {
          people.push(await aPerson(service, { reference: `customer-${n}` }));
        }
        for (const wave of given) {
          const use = ({ who, event }: Use) => {
            const person = people[who];
            return person ? personActions(person).patch({ device: { eventId: event } })() : null;
          };
          await Promise.all(wave.map(use));
        }
        const profiles = await Promise.all(people.map(({ id, service }) => mustSucceed(service.profiles.getAny(id))));
        for (const event of events) {
          const helped = profiles.flatMap((profile) => helpedBy(profile, event));
          expect(helped.length).to.be.at.most(1);
          outcomes.add(`${helped.length} helped`);
        }
        for (const profile of profiles) {
          const newest = profile.evidence.findLast(({ kind }) => kind === 'device_event');
          const isFirst = newest?.kind === 'device_event' && helpedBy(profile, newest.eventId).length === 1;
          // A good event does not undo one that was already used.
          const clean = profile.evidence.every((item) => item.kind !== 'device' || item.usedBefore !== true);
          expect(passes(profile)).to.equal(isFirst && clean);
          outcomes.add(isFirst ? (clean ? 'passed' : 'not taken back') : newest ? 'refused' : 'none named');
        }
      }),
      runs(300, 40),
      () => all.every((outcome) => outcomes.has(outcome)),
    );
    expect([...outcomes].toSorted()).to.deep.equal(all);
  });
});
