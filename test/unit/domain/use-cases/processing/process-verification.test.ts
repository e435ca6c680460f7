import { aReviewer } from '@portcullis/contracts/builders';
import { E, type Either, type TaskEither, type Unavailable, unavailable } from '@portcullis/domain';
import { dueAt } from '@portcullis/domain/profile';
import { expect } from 'chai';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  completeLiveness,
  type Person,
  partner,
  personActions,
  stored,
} from '../../../../support/services/memory-service.ts';
import { failuresOf, submitEverything, sweepOnce } from '../../../../support/services/submit-everything.ts';

const image = tinyJpeg();

/** A provider that is down as long as the test says so, and counts its calls. */
const outage = () => {
  const state: { asked: number; down: Unavailable | null } = { asked: 0, down: null };
  const over =
    <Input, Left, Right>(ask: (input: Input) => TaskEither<Left, Right>) =>
    (input: Input) =>
    async (): Promise<Either<Left | Unavailable, Right>> => {
      state.asked += 1;
      return state.down ? E.left(state.down) : ask(input)();
    };
  return { state, over };
};

describe('a model that reads documents', () => {
  for (const kind of ['model_refused', 'output_truncated'] as const) {
    it(`that failed with ${kind} is not called with the same request again: a person decides at once`, async () => {
      const { over, state } = outage();
      state.down = unavailable('document_reader', 'no', kind);
      const person = await aPerson(aService({ reader: ({ read }) => ({ read: over(read) }) }));
      await submitEverything(person);
      const end = await stored(person.service, person.id);
      expect(state.asked).to.equal(1);
      expect([end.status, end.attempt]).to.deep.equal(['in_review', { number: 1, max: 3 }]);
      expect(end.statusReasons).to.deep.equal([kind === 'model_refused' ? 'ai_refused' : 'ai_output_truncated']);
    });
  }

  it('whose answer has an invalid form is called three times', async () => {
    const { over, state } = outage();
    state.down = unavailable('document_reader', 'no', 'output_invalid');
    const person = await aPerson(aService({ reader: ({ read }) => ({ read: over(read) }) }));
    await submitEverything(person);
    await sweepOnce(person);
    expect((await sweepOnce(person)).status).to.equal('in_review');
    expect(state.asked).to.equal(3);
  });
});

describe('the providers of one profile', () => {
  it('are called concurrently, and their answers are kept in one write', async () => {
    let asked = 0;
    let release: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    /** Answers once the other provider was called, too. */
    const together =
      <Input, Result>(ask: (input: Input) => () => Promise<Result>) =>
      (input: Input) =>
      async () => {
        asked += 1;
        if (asked === 2) release();
        await both;
        return ask(input)();
      };
    const writes: (readonly string[])[] = [];
    const person = await aPerson(
      aService({
        reader: ({ read }) => ({ read: together(read) }),
        faces: ({ compare }) => ({ compare: together(compare) }),
        profiles: (store) => ({
          ...store,
          commit: (change) => {
            writes.push(change.entries.map(({ type }) => type));
            return store.commit(change);
          },
        }),
      }),
    );
    await submitEverything(person);
    expect((await stored(person.service, person.id)).status).to.equal('approved');
    expect(writes.slice(-2)).to.deep.equal([
      ['document.read', 'face.compared'],
      ['history.looked_up', 'checks_completed'],
    ]);
  });

  it('that fail together are called again as soon as one that fails alone', async () => {
    const down = unavailable('faces', 'out');
    const person = await aPerson(
      aService({
        reader: () => ({ read: () => async () => E.left(down) }),
        faces: () => ({ compare: () => async () => E.left(down) }),
      }),
    );
    await submitEverything(person);
    expect((await failuresOf(person)).length).to.equal(2);
    const { now } = person.service.clock;
    expect(Date.parse(dueAt(await stored(person.service, person.id)) ?? '') - now()).to.equal(1000);
  });

  it('keep the answer of one of them when our own store fails for another', async () => {
    let failing = false;
    const down = unavailable('files', 'out');
    const { over, state } = outage();
    const person = await aPerson(
      aService({
        reader: ({ read }) => ({ read: over(read) }),
        faces: ({ compare }) => ({ compare: (input) => async () => (failing ? E.left(down) : compare(input)()) }),
      }),
    );
    failing = true;
    const { consent, patch, open } = personActions(person);
    await mustSucceed(consent());
    await mustSucceed(patch({ files: [{ kind: 'document_front', bytes: image }] }));
    const { sessionId } = await mustSucceed(open());
    expect(await mustFail(person.service.readResult({ caller: person.caller, sessionId }))).to.equal(down);
    const kept = await stored(person.service, person.id);
    expect([kept.status, kept.evidence.at(-1)?.kind, state.asked]).to.deep.equal(['processing', 'document_reading', 1]);
    expect(await failuresOf(person)).to.deep.equal([]);
  });
});

/** The last step of a person whose device provider is down comes together with the device event. */
const submitWithDevice = async (person: Person): Promise<void> => {
  await mustSucceed(personActions(person).consent());
  await completeLiveness(person);
  const files = [{ kind: 'document_front', bytes: image } as const];
  await mustSucceed(personActions(person).patch({ files, device: { eventId: 'sim-1' } }));
};

describe('a device provider that is down', () => {
  it('is called once in a request, also when the checks begin with it', async () => {
    const { over, state } = outage();
    state.down = unavailable('device', 'out', 'timeout');
    const person = await aPerson(aService({ devices: ({ inspect }) => ({ inspect: over(inspect) }) }));
    await submitWithDevice(person);
    expect(state.asked).to.equal(1);
    expect(await failuresOf(person)).to.deep.equal(['device provider_timeout']);
    expect((await stored(person.service, person.id)).status).to.equal('processing');
    state.down = null;
    expect((await sweepOnce(person)).status).to.equal('approved');
  });

  it('leads to review although the check is optional, and costs no attempt', async () => {
    const { over, state } = outage();
    state.down = unavailable('device', 'out', 'quota');
    const person = await aPerson(aService({ devices: ({ inspect }) => ({ inspect: over(inspect) }) }));
    await submitWithDevice(person);
    await sweepOnce(person);
    expect(await sweepOnce(person)).to.deep.include({
      status: 'in_review',
      statusReasons: ['provider_quota_exceeded'],
      attempt: { number: 1, max: 3 },
    });
    expect(state.asked).to.equal(3);
  });
});

describe('consent that is withdrawn before the providers have answered', () => {
  it('lets no further picture be sent to a provider', async () => {
    const reading = outage();
    const comparing = outage();
    reading.state.down = unavailable('document_reader', 'out');
    comparing.state.down = unavailable('faces', 'out');
    const service = aService({
      policy: { providerTries: 1 },
      reader: ({ read }) => ({ read: reading.over(read) }),
      faces: ({ compare }) => ({ compare: comparing.over(compare) }),
    });
    const person = await aPerson(service);
    await submitEverything(person);
    const asked = () => [reading.state.asked, comparing.state.asked];
    expect([asked(), (await stored(service, person.id)).status]).to.deep.equal([[1, 1], 'in_review']);
    const event = { event: 'input_requested', reason: null, note: 'n', steps: ['consent'] } as const;
    const by = { caller: partner, reviewer: aReviewer, expectedVersion: null };
    await mustSucceed(service.post({ ...by, ...event, id: person.id }));
    await mustSucceed(personActions(person).consent(false));
    const end = await stored(service, person.id);
    expect([asked(), end.status]).to.deep.equal([[1, 1], 'in_review']);
    expect(end.statusReasons).to.include('consent_declined');
  });
});
