import { type DomainError, E, type Either, type Profile, standardPolicy, verifyChain } from '@portcullis/domain';
import { type CheckName, type FlatPolicy, outageCode } from '@portcullis/domain/checks';
import { dueAt } from '@portcullis/domain/profile';
import { type Simulator, startSimulator } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import type { OutageCell } from '#domain/checks/outages';
import { checksDependingOn } from '#domain/checks/registry';
import type { Script } from '#simulator/core/script';
import type { FakeClock } from '../clock/fake-clock.ts';
import { tinyJpeg } from '../images/tiny-jpeg.ts';
import { mustSucceed } from '../run.ts';
import { aPerson, aService, ledgerOf, type Person, personActions, stored } from './memory-service.ts';
import { realVendors } from './vendor-adapters.ts';

/** The vendors, with a clock that they share with the service. */
export type OutageEnvironment = {
  readonly simulator: Simulator;
  readonly clock: FakeClock;
  /** Whether a fault of this vendor is scripted at the moment. */
  readonly hasFault: (vendor: string) => boolean;
};

/** Starts the vendors. */
export const startOutageEnvironment = async (clock: FakeClock): Promise<OutageEnvironment> => {
  const started = await startSimulator({ environment: 'test', clock });
  let faults: Script['faults'] = [];
  const simulator: Simulator = {
    ...started,
    reset: () => {
      faults = [];
      started.reset();
    },
    script: (given) => {
      faults = given.faults ?? faults;
      started.script(given);
    },
  };
  return { simulator, clock, hasFault: (vendor) => faults.some((fault) => fault.vendor === vendor) };
};

const image = tinyJpeg();
const standard = standardPolicy({ livenessThreshold: 75, specimens: true });

/** The standard policy in which all checks of the row's provider are required, or all of them are optional. */
const policyOf = ({ provider, requirement }: OutageCell): Pick<FlatPolicy, 'checks'> => {
  // The passport of these cases has no barcode, so a policy that required one would lead to a review with any provider.
  const behind = checksDependingOn(provider).filter((name) => name !== 'document_barcode');
  const named = behind.map((name): [CheckName, typeof requirement] => [name, requirement]);
  return { checks: { ...standard.checks, ...Object.fromEntries(named) } };
};

const deadlineMs = { usual: 5000, stalled: 200 } as const;

/** Creates a person whose checks need the vendors, with a deadline that suits the outage. */
export const aPersonDuring = async (
  { clock, hasFault, simulator }: OutageEnvironment,
  cell: OutageCell,
): Promise<Person> => {
  simulator.reset();
  const stall = { deadlineMs: deadlineMs.stalled, isStalled: hasFault };
  const vendors = realVendors(simulator.url, clock, deadlineMs.usual, cell.kind === 'timeout' ? { stall } : {});
  const service = aService({ ...vendors, policy: policyOf(cell) }, undefined, clock);
  const person = await aPerson(service, { claimed: { lastName: 'Eriksson' } });
  simulator.script({ event: { linked_id: person.id } });
  return person;
};

/** The actions of the person; each succeeds unless a test makes something fail. */
export const personSteps = (person: Person) => {
  const { analyze, consent, credentials, open, patch } = personActions(person);
  const { caller, service } = person;
  return {
    consent,
    open,
    credentials,
    analyze: () => analyze(image),
    front: () => patch({ files: [{ kind: 'document_front', bytes: image }] }),
    device: () => patch({ device: { eventId: `${service.clock.now()}.outage` } }),
    result: (sessionId: string) => service.readResult({ caller, sessionId }),
  };
};

/** Verifies what must always hold: the chain verifies, nobody was approved, and no attempt was counted. */
export const expectInvariants = async ({ id, service }: Person, cell: OutageCell): Promise<Profile> => {
  const profile = await stored(service, id);
  const { version, status, ledgerHead } = profile;
  const entries = await ledgerOf(service, id);
  expect(verifyChain(id, entries, { version, status, ledgerHead })).to.deep.include({ ok: true });
  expect(entries.flatMap(({ to }) => (to === undefined ? [] : [to]))).not.to.include('approved');
  expect(profile.attempt, cell.kind).to.deep.equal({ number: 1, max: 3 });
  return profile;
};

/** Verifies the result of a request: the outage that the table declares for the caller, or success. */
export const expectAnswered = (cell: OutageCell, outcome: Either<DomainError, unknown>): void => {
  if (cell.code === null) {
    expect(outcome._tag).to.equal('Right');
    return;
  }
  if (E.isRight(outcome) || outcome.left._tag !== 'Unavailable') throw new Error(`told ${JSON.stringify(outcome)}`);
  const { kind, service } = outcome.left;
  expect({ service, kind, code: outageCode(kind) }).to.deep.equal({
    service: cell.provider,
    kind: cell.kind,
    code: cell.code,
  });
};

/** Lets the sweeper process the profile whenever it is due, until it is no longer in processing. */
export const processUntilDone = async ({ id, service }: Person): Promise<Profile> => {
  for (let sweeps = 0; sweeps < 10; sweeps += 1) {
    const profile = await stored(service, id);
    if (profile.status !== 'processing') return profile;
    service.clock.advance(Math.max(0, Date.parse(dueAt(profile) ?? '') - service.clock.now()));
    expect((await mustSucceed(service.sweep())).failures).to.deep.equal([]);
  }
  throw new Error('the profile is processed without end');
};

/** Answers the failures of its provider that a profile has recorded. */
export const failuresOf = ({ evidence }: Profile) =>
  evidence.flatMap((e) => (e.kind === 'provider_failure' ? [{ reason: e.reason, outage: e.outage }] : []));
