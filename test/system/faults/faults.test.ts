import { expect } from 'chai';
import { isFullEffort, runs } from '../../support/effort.ts';
import { type FaultEnvironment, openFaultEnvironment } from './environment.ts';
import { type FaultCase, faultCases } from './matrix.ts';
import { routes } from './routes.ts';
import { type CaseResult, runCase, violationsOf } from './run-case.ts';
import { maxRequestsPerServed, runOutageLoads } from './vendor-outage-load.ts';
import { runWithWorkers } from './workers.ts';

/** This is enough to scale the largest photo on a busy machine; otherwise a person could not finish. */
const deadlineMs = 1500;
/** The speed of the machine is not tested here; `npm run faults` measures it. */
const generousMs = 1000;

/** Each has a service, a database and vendors of its own. */
const environmentCount = runs(3, 1);
const cases = faultCases(true);

/** A full run alone has them: they hold every answer to a deadline, and what is answered is tested over memory. */
const suite = function (this: Mocha.Suite): void {
  this.timeout(120_000);
  let environments: readonly FaultEnvironment[] = [];
  let resultOf: (faultCase: FaultCase) => Promise<CaseResult>;

  before('start services, their databases and the vendors, and begin the cases', async function () {
    this.timeout(120_000);
    const opening = Array.from({ length: environmentCount }, () => openFaultEnvironment(deadlineMs, generousMs));
    const opened = await Promise.allSettled(opening);
    environments = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await Promise.all(opening);
    // The memory that the first large photo takes is reused by the next ones, and would look like growth.
    // What happens to it without a fault is the same on every route, so one of them is enough.
    const large = cases.map(({ route }) => route).find(({ isLarge }) => isLarge);
    const [first] = environments;
    if (first !== undefined && large !== undefined) await runCase(first, large, 'unknown_fields');
    resultOf = runWithWorkers(environments, cases);
  });
  after('stop all of them', async function () {
    this.timeout(120_000);
    await Promise.all(environments.map(({ close }) => close()));
  });

  it('is called by every request that calls a vendor', () => {
    const every = faultCases(false);
    expect([...new Set(every.map(({ route }) => route.name))]).to.deep.equal(routes.map(({ name }) => name));
    expect(new Set(every.map(({ fault }) => fault)).size).to.be.at.least(20);
    const vendors = (asked: readonly FaultCase[]) => new Set(asked.map(({ route }) => route.vendor));
    expect(vendors(cases)).to.deep.equal(vendors(every));
  });

  for (const faultCase of cases) {
    const { fault, route } = faultCase;
    it(`answers ${route.name} in time, keeps the profile consistent and finishes it: ${route.operation}, ${fault}`, async () => {
      expect(violationsOf(await resultOf(faultCase), { deadlineMs, graceMs: generousMs })).to.deep.equal([]);
    });
  }

  it('sends a vendor that is down at most 1.1 requests for each request that is served', async () => {
    const served = runs(60, 30);
    const [environment] = environments;
    if (environment === undefined) throw new Error('no environment is open');
    const loads = await runOutageLoads(environment, served);
    expect(loads.map(({ vendor }) => vendor)).to.deep.equal(['rekognition', 'sts', 'anthropic', 'fingerprint']);
    for (const { reached, vendor } of loads) {
      expect(reached, vendor).to.be.at.least(1);
      expect(reached, vendor).to.be.at.most(maxRequestsPerServed * served);
    }
  });
};

if (isFullEffort) describe('the service as in production, while a vendor has a fault', suite);
