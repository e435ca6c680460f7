import { E, type TaskEither, type Unavailable, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aConsentingPerson,
  aService,
  type Person,
  personActions,
  stored,
} from '../../../../support/services/memory-service.ts';

const image = tinyJpeg();
const minute = 60_000;

/** The image with another last byte: another file that shows the same. */
const variant = (n: number): Uint8Array => Uint8Array.from([...image, n]);

/** A provider that counts its calls, and fails when the test tells it to. */
const countingProvider = () => {
  const state: { asked: number; down: Unavailable | null } = { asked: 0, down: null };
  const over =
    <Input, Left, Right>(ask: (input: Input) => TaskEither<Left, Right>) =>
    (input: Input): TaskEither<Left | Unavailable, Right> =>
    async () => {
      state.asked += 1;
      return state.down ? E.left(state.down) : ask(input)();
    };
  return { state, over };
};

const tooOften = (retryAfterSeconds: number) => ({
  _tag: 'LimitReached',
  limit: 'document_analyses',
  message: 'too many document analyses of this profile',
  retryAfterSeconds,
});

describe('the limit of analyses', () => {
  const aReader = async () => {
    const { over, state } = countingProvider();
    const service = aService({ reader: ({ read }) => ({ read: over(read) }) });
    return { state, person: await aConsentingPerson(service) };
  };

  it('is ten readings of a profile in fifteen minutes, however many images there are', async () => {
    const { person, state } = await aReader();
    const { analyze } = personActions(person);
    for (let n = 0; n < 10; n += 1) {
      await mustSucceed(analyze(variant(n)));
      person.service.clock.advance(minute);
    }
    for (let n = 10; n < 40; n += 1) expect(await mustFail(analyze(variant(n)))).to.deep.equal(tooOften(300));
    expect(state.asked).to.equal(10);
    person.service.clock.advance(5 * minute);
    await mustSucceed(analyze(variant(40)));
    expect(await mustFail(analyze(variant(41)))).to.deep.equal(tooOften(60));
    await mustSucceed(
      personActions(await aConsentingPerson(person.service, { reference: 'customer-2' })).analyze(image),
    );
  });

  for (const kind of ['model_refused', 'output_truncated', 'unavailable'] as const) {
    it(`counts those that end with ${kind}`, async () => {
      const { person, state } = await aReader();
      state.down = unavailable('document_reader', 'no', kind);
      const { analyze } = personActions(person);
      for (let n = 0; n < 10; n += 1) expect(await mustFail(analyze(image))).to.equal(state.down);
      expect(await mustFail(analyze(image))).to.deep.equal(tooOften(900));
      expect(state.asked).to.equal(10);
    });
  }

  it('does not count those that are answered from the store, or were never sent', async () => {
    const { person, state } = await aReader();
    const { analyze } = personActions(person);
    state.down = { ...unavailable('document_reader', 'circuit_open'), notSent: true };
    for (let n = 0; n < 20; n += 1) expect(await mustFail(analyze(image))).to.equal(state.down);
    state.down = null;
    for (let n = 0; n < 20; n += 1) await mustSucceed(analyze(image));
    for (let n = 0; n < 9; n += 1) await mustSucceed(analyze(variant(n)));
    expect(await mustFail(analyze(variant(9)))).to.deep.equal(tooOften(900));
  });
});

describe('the limit of device event lookups', () => {
  const aDevice = async () => {
    const { over, state } = countingProvider();
    const service = aService({ devices: ({ inspect }) => ({ inspect: over(inspect) }) });
    return { state, person: await aConsentingPerson(service) };
  };
  const names = ({ caller, id, service }: Person, eventId: string, expectedVersion: number | null = null) =>
    service.update({ caller, id, expectedVersion, patch: { files: [], device: { eventId } } });

  it('is ten in fifteen minutes; further events are stored, and the last is looked up by the checks', async () => {
    const { person, state } = await aDevice();
    for (let n = 0; n < 30; n += 1) await mustSucceed(names(person, `sim-${n}`));
    expect(state.asked).to.equal(10);
    const kinds = (await stored(person.service, person.id)).evidence.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'device_event').length).to.equal(30);
    person.service.clock.advance(15 * minute);
    await mustSucceed(names(person, 'sim-30'));
    expect(state.asked).to.equal(11);
  });

  it('does not count a request that expects another version', async () => {
    const { person, state } = await aDevice();
    for (let n = 0; n < 9; n += 1) {
      expect(await mustFail(names(person, `sim-${n}`, 99))).to.deep.equal({ _tag: 'PreconditionFailed' });
    }
    expect(state.asked).to.equal(0);
    const { version } = await stored(person.service, person.id);
    await mustSucceed(names(person, 'sim-9', version));
    expect(state.asked).to.equal(1);
  });

  it('does not count events of a profile whose policy has no device check', async () => {
    const { over, state } = countingProvider();
    const service = aService({ policy: { optionalSteps: [] }, devices: ({ inspect }) => ({ inspect: over(inspect) }) });
    const person = await aConsentingPerson(service);
    expect((await mustFail(names(person, 'sim-1')))._tag).to.equal('Invalid');
    expect(state.asked).to.equal(0);
  });
});
