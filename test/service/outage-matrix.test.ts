import { type DomainError, type OutageCell, outageCells, standardPolicy, type TaskEither } from '@portcullis/domain';
import { type Simulator, startSimulator } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import { movingClock } from '../support/clock/fake-clock.ts';
import { mustSucceed } from '../support/run.ts';
import { type Person, stored } from '../support/services/memory-service.ts';
import { type Outage, operationsOf, outagesOf } from '../support/services/outage-faults.ts';
import {
  aPersonIn,
  doLiveness,
  drivenToTheEnd,
  expectTold,
  failuresOf,
  holdsFor,
  stepsOf,
} from '../support/services/outage-steps.ts';

const { providerTries } = standardPolicy({ livenessThreshold: 75, specimens: true });

type Ask = () => TaskEither<DomainError, unknown>;

/** Brings a person to the request that calls the provider: it is the very next thing that they do. */
const toTheRequest: { readonly [operation: string]: (person: Person) => Promise<Ask> } = {
  CreateFaceLivenessSession: async (person) => {
    await mustSucceed(stepsOf(person).consent());
    return stepsOf(person).open;
  },
  GetFaceLivenessSessionResults: async (person) => {
    await mustSucceed(stepsOf(person).consent());
    const { session_id } = await mustSucceed(stepsOf(person).open());
    return () => stepsOf(person).result(session_id);
  },
  GetFederationToken: async (person) => {
    await mustSucceed(stepsOf(person).consent());
    await mustSucceed(stepsOf(person).open());
    return stepsOf(person).credentials;
  },
  'messages.create': async (person) => stepsOf(person).analyze,
  'events.get': async (person) => stepsOf(person).device,
};

/** The evidence that the request itself adds, and that stays although the provider did not answer. */
const supplied: { readonly [operation: string]: readonly string[] } = {
  'messages.create': ['file'],
  'events.get': ['device_event'],
};

/** Brings a person to the last step, with which the checks begin. */
const toTheLastStep = async (person: Person, { provider }: OutageCell): Promise<Ask> => {
  const { analyze, consent, device, front, open, result } = stepsOf(person);
  await mustSucceed(consent());
  if (provider === 'document_reader') {
    await doLiveness(person);
    return analyze;
  }
  if (provider === 'device') await mustSucceed(device());
  await mustSucceed(front());
  const { session_id } = await mustSucceed(open());
  return () => result(session_id);
};

/** Every cause of an outage is tried where this is quick: once for the required checks. */
const waysOf = (cell: OutageCell, operation: string): readonly Outage[] => {
  const isSlow = cell.kind === 'timeout' && cell.origin === 'processing';
  const all = outagesOf(cell, operation);
  return cell.requirement === 'optional' || isSlow ? all.slice(0, 1) : all;
};

const mended = { faults: [], message: {}, reading: undefined };

/** Whoever's request met an outage can finish as if there had been none. */
const finishes = async (person: Person): Promise<void> => {
  const { consent, front } = stepsOf(person);
  await mustSucceed(consent());
  await mustSucceed(front());
  expect((await doLiveness(person)).profile_status).to.equal('approved');
  expect((await stored(person.service, person.id)).attempt).to.deep.equal({ number: 1, max: 3 });
};

describe('every outage of the table, caused at the vendor', function () {
  this.timeout(30_000);
  let simulator: Simulator;
  const clock = movingClock();
  const ran = new Set<string>();
  const nameOf = ({ provider, origin: occasion, kind, requirement }: OutageCell): string =>
    [provider, occasion, kind, requirement].join(' ');

  before('start the vendors', async () => {
    simulator = await startSimulator({ clock });
  });
  after('stop them', () => simulator.close());

  const whileRequested = async (cell: OutageCell, operation: string, { script }: Outage): Promise<void> => {
    const person = await aPersonIn({ simulator, clock }, cell);
    const ask = await toTheRequest[operation]?.(person);
    if (ask === undefined) throw new Error(`nobody asks for ${operation}`);
    const before = await stored(person.service, person.id);
    simulator.script(script);
    expectTold(cell, await ask()());
    const kept = supplied[operation] ?? [];
    const after = await holdsFor(person, cell);
    if (kept.length === 0) expect(after).to.deep.equal(before);
    const known = before.evidence.length;
    expect(after.evidence.slice(known).map(({ kind }) => kind)).to.deep.equal(kept);
    expectTold(cell, await ask()());
    await holdsFor(person, cell);
    simulator.script(mended);
    await finishes(person);
  };

  const whileProcessed = async (cell: OutageCell, { script }: Outage): Promise<void> => {
    const person = await aPersonIn({ simulator, clock }, cell);
    // A device provider that is available when its event is named has nothing left to answer.
    if (cell.provider === 'device') simulator.script(script);
    const ask = await toTheLastStep(person, cell);
    simulator.script(script);
    expectTold(cell, await ask()());
    await holdsFor(person, cell);
    await drivenToTheEnd(person);
    const end = await holdsFor(person, cell);
    const tries = cell.retriedBy === 'driver' ? providerTries : 1;
    expect({ status: end.status, reasons: end.statusReasons, failures: failuresOf(end) }).to.deep.equal({
      status: cell.profile,
      reasons: [cell.reason],
      failures: Array.from({ length: tries }, () => ({ reason: cell.reason, outage: cell.kind })),
    });
  };

  for (const cell of outageCells) {
    for (const operation of operationsOf[cell.provider]) {
      for (const outage of waysOf(cell, operation)) {
        it(`${nameOf(cell)}: ${operation} answers ${outage.name}`, async () => {
          if (cell.origin === 'request') await whileRequested(cell, operation, outage);
          else await whileProcessed(cell, outage);
          ran.add(nameOf(cell));
        });
      }
    }
  }

  it('of the document reader lets the request succeed that supplied the last step without waiting for it', async () => {
    const [cell] = outageCells.filter(({ provider }) => provider === 'document_reader');
    if (cell === undefined) throw new Error('the table has no reader');
    const person = await aPersonIn({ simulator, clock }, cell);
    const { consent, front } = stepsOf(person);
    await mustSucceed(consent());
    await doLiveness(person);
    simulator.script({ faults: [{ vendor: 'anthropic', kind: 'http_529' }] });
    expect((await mustSucceed(front())).profile.status).to.equal('processing');
    expect((await drivenToTheEnd(person)).status).to.equal('in_review');
    await holdsFor(person, cell);
  });

  it('was tested, without exception', () => {
    expect([...ran].toSorted()).to.deep.equal(outageCells.map(nameOf).toSorted());
  });
});
