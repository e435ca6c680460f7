import {
  type CheckName,
  checksDependingOn,
  type DomainError,
  dueAt,
  E,
  type Either,
  type OutageCell,
  outageCode,
  type Policy,
  type Profile,
  standardPolicy,
  verifyChain,
} from '@portcullis/domain';
import type { Simulator } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import type { MovingClock } from '../clock/fake-clock.ts';
import { tinyJpeg } from '../images/tiny-jpeg.ts';
import { mustSucceed } from '../run.ts';
import { aPerson, aService, ledgerOf, type Person, personActions, stored } from './memory-service.ts';
import { realVendors } from './vendor-adapters.ts';

/** The vendors, and a clock that they share with the service. */
export type Surroundings = { readonly simulator: Simulator; readonly clock: MovingClock };

const image = tinyJpeg();
const standard = standardPolicy({ livenessThreshold: 75, specimens: true });

/** The standard policy in which all that the cell's provider is asked for is required, or all of it optional. */
const policyOf = ({ provider, requirement }: OutageCell): Pick<Policy, 'checks'> => {
  // The passport of the cells has no barcode: to require one would have a person look whatever the provider does.
  const behind = checksDependingOn(provider).filter((name) => name !== 'document_barcode');
  const named = behind.map((name): [CheckName, typeof requirement] => [name, requirement]);
  return { checks: { ...standard.checks, ...Object.fromEntries(named) } };
};

/** Somebody whose checks need the vendors, with a deadline that fits the outage. */
export const aPersonIn = async ({ simulator, clock }: Surroundings, cell: OutageCell): Promise<Person> => {
  simulator.reset();
  const vendors = realVendors(simulator.url, clock, cell.kind === 'timeout' ? 200 : 5000);
  const service = aService({ ...vendors, policy: policyOf(cell) }, undefined, clock);
  const person = await aPerson(service, { claimed: { last_name: 'Eriksson' } });
  simulator.script({ event: { linked_id: person.id } });
  return person;
};

/** What the person does, each a step that succeeds unless a test has something fail. */
export const stepsOf = (person: Person) => {
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

/** The whole liveness step. */
export const doLiveness = async (person: Person) => {
  const { open, result } = stepsOf(person);
  const { session_id } = await mustSucceed(open());
  return mustSucceed(result(session_id));
};

/** What must hold after everything: the chain verifies, nobody was approved, and no attempt was charged. */
export const holdsFor = async ({ id, service }: Person, cell: OutageCell): Promise<Profile> => {
  const profile = await stored(service, id);
  const { version, status, ledgerHead } = profile;
  const entries = await ledgerOf(service, id);
  expect(verifyChain(id, entries, { version, status, ledgerHead })).to.deep.include({ ok: true });
  expect(entries.flatMap(({ to }) => (to === undefined ? [] : [to]))).not.to.include('approved');
  expect(profile.attempt, cell.kind).to.deep.equal({ number: 1, max: 3 });
  return profile;
};

/** What became of a request: an outage of the cell's kind that the caller is told as the table says, or success. */
export const expectTold = (cell: OutageCell, outcome: Either<DomainError, unknown>): void => {
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

/** Lets the sweeper drive the profile on, each time when it is due, until it is processed no more. */
export const drivenToTheEnd = async ({ id, service }: Person): Promise<Profile> => {
  for (let sweeps = 0; sweeps < 10; sweeps += 1) {
    const profile = await stored(service, id);
    if (profile.status !== 'processing') return profile;
    service.clock.advance(Math.max(0, Date.parse(dueAt(profile) ?? '') - service.clock.now()));
    expect((await mustSucceed(service.sweep())).failures).to.deep.equal([]);
  }
  throw new Error('the profile is processed without end');
};

/** What a profile keeps of its provider's failures. */
export const failuresOf = ({ evidence }: Profile) =>
  evidence.flatMap((e) => (e.kind === 'provider_failure' ? [{ reason: e.reason, outage: e.outage }] : []));
