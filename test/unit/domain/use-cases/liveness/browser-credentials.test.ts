import { E, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  completeLiveness,
  consentingPerson,
  evidenceKindsOf,
  personActions,
  stored,
} from '../../../../support/services/memory-service.ts';

const minute = 60_000;

/** A person who has consented. */
describe('browser credentials', () => {
  it('are issued three times an attempt, and are counted before they are answered', async () => {
    const one = await consentingPerson();
    await mustSucceed(one.open());
    const given = [];
    for (let i = 0; i < 3; i += 1) given.push(await mustSucceed(one.credentials()));
    expect(new Set(given.map(({ clientParameters }) => clientParameters['access_key_id'])).size).to.equal(3);
    expect(given[0]?.clientParameters).to.deep.include({
      expiration: '2026-05-01T00:15:00.000Z',
      region: 'eu-west-1',
    });
    expect(given[0]?.serverTime).to.equal('2026-05-01T00:00:00.000Z');
    expect(await mustFail(one.credentials())).to.deep.equal({
      _tag: 'LimitReached',
      limit: 'browser_credentials',
      retryAfterSeconds: 900,
      message: 'no more credentials for this attempt',
    });
    expect((await evidenceKindsOf(one.person)).filter((kind) => kind === 'browser_credentials').length).to.equal(3);
  });

  it('are issued three times, however many concurrent requests there are', async () => {
    const one = await consentingPerson();
    await mustSucceed(one.open());
    const answers = await Promise.all(Array.from({ length: 8 }, () => one.credentials()()));
    const given = (await evidenceKindsOf(one.person)).filter((kind) => kind === 'browser_credentials').length;
    expect(given).to.equal(answers.filter(({ _tag }) => _tag === 'Right').length);
    expect(given).to.be.at.most(3);
  });

  it('require consent and a session that is open', async () => {
    const stranger = await aPerson(aService());
    expect(await mustFail(personActions(stranger).credentials())).to.deep.equal({ _tag: 'ConsentRequired' });
    const one = await consentingPerson();
    const refused = {
      _tag: 'InvalidTransition',
      event: 'browser_credentials',
      status: 'in_progress',
      allowed: ['evidence_added', 'submitted', 'expired', 'canceled'],
      missing: ['liveness_session'],
    };
    expect(await mustFail(one.credentials())).to.deep.equal(refused);
    await mustSucceed(one.open());
    one.service.clock.advance(3 * minute);
    expect(await mustFail(one.credentials())).to.deep.equal(refused);
    await completeLiveness(one.person);
    expect(await mustFail(one.credentials())).to.deep.equal(refused);
  });

  it('that an outage of the issuer prevented are not counted', async () => {
    const state = { down: true };
    const down = unavailable('browser_credentials', 'out', 'timeout');
    const one = await consentingPerson({
      credentials: ({ issue }) => ({ issue: (call) => async () => (state.down ? E.left(down) : issue(call)()) }),
    });
    await mustSucceed(one.open());
    const before = await stored(one.service, one.person.id);
    for (let i = 0; i < 5; i += 1) expect(await mustFail(one.credentials())).to.equal(down);
    expect(await stored(one.service, one.person.id)).to.deep.equal(before);
    state.down = false;
    for (let i = 0; i < 3; i += 1) await mustSucceed(one.credentials());
    expect((await mustFail(one.credentials()))._tag).to.equal('LimitReached');
  });

  it('are requested from the issuer only while the attempt has some left', async () => {
    let asked = 0;
    const one = await consentingPerson({
      credentials: ({ issue }) => ({
        issue: (call) => {
          asked += 1;
          return issue(call);
        },
      }),
    });
    expect((await mustFail(one.credentials()))._tag).to.equal('InvalidTransition');
    await mustSucceed(one.open());
    for (let i = 0; i < 3; i += 1) await mustSucceed(one.credentials());
    await mustFail(one.credentials());
    expect(asked).to.equal(3);
  });

  it('that could not be counted are not answered', async () => {
    const state = { down: false };
    const down = unavailable('database', 'out');
    const one = await consentingPerson({
      profiles: (store) => ({
        ...store,
        commit: (change) => async () => (state.down ? E.left(down) : store.commit(change)()),
      }),
    });
    await mustSucceed(one.open());
    state.down = true;
    expect(await mustFail(one.credentials())).to.equal(down);
  });

  it('count for as long as they are valid', async () => {
    const one = await consentingPerson();
    for (let i = 0; i < 3; i += 1) {
      await mustSucceed(one.open());
      await mustSucceed(one.credentials());
      one.service.clock.advance(3 * minute);
    }
    await mustSucceed(one.open());
    expect(await mustFail(one.credentials())).to.deep.include({ _tag: 'LimitReached', retryAfterSeconds: 6 * 60 });
    one.service.clock.advance(6 * minute);
    await mustSucceed(one.open());
    await mustSucceed(one.credentials());
  });

  it('are counted from zero in a new attempt', async () => {
    const one = await consentingPerson({ scenario: 'retry_liveness_then_approve' });
    await mustSucceed(one.analyze(tinyJpeg()));
    const { sessionId } = await mustSucceed(one.open());
    for (let i = 0; i < 3; i += 1) await mustSucceed(one.credentials());
    await mustSucceed(one.service.readResult({ caller: one.person.caller, sessionId }));
    await mustSucceed(one.open());
    expect((await mustSucceed(one.credentials())).clientParameters['region']).to.equal('eu-west-1');
  });
});
