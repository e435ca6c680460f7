import { type DomainError, standardPolicy, type TaskEither } from '@portcullis/domain';
import { expect } from 'chai';
import { type OutageCell, outageCells } from '#domain/checks/outages';
import { fakeClock } from '../support/clock/fake-clock.ts';
import { isFullEffort, runs } from '../support/effort.ts';
import { mustSucceed } from '../support/run.ts';
import { completeLiveness, type Person, stored } from '../support/services/memory-service.ts';
import { type Outage, operationsOf, outagesOf } from '../support/services/outage-faults.ts';
import {
  aPersonDuring,
  expectAnswered,
  expectInvariants,
  failuresOf,
  type OutageEnvironment,
  personSteps,
  processUntilDone,
  startOutageEnvironment,
} from '../support/services/outage-steps.ts';

const { providerTries } = standardPolicy({ livenessThreshold: 75, specimens: true });

type Ask = () => TaskEither<DomainError, unknown>;

/** Brings a person to the request that calls the provider: it is the very next thing that they do. */
const untilRequest: { readonly [operation: string]: (person: Person) => Promise<Ask> } = {
  CreateFaceLivenessSession: async (person) => {
    await mustSucceed(personSteps(person).consent());
    return personSteps(person).open;
  },
  GetFaceLivenessSessionResults: async (person) => {
    await mustSucceed(personSteps(person).consent());
    const { sessionId } = await mustSucceed(personSteps(person).open());
    return () => personSteps(person).result(sessionId);
  },
  GetFederationToken: async (person) => {
    await mustSucceed(personSteps(person).consent());
    await mustSucceed(personSteps(person).open());
    return personSteps(person).credentials;
  },
  'messages.create': async (person) => {
    await mustSucceed(personSteps(person).consent());
    return personSteps(person).analyze;
  },
  'events.get': async (person) => personSteps(person).device,
};

/** The evidence that the request itself adds, and that stays although the provider did not answer. */
const supplied: { readonly [operation: string]: readonly string[] } = {
  'messages.create': ['file'],
  'events.get': ['device_event'],
};

/** Brings a person to the last step, with which the checks begin. */
const untilLastStep = async (person: Person, { provider }: OutageCell): Promise<Ask> => {
  const { analyze, consent, device, front, open, result } = personSteps(person);
  await mustSucceed(consent());
  if (provider === 'document_reader') {
    await completeLiveness(person);
    return analyze;
  }
  if (provider === 'device') await mustSucceed(device());
  await mustSucceed(front());
  const { sessionId } = await mustSucceed(open());
  return () => result(sessionId);
};

/**
 * Answers the causes of an outage to try. A quick run tries one of them, and at the next place with this kind of outage
 * another one. A full run tries all of them where this is quick: once for the required checks.
 */
const outagesToTry = (cell: OutageCell, operation: string, place: number): readonly Outage[] => {
  const all = outagesOf(cell, operation);
  const isSlow = cell.kind === 'timeout' && cell.origin === 'processing';
  const count = cell.requirement === 'optional' || isSlow ? 1 : runs(all.length, 1);
  return Array.from({ length: count }, (_, n) => all[(place + n) % all.length]).flatMap((one) => (one ? [one] : []));
};

const noFaults = { faults: [], message: {}, reading: undefined };

/** Whoever's request met an outage can finish as if there had been none. */
const expectFinishes = async (person: Person): Promise<void> => {
  const { consent, front } = personSteps(person);
  await mustSucceed(consent());
  await mustSucceed(front());
  expect((await completeLiveness(person)).profileStatus).to.equal('approved');
  expect((await stored(person.service, person.id)).attempt).to.deep.equal({ number: 1, max: 3 });
};

describe('every outage of the table, caused at the vendor', function () {
  this.timeout(60_000);
  let environment: OutageEnvironment;
  const ran = new Set<string>();
  const nameOf = ({ provider, origin, kind, requirement }: OutageCell): string =>
    [provider, origin, kind, requirement].join(' ');

  before('start the vendors', async () => {
    environment = await startOutageEnvironment(fakeClock());
  });
  after('stop them', () => environment.simulator.close());

  const whileRequested = async (cell: OutageCell, operation: string, { script }: Outage): Promise<void> => {
    const person = await aPersonDuring(environment, cell);
    const ask = await untilRequest[operation]?.(person);
    if (ask === undefined) throw new Error(`nobody asks for ${operation}`);
    const before = await stored(person.service, person.id);
    environment.simulator.script(script);
    expectAnswered(cell, await ask()());
    const kept = supplied[operation] ?? [];
    const after = await expectInvariants(person, cell);
    if (kept.length === 0) expect(after).to.deep.equal(before);
    const known = before.evidence.length;
    expect(after.evidence.slice(known).map(({ kind }) => kind)).to.deep.equal(kept);
    expectAnswered(cell, await ask()());
    await expectInvariants(person, cell);
    environment.simulator.script(noFaults);
    await expectFinishes(person);
  };

  const whileProcessed = async (cell: OutageCell, { script }: Outage): Promise<void> => {
    const person = await aPersonDuring(environment, cell);
    // A device provider that is available when its event is named has nothing left to answer.
    if (cell.provider === 'device') environment.simulator.script(script);
    const ask = await untilLastStep(person, cell);
    environment.simulator.script(script);
    expectAnswered(cell, await ask()());
    await expectInvariants(person, cell);
    await processUntilDone(person);
    const end = await expectInvariants(person, cell);
    const tries = cell.retriedBy === 'processing' ? providerTries : 1;
    expect({ status: end.status, reasons: end.statusReasons, failures: failuresOf(end) }).to.deep.equal({
      status: cell.profile,
      reasons: [cell.reason],
      failures: Array.from({ length: tries }, () => ({ reason: cell.reason, outage: cell.kind })),
    });
  };

  /** A quick run has one operation for each cell: of the cells of a provider, each has the next one. */
  const operationsToTry = (cell: OutageCell): readonly string[] => {
    const all = operationsOf[cell.provider];
    const ofProvider = outageCells.filter(({ provider }) => provider === cell.provider);
    return isFullEffort ? all : all.filter((_, n) => n === ofProvider.indexOf(cell) % all.length);
  };
  const places = outageCells.flatMap((cell) => operationsToTry(cell).map((operation) => ({ cell, operation })));
  for (const place of places) {
    const { cell, operation } = place;
    const ofKind = places.filter((other) => other.cell.kind === cell.kind);
    for (const outage of outagesToTry(cell, operation, ofKind.indexOf(place))) {
      it(`${nameOf(cell)}: ${operation} answers ${outage.name}`, async () => {
        if (cell.origin === 'request') await whileRequested(cell, operation, outage);
        else await whileProcessed(cell, outage);
        ran.add(nameOf(cell));
      });
    }
  }

  it('of the document reader lets the request succeed that supplied the last step without waiting for it', async () => {
    const [cell] = outageCells.filter(({ provider }) => provider === 'document_reader');
    if (cell === undefined) throw new Error('the table has no reader');
    const person = await aPersonDuring(environment, cell);
    const { consent, front } = personSteps(person);
    await mustSucceed(consent());
    await completeLiveness(person);
    environment.simulator.script({ faults: [{ vendor: 'anthropic', kind: 'http_529' }] });
    expect((await mustSucceed(front())).profile.status).to.equal('processing');
    expect((await processUntilDone(person)).status).to.equal('in_review');
    await expectInvariants(person, cell);
  });

  it('was tested, without exception', () => {
    expect([...ran].toSorted()).to.deep.equal(outageCells.map(nameOf).toSorted());
  });
});
