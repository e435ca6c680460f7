import { E, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  completeLiveness,
  consentingPerson,
  evidenceKindsOf,
  stored,
} from '../../../../support/services/memory-service.ts';

const minute = 60_000;

/** A person who has consented. */
describe('a liveness session that could not be stored', () => {
  /** A database that refuses writes while the test says so. */
  const unkept = async () => {
    const state = { down: false };
    const down = unavailable('database', 'out');
    const tokens: string[] = [];
    const one = await consentingPerson({
      profiles: (store) => ({
        ...store,
        commit: (change) => async () => (state.down ? E.left(down) : store.commit(change)()),
      }),
      liveness: (provider) => ({
        ...provider,
        open: (input) => {
          tokens.push(input.requestToken);
          return provider.open(input);
        },
      }),
    });
    state.down = true;
    expect(await mustFail(one.open())).to.equal(down);
    state.down = false;
    return { ...one, tokens };
  };

  it('is answered to a retry, and counts once', async () => {
    const one = await unkept();
    one.service.clock.advance(20_000);
    const { sessionId } = await mustSucceed(one.open());
    expect(new Set(one.tokens).size).to.equal(1);
    expect((await evidenceKindsOf(one.person)).filter((kind) => kind === 'liveness_session').length).to.equal(1);
    expect(await mustSucceed(one.service.readResult({ caller: one.person.caller, sessionId }))).to.deep.include({
      status: 'succeeded',
      live: true,
    });
  });

  it('is not answered after it has expired at the provider', async () => {
    const one = await unkept();
    one.service.clock.advance(3 * minute);
    await mustSucceed(one.open());
    expect(new Set(one.tokens).size).to.equal(2);
  });
});

describe('liveness sessions', () => {
  it('are opened five times an hour in an attempt, and the refusal says when the next is possible', async () => {
    const one = await consentingPerson();
    for (let i = 0; i < 5; i += 1) {
      await mustSucceed(one.open());
      one.service.clock.advance(3 * minute);
    }
    const refused = {
      _tag: 'LimitReached',
      limit: 'liveness_sessions',
      retryAfterSeconds: 45 * 60,
      message: 'no more sessions for this attempt',
    };
    expect(await mustFail(one.open())).to.deep.equal(refused);
    one.service.clock.advance(45 * minute - 1);
    expect(await mustFail(one.open())).to.deep.equal({ ...refused, retryAfterSeconds: 1 });
    one.service.clock.advance(1);
    await mustSucceed(one.open());
  });
});

describe('a liveness result that could not be stored', () => {
  for (const [name, broken] of [
    ['for want of the file store', 'files'],
    ['for want of the database', 'database'],
  ] as const) {
    it(`${name} changes nothing, costs nothing, and is read again`, async () => {
      const state = { down: false };
      const down = unavailable(broken, 'out');
      const one = await consentingPerson({
        files: (store) => ({
          ...store,
          put: (file) => async () => (state.down && broken === 'files' ? E.left(down) : store.put(file)()),
        }),
        profiles: (store) => ({
          ...store,
          commit: (change) => async () => (state.down && broken === 'database' ? E.left(down) : store.commit(change)()),
        }),
      });
      const { sessionId } = await mustSucceed(one.open());
      const before = await stored(one.service, one.person.id);
      const read = () => one.service.readResult({ caller: one.person.caller, sessionId });
      state.down = true;
      expect(await mustFail(read())).to.equal(down);
      expect(await stored(one.service, one.person.id)).to.deep.equal(before);
      state.down = false;
      expect(await mustSucceed(read())).to.deep.include({ status: 'succeeded', live: true, reasons: [] });
      expect(await evidenceKindsOf(one.person)).to.deep.equal([
        'consent',
        'liveness_session',
        'file',
        'liveness_result',
      ]);
    });
  }

  for (const call of ['open', 'read'] as const) {
    it(`because the provider is down when it should ${call} changes nothing`, async () => {
      const state = { down: false };
      const down = unavailable('liveness', 'out', 'quota');
      const fails = () => async () => E.left(down);
      const one = await consentingPerson({
        liveness: (provider) => ({
          open: (input) => (state.down && call === 'open' ? fails() : provider.open(input)),
          read: (input) => (state.down && call === 'read' ? fails() : provider.read(input)),
        }),
      });
      const opened = call === 'read' ? await mustSucceed(one.open()) : null;
      const before = await stored(one.service, one.person.id);
      const sessionId = opened?.sessionId ?? '';
      const read = () => one.service.readResult({ caller: one.person.caller, sessionId });
      state.down = true;
      expect(await mustFail(call === 'open' ? one.open() : read())).to.equal(down);
      expect(await stored(one.service, one.person.id)).to.deep.equal(before);
      state.down = false;
      expect((await completeLiveness(one.person)).live).to.equal(true);
    });
  }
});
