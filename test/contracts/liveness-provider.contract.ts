import type { ScenarioName } from '@portcullis/adapter-memory';
import { scenarios } from '@portcullis/adapter-memory';
import { E, type LivenessProvider } from '@portcullis/domain';
import { decode } from '@portcullis/domain/kernel';
import { SessionIdCodec } from '@portcullis/http';
import { expect } from 'chai';
import { type FakeClock, fakeClock } from '../support/clock/fake-clock.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

/** Opens a provider whose sessions end as the scenario says, in the order in which they are opened. */
export type OpenLivenessProvider = (given: {
  readonly clock: FakeClock;
  readonly scenario: ScenarioName;
}) => LivenessProvider;

const call = { profileId: 'abc000000000001', attempt: 1 };
const challenge = 'movement_and_light';

/** Tests the guarantees of every LivenessProvider; `region` is the region that it was made for. */
export const livenessProviderContract = (name: string, region: string, open: OpenLivenessProvider): void => {
  describe(`LivenessProvider contract: ${name}`, () => {
    const given = (scenario: ScenarioName) => {
      const clock = fakeClock();
      const provider = open({ clock, scenario });
      const session = (requestToken: string) => mustSucceed(provider.open({ call, challenge, requestToken }));
      const read = async (requestToken: string) => {
        const { sessionId } = await session(requestToken);
        return mustSucceed(provider.read({ call, sessionId }));
      };
      return { clock, provider, session, read };
    };

    it('opens a session with an id that the API accepts, the parameters of a client, and a lifetime of three minutes', async () => {
      const { sessionId, ...rest } = await given('approve').session('a');
      expect(E.isRight(decode(SessionIdCodec, sessionId)), sessionId).to.equal(true);
      expect(rest).to.deep.equal({ clientParameters: { region, challenge }, expiresAt: '2026-05-01T00:03:00.000Z' });
    });

    it('answers the same session to the same request token, also to concurrent calls', async () => {
      const { session } = given('approve');
      const [first, second] = await Promise.all([session('a'), session('a')]);
      expect([second, await session('a')]).to.deep.equal([first, first]);
    });

    it('opens another session for another request token', async () => {
      const { session } = given('approve');
      expect((await session('a')).sessionId).not.to.equal((await session('b')).sessionId);
    });

    it('answers the confidence of a session that succeeded, with a JPEG of the person of at most 204,800 bytes', async () => {
      const result = await given('approve').read('a');
      if (result.status !== 'succeeded' || result.referenceImage === null) throw new Error(`it is ${result.status}`);
      expect(result.confidence).to.equal(scenarios.approve.liveness[0].confidence);
      expect([...result.referenceImage.slice(0, 3)]).to.deep.equal([0xff, 0xd8, 0xff]);
      expect(result.referenceImage.length).to.be.within(100, 204_800);
    });

    it('answers a session that is still running as data, and its result once it has ended', async () => {
      const { read } = given('approve_after_waiting');
      expect(await read('a')).to.deep.equal({ status: 'in_progress' });
      expect(await read('a')).to.deep.equal({ status: 'in_progress' });
      expect(await read('a')).to.have.property('status', 'succeeded');
    });

    it('answers a low confidence unchanged, without judging it', async () => {
      expect(await given('decline_liveness_attack').read('a')).to.deep.include({
        status: 'succeeded',
        confidence: 3.2,
      });
    });

    it('answers a session that failed without a confidence, and the next one with its own outcome', async () => {
      const { read } = given('retry_liveness_failed_then_approve');
      expect(await read('a')).to.deep.equal({ status: 'failed' });
      expect(await read('b')).to.have.property('status', 'succeeded');
      expect(await read('a')).to.deep.equal({ status: 'failed' });
    });

    it('answers a session that expired without a confidence', async () => {
      expect(await given('liveness_session_expired_then_approve').read('a')).to.deep.equal({ status: 'expired' });
    });

    it('answers null when the session yielded no reference image', async () => {
      const result = await given('liveness_no_reference_then_approve').read('a');
      expect(result).to.deep.equal({ status: 'succeeded', confidence: 97.4, challenge, referenceImage: null });
    });

    it('gives no result of a session three minutes after it was opened', async () => {
      const { clock, provider, session } = given('approve');
      const { sessionId } = await session('a');
      clock.advance(179_999);
      expect(await mustSucceed(provider.read({ call, sessionId }))).to.have.property('status', 'succeeded');
      clock.advance(1);
      const late = await provider.read({ call, sessionId })();
      const answer = JSON.stringify(E.isLeft(late) ? late.left : late.right);
      expect(['{"status":"expired"}', '{"_tag":"NotFound"}']).to.include(answer);
    });

    it('answers NotFound for a session that it did not open', async () => {
      const { provider } = given('approve');
      const sessionId = '00000000-0000-4000-8000-000000000000';
      expect(await mustFail(provider.read({ call, sessionId }))).to.deep.equal({ _tag: 'NotFound' });
    });

    it('opens nothing until the task is run', async () => {
      const { provider, read } = given('retry_liveness_failed_then_approve');
      provider.open({ call, challenge, requestToken: 'never run' });
      expect(await read('a')).to.deep.equal({ status: 'failed' });
    });
  });
};
