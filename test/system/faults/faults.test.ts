import { expect } from 'chai';
import { type FaultEnvironment, openFaultEnvironment } from './environment.ts';
import { faultCases } from './matrix.ts';
import { routes } from './routes.ts';
import { runCase, violationsOf } from './run-case.ts';
import { maxRequestsPerServed, runOutageLoads } from './vendor-outage-load.ts';

/** This is enough to scale the largest photo on a busy machine; otherwise a person could not finish. */
const deadlineMs = 1500;
/** The speed of the machine is not tested here; `npm run faults` measures it. */
const generousMs = 1000;

describe('the service as in production, while a vendor has a fault', function () {
  this.timeout(60_000);
  let environment: FaultEnvironment;

  before('start the service, its database and the vendors', async function () {
    this.timeout(60_000);
    environment = await openFaultEnvironment(deadlineMs, generousMs);
    // The memory that the first large photo takes is reused by the next ones, and would look like growth.
    // What happens to it without a fault is the same on every route, so one of them is enough.
    const [large] = routes.filter(({ isLarge }) => isLarge);
    if (large !== undefined) await runCase(environment, large, 'unknown_fields');
  });
  after('stop all of them', async function () {
    this.timeout(30_000);
    await environment.close();
  });

  it('is called by every request that calls a vendor', () => {
    const asked = new Set(faultCases(true).map(({ route }) => route.name));
    expect([...asked]).to.deep.equal(routes.map(({ name }) => name));
    expect(new Set(faultCases(false).map(({ fault }) => fault)).size).to.be.at.least(20);
  });

  for (const { fault, route } of faultCases(true)) {
    it(`answers ${route.name} in time, keeps the profile consistent and finishes it: ${route.operation}, ${fault}`, async () => {
      expect(violationsOf(await runCase(environment, route, fault), environment)).to.deep.equal([]);
    });
  }

  it('sends a vendor that is down at most 1.1 requests for each request that is served', async () => {
    const served = 60;
    const loads = await runOutageLoads(environment, served);
    expect(loads.map(({ vendor }) => vendor)).to.deep.equal(['rekognition', 'sts', 'anthropic', 'fingerprint']);
    for (const { reached, vendor } of loads) {
      expect(reached, vendor).to.be.at.least(1);
      expect(reached, vendor).to.be.at.most(maxRequestsPerServed * served);
    }
  });
});
