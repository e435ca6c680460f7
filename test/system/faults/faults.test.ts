import { expect } from 'chai';
import { type House, openHouse } from './environment.ts';
import { cellsOf } from './matrix.ts';
import { routes } from './routes.ts';
import { runCell, verdictOn } from './run-case.ts';
import { mostPerRequest, runStorms } from './vendor-outage-load.ts';

/** Enough to scale the largest photo there is, on a machine that has other things to do; a person could not finish else. */
const deadlineMs = 1500;
/** How fast that machine is, is not what is tested here; `npm run faults` measures. */
const generousMs = 1000;

describe('the service as in production, while a vendor has a fault', function () {
  this.timeout(60_000);
  let house: House;

  before('start the service, its database and the vendors', async function () {
    this.timeout(60_000);
    house = await openHouse(deadlineMs, generousMs);
    // What the first large photo takes is kept for the next ones, and would be taken for a rise.
    for (const route of routes) if (route.isLarge) await runCell(house, route, 'unknown_fields');
  });
  after('stop all of them', async function () {
    this.timeout(30_000);
    await house.close();
  });

  it('is asked by every request that asks a vendor', () => {
    const asked = new Set(cellsOf(true).map(({ route }) => route.name));
    expect([...asked]).to.deep.equal(routes.map(({ name }) => name));
    expect(new Set(cellsOf(false).map(({ fault }) => fault)).size).to.be.at.least(20);
  });

  for (const { fault, route } of cellsOf(true)) {
    it(`answers ${route.name} in time, keeps the profile whole and finishes it: ${route.operation}, ${fault}`, async () => {
      expect(verdictOn(await runCell(house, route, fault), house)).to.deep.equal([]);
    });
  }

  it('lets no more than 1.1 requests for each one that it serves reach a vendor that is down', async () => {
    const served = 60;
    const storms = await runStorms(house, served);
    expect(storms.map(({ vendor }) => vendor)).to.deep.equal(['rekognition', 'sts', 'anthropic', 'fingerprint']);
    for (const { reached, vendor } of storms) {
      expect(reached, vendor).to.be.at.least(1);
      expect(reached, vendor).to.be.at.most(mostPerRequest * served);
    }
  });
});
