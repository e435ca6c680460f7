import { E, sweepDue, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { dueAt } from '@portcullis/domain/profile';
import { expect } from 'chai';
import { runs } from '../../../../support/effort.ts';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  completeLiveness,
  ledgerOf,
  type Person,
  personActions,
  stored,
} from '../../../../support/services/memory-service.ts';

const image = tinyJpeg();
/** In a full run more than the store lists at once. */
const many = runs(1100, 60);
const second = 1000;

/** A provider that our own circuit breaker protects from calls, as long as the test says so; it counts its calls. */
const openCircuit = (held: Unavailable) => {
  const state = { isOpen: true, came: 0 };
  const over =
    <Input, Left, Right>(ask: (input: Input) => TaskEither<Left, Right>) =>
    (input: Input): TaskEither<Left | Unavailable, Right> =>
    async () => {
      state.came += 1;
      return state.isOpen ? E.left(held) : ask(input)();
    };
  return { state, over };
};

const held: Unavailable = { ...unavailable('document_reader', 'circuit_open', 'unavailable', 7), notSent: true };

const aHeldPerson = async () => {
  const { over, state } = openCircuit(held);
  const person = await aPerson(aService({ reader: ({ read }) => ({ read: over(read) }) }));
  await mustSucceed(personActions(person).consent());
  return { person, state };
};

const submits = async (person: Person): Promise<void> => {
  await mustSucceed(personActions(person).patch({ files: [{ kind: 'document_front', bytes: image }] }));
  await completeLiveness(person);
};

/** Puts a copy of a held profile and of its files into the store, and has it processed, which is held as well. */
const holdCopy = async ({ id, service }: Person, n: number): Promise<void> => {
  const profile = await stored(service, id);
  const files = profile.evidence.flatMap((item) => (item.kind === 'file' ? [item.file] : []));
  const sessions = profile.evidence.flatMap((item) => (item.kind === 'liveness_session' ? [item.sessionId] : []));
  const copyOf = (old: string): string => `${String(n).padStart(4, '0')}${old.slice(4)}`;
  const text = [id, profile.reference, ...sessions, ...files.map((file) => file.id)].reduce(
    (said, old) => said.replaceAll(`"${old}"`, `"${copyOf(old)}"`),
    JSON.stringify({ profile, entries: await ledgerOf(service, id) }),
  );
  await mustSucceed(service.profiles.insert(JSON.parse(text), null));
  for (const file of files) {
    const { bytes } = await mustSucceed(service.files.get(id, file.id));
    await mustSucceed(service.files.put({ ...file, bytes, id: copyOf(file.id), profileId: copyOf(id) }));
  }
  await service.processVerification(copyOf(id))();
};

const sweepAfter = async ({ service }: Person, ms: number) => {
  service.clock.advance(ms);
  return mustSucceed(service.sweep());
};

describe('a provider call that was not sent, at an instance that does not sweep', () => {
  it('is retried by that instance, also after a gap of the database, since no other one knows of it', async () => {
    const { person, state } = await aHeldPerson();
    await submits(person);
    const { service } = person;
    let isDown = true;
    const getAny: typeof service.profiles.getAny = (id) =>
      isDown ? TE.left(unavailable('database', 'is down')) : service.profiles.getAny(id);
    const sweep = sweepDue({ ...service, profiles: { ...service.profiles, getAny }, isSweeping: () => false });
    service.clock.advance(7 * second);
    expect(await mustSucceed(sweep())).to.deep.equal({ seen: 0, failures: [] });
    isDown = false;
    state.isOpen = false;
    service.clock.advance(second);
    expect(await mustSucceed(sweep())).to.deep.equal({ seen: 1, failures: [] });
    expect((await stored(service, person.id)).status).to.equal('approved');
  });

  it('is retried where the lease was lost after it was listed', async () => {
    const { person, state } = await aHeldPerson();
    await submits(person);
    const { service } = person;
    state.isOpen = false;
    service.clock.advance(7 * second);
    let asked = 0;
    const isSweeping = (): boolean => {
      asked += 1;
      return asked === 1;
    };
    await mustSucceed(sweepDue({ ...service, isSweeping })());
    expect((await stored(service, person.id)).status).to.equal('approved');
  });

  it('is left to the instance that sweeps once the profile is due in the store', async () => {
    const { person, state } = await aHeldPerson();
    await submits(person);
    const { service } = person;
    const due = Date.parse(dueAt(await stored(service, person.id)) ?? '');
    service.clock.advance(due - service.clock.now());
    expect(await mustSucceed(sweepDue({ ...service, isSweeping: () => false })())).to.deep.equal({
      seen: 0,
      failures: [],
    });
    expect([state.came, service.deferredRetries.size()]).to.deep.equal([1, 0]);
  });
});

