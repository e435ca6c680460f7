import { type Simulator, startSimulator } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import { fakeClock } from '../support/clock/fake-clock.ts';
import { mustSucceed } from '../support/run.ts';
import { aPerson, aService, completeLiveness, type Person, stored } from '../support/services/memory-service.ts';
import { personSteps } from '../support/services/outage-steps.ts';
import { realVendors } from '../support/services/vendor-adapters.ts';

const people = 30;
const minute = 60;

describe('many people during a vendor outage', function () {
  this.timeout(60_000);
  const clock = fakeClock();
  let simulator: Simulator;
  before('start the vendors', async () => {
    simulator = await startSimulator({ environment: 'test', clock });
  });
  after('stop them', () => simulator.close());

  /** Sweeps once a second, as the service does. */
  const sweeps = async ({ sweep }: Person['service'], seconds: number): Promise<void> => {
    for (let n = 0; n < seconds; n += 1) {
      clock.advance(1000);
      expect((await mustSucceed(sweep())).failures).to.deep.equal([]);
    }
  };

  it('are all approved once the vendor is back', async () => {
    const breaker = { failures: 5, openMs: 10_000 };
    const vendors = realVendors(simulator.url, clock, 5000, { breaker, monotonic: clock.now });
    const service = aService(vendors, undefined, clock);
    const all: Person[] = [];
    for (let n = 0; n < people; n += 1) {
      const person = await aPerson(service, { reference: `customer-${n}`, claimed: { lastName: 'Eriksson' } });
      await mustSucceed(personSteps(person).consent());
      await completeLiveness(person);
      all.push(person);
    }
    simulator.script({ faults: [{ vendor: 'anthropic', kind: 'http_529' }] });
    const answers = await Promise.all(all.map((person) => mustSucceed(personSteps(person).front())));
    expect(new Set(answers.map(({ profile }) => profile.status))).to.deep.equal(new Set(['processing']));
    await sweeps(service, 5 * minute);
    const asked = simulator.requests().filter(({ vendor }) => vendor === 'anthropic').length;
    expect(asked).to.be.below(60);
    simulator.reset();
    await sweeps(service, 2 * minute);
    const ends = await Promise.all(all.map(({ id }) => stored(service, id)));
    expect(ends.map(({ status }) => status)).to.deep.equal(Array.from({ length: people }, () => 'approved'));
  });
});
