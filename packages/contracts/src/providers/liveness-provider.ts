import assert from 'node:assert/strict';
import { type MemoryClock, memoryClock } from '@portcullis/adapter-memory/testing';
import { E, type LivenessProvider } from '@portcullis/domain';
import { type Runner, reasonOf, resultOf } from '../shared/runner.ts';

/** How a session goes: how many reads find it still running, and what it comes to. */
type PlayedSession = { readonly running?: number } & (
  | { readonly status: 'succeeded'; readonly confidence: number; readonly referenceImage: boolean }
  | { readonly status: 'failed' | 'expired' }
);

const genuine = { status: 'succeeded', confidence: 97.4, referenceImage: true } as const;

const plays = {
  approve: [genuine],
  approve_after_waiting: [{ ...genuine, running: 2 }],
  decline_liveness_attack: [{ ...genuine, confidence: 3.2 }],
  retry_liveness_failed_then_approve: [{ status: 'failed' }, genuine],
  liveness_session_expired_then_approve: [{ status: 'expired' }, genuine],
  liveness_no_reference_then_approve: [{ ...genuine, referenceImage: false }, genuine],
} as const satisfies Readonly<Record<string, readonly PlayedSession[]>>;

type Scenario = keyof typeof plays;

/**
 * Opens a provider whose sessions go as these do, in the order in which they are opened; the last one repeats.
 * `scenario` is the name of the same sessions in the table of `@portcullis/adapter-memory`.
 */
export type OpenLivenessProvider = (given: {
  readonly clock: MemoryClock;
  readonly scenario: Scenario;
  readonly sessions: readonly PlayedSession[];
}) => LivenessProvider;

const call = { profileId: 'abc000000000001', attempt: 1 };

/** Tests the guarantees of every LivenessProvider. `challenge` is one that the provider has. */
export const livenessProviderContract = (
  { describe, it }: Runner,
  name: string,
  open: OpenLivenessProvider,
  challenge = 'movement_and_light',
): void => {
  describe(`LivenessProvider contract: ${name}`, () => {
    const given = (scenario: Scenario) => {
      const clock = memoryClock(Date.parse('2026-05-01T00:00:00.000Z'));
      const provider = open({ clock, scenario, sessions: plays[scenario] });
      const session = (requestToken: string) => resultOf(provider.open({ call, challenge, requestToken }));
      const read = async (requestToken: string) => {
        const { sessionId } = await session(requestToken);
        return resultOf(provider.read({ call, sessionId }));
      };
      return { clock, provider, session, read };
    };

    it('opens a session with an id, the challenge that was asked for, and an end that is ahead', async () => {
      const { clock, session } = given('approve');
      const { clientParameters, expiresAt, sessionId } = await session('a');
      assert.match(sessionId, /^[\w.-]{1,128}$/);
      assert.equal(clientParameters.challenge, challenge);
      assert.equal(expiresAt, new Date(expiresAt).toISOString());
      assert.ok(Date.parse(expiresAt) > clock.now(), expiresAt);
    });

    it('answers the same session to the same request token, also to concurrent calls', async () => {
      const { session } = given('approve');
      const [first, second] = await Promise.all([session('a'), session('a')]);
      assert.deepEqual([second, await session('a')], [first, first]);
    });

    it('opens another session for another request token', async () => {
      const { session } = given('approve');
      assert.notEqual((await session('a')).sessionId, (await session('b')).sessionId);
    });

    it('answers the confidence of a session that succeeded, with a JPEG of the person', async () => {
      const result = await given('approve').read('a');
      if (result.status !== 'succeeded' || result.referenceImage === null) return assert.fail(`it is ${result.status}`);
      assert.equal(result.confidence, genuine.confidence);
      // A verdict that nobody was there lets no confidence pass.
      assert.notEqual(result.live, false);
      assert.deepEqual([...result.referenceImage.slice(0, 3)], [0xff, 0xd8, 0xff]);
    });

    it('answers a session that is still running as data, and its result once it has ended', async () => {
      const { read } = given('approve_after_waiting');
      for (const _ of [1, 2]) assert.match((await read('a')).status, /^(created|in_progress)$/);
      assert.equal((await read('a')).status, 'succeeded');
    });

    it('answers a low confidence unchanged, without judging it', async () => {
      const { confidence, status } = Object(await given('decline_liveness_attack').read('a'));
      assert.deepEqual({ confidence, status }, { confidence: 3.2, status: 'succeeded' });
    });

    it('answers a session that failed without a confidence, and the next one with its own outcome', async () => {
      const { read } = given('retry_liveness_failed_then_approve');
      assert.deepEqual(await read('a'), { status: 'failed' });
      assert.equal((await read('b')).status, 'succeeded');
      assert.deepEqual(await read('a'), { status: 'failed' });
    });

    it('answers a session that expired without a confidence', async () => {
      assert.deepEqual(await given('liveness_session_expired_then_approve').read('a'), { status: 'expired' });
    });

    it('answers null when the session yielded no reference image', async () => {
      const { confidence, referenceImage } = Object(await given('liveness_no_reference_then_approve').read('a'));
      assert.deepEqual({ confidence, referenceImage }, { confidence: 97.4, referenceImage: null });
    });

    it('gives a result until the end of a session, and none from then on', async () => {
      const { clock, provider, session } = given('approve');
      const { expiresAt, sessionId } = await session('a');
      clock.advance(Date.parse(expiresAt) - clock.now() - 1);
      assert.equal((await resultOf(provider.read({ call, sessionId }))).status, 'succeeded');
      clock.advance(1);
      const late = await provider.read({ call, sessionId })();
      const answer = JSON.stringify(E.isLeft(late) ? late.left : late.right);
      assert.ok(['{"status":"expired"}', '{"_tag":"NotFound"}'].includes(answer), answer);
    });

    it('answers NotFound for a session that it did not open', async () => {
      const sessionId = '00000000-0000-4000-8000-000000000000';
      assert.deepEqual(await reasonOf(given('approve').provider.read({ call, sessionId })), { _tag: 'NotFound' });
    });

    it('opens nothing until the task is run', async () => {
      const { provider, read } = given('retry_liveness_failed_then_approve');
      provider.open({ call, challenge, requestToken: 'never run' });
      assert.deepEqual(await read('a'), { status: 'failed' });
    });
  });
};