describe('a provider call that was not sent', () => {
  it('is no failure: the profile stays in processing, and nothing is written', async () => {
    const { person, state } = await aHeldPerson();
    await submits(person);
    const before = await stored(person.service, person.id);
    expect(before.status).to.equal('processing');
    for (let n = 0; n < 20; n += 1) await sweepAfter(person, 10 * second);
    expect(state.came).to.equal(21);
    expect(await stored(person.service, person.id)).to.deep.equal(before);
    expect((await ledgerOf(person.service, person.id)).map(({ type }) => type)).not.to.include('provider.failed');
    state.isOpen = false;
    await sweepAfter(person, 10 * second);
    expect((await stored(person.service, person.id)).status).to.equal('approved');
  });

  it('is retried at the earliest at the time that the breaker gave, whatever is due in the store', async () => {
    const { person, state } = await aHeldPerson();
    await submits(person);
    expect(await sweepAfter(person, 6.9 * second)).to.deep.equal({ seen: 0, failures: [] });
    expect(await sweepAfter(person, 0.1 * second)).to.deep.equal({ seen: 1, failures: [] });
    const due = Date.parse(dueAt(await stored(person.service, person.id)) ?? '');
    while (person.service.clock.now() < due) {
      expect(await sweepAfter(person, 7 * second)).to.deep.equal({ seen: 1, failures: [] });
    }
    const { came } = state;
    expect(await sweepAfter(person, 6.9 * second)).to.deep.equal({ seen: 0, failures: [] });
    expect(state.came).to.equal(came);
  });

  it('does not delay profiles that need no call, however many wait for it', async () => {
    const { over } = openCircuit(held);
    const service = aService({ reader: ({ read }) => ({ read: over(read) }) });
    const late = await aPerson(service, { reference: 'late' });
    const { expiresAt } = await stored(service, late.id);
    service.clock.advance(Date.parse(expiresAt) - 80 * second - service.clock.now());
    const person = await aPerson(service, { reference: 'held' });
    await mustSucceed(personActions(person).consent());
    await submits(person);
    for (let n = 1; n < many; n += 1) await holdCopy(person, n);
    expect(service.deferredRetries.size()).to.equal(many);
    service.clock.advance(80 * second);
    for (let n = 0; n < 3; n += 1) await mustSucceed(service.sweep());
    expect([...service.records.profiles.values()].filter(({ status }) => status === 'processing')).to.have.length(many);
    expect((await stored(service, late.id)).status).to.equal('expired');
  });

  it('leads to review when the time limit of processing is over', async () => {
    const { person } = await aHeldPerson();
    await submits(person);
    const { processingEndsAt } = await stored(person.service, person.id);
    await sweepAfter(person, Date.parse(processingEndsAt ?? '') - person.service.clock.now());
    const { status, statusReasons } = await stored(person.service, person.id);
    expect({ status, statusReasons }).to.deep.equal({ status: 'in_review', statusReasons: ['provider_timeout'] });
  });

  it('is reported to the caller who waits for it, at and before the last step, with its Retry-After', async () => {
    const { person } = await aHeldPerson();
    expect(await mustFail(personActions(person).analyze(image))).to.deep.equal(held);
    await completeLiveness(person);
    expect((await stored(person.service, person.id)).status).to.equal('processing');
    const other = (await aHeldPerson()).person;
    await completeLiveness(other);
    expect(await mustFail(personActions(other).analyze(image))).to.deep.equal(held);
    expect((await stored(other.service, other.id)).status).to.equal('processing');
  });

  it('for a device event lets the request succeed, and is not repeated in it', async () => {
    const down: Unavailable = { ...held, service: 'device' };
    const { over, state } = openCircuit(down);
    const person = await aPerson(aService({ devices: ({ inspect }) => ({ inspect: over(inspect) }) }));
    await mustSucceed(personActions(person).consent());
    await completeLiveness(person);
    const files = [{ kind: 'document_front', bytes: image } as const];
    const view = await mustSucceed(personActions(person).patch({ files, device: { eventId: 'sim-1' } }));
    expect([view.profile.status, state.came]).to.deep.equal(['processing', 1]);
    state.isOpen = false;
    await sweepAfter(person, 7 * second);
    expect((await stored(person.service, person.id)).status).to.equal('approved');
  });
});
