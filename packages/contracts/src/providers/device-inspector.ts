import assert from 'node:assert/strict';
import { type MemoryClock, memoryClock } from '@portcullis/adapter-memory/testing';
import type { DeviceInspector } from '@portcullis/domain';
import type { DeviceFacts } from '@portcullis/domain/evidence';
import { assertFields, type Runner, reasonOf, resultOf } from '../shared/runner.ts';

/**
 * Opens an inspector that knows the event `sim-1`, with these facts, after so many calls that failed. `scenario` is the
 * name of the same in the table of `@portcullis/adapter-memory`.
 */
export type OpenDeviceInspector = (given: {
  readonly clock: MemoryClock;
  readonly scenario: Scenario;
  readonly signals: Omit<DeviceFacts, 'visitorId'>;
  readonly failures: number;
}) => DeviceInspector;

const plays = {
  approve: {},
  device_shared: { linkedIds24h: 12 },
  device_bot: { bot: 'bad' },
  device_replayed: { replayed: true },
  provider_down_then_up: {},
} as const;

type Scenario = keyof typeof plays;

const call = { profileId: 'abc000000000001', attempt: 1 };
const eventId = 'sim-1';
/** Written out: the simulated inspector answers from the table of the device signals. */
const clean = {
  occurredAt: '2026-05-01T00:00:00.000Z',
  linkedId: 'abc000000000001',
  bot: 'not_detected',
  tampered: false,
  emulated: false,
  replayed: false,
  confidence: 0.98,
  linkedIds24h: 1,
  tor: false,
  ipBlocklisted: false,
  rooted: false,
  incognito: false,
  vpn: false,
  proxy: false,
  originAllowed: true,
} as const satisfies Omit<DeviceFacts, 'visitorId'>;

/** Tests the guarantees of every DeviceInspector. */
export const deviceInspectorContract = ({ describe, it }: Runner, name: string, open: OpenDeviceInspector): void => {
  describe(`DeviceInspector contract: ${name}`, () => {
    const inspectorOf = (scenario: Scenario) =>
      open({
        clock: memoryClock(Date.parse(clean.occurredAt)),
        scenario,
        signals: { ...clean, ...plays[scenario] },
        failures: scenario === 'provider_down_then_up' ? 1 : 0,
      });

    it('answers the facts of an event as the provider has them', async () => {
      const { visitorId, ...facts } = await resultOf(inspectorOf('approve').inspect({ call, eventId }));
      assert.match(visitorId ?? '', /^.{1,64}$/);
      assert.deepEqual(facts, clean);
    });

    for (const scenario of ['device_shared', 'device_bot', 'device_replayed'] as const) {
      it(`reports the device signals of ${scenario}, and no others`, async () => {
        const { visitorId: _, ...facts } = await resultOf(inspectorOf(scenario).inspect({ call, eventId }));
        assert.deepEqual(facts, { ...clean, ...plays[scenario] });
      });
    }

    it('answers NotFound for an event that the provider does not have', async () => {
      const devices = inspectorOf('approve');
      for (const unknown of ['', 'sim-', '1708102555327.NLOjmg', '../sim-1', ' sim-1', '__proto__']) {
        const failure = await reasonOf(devices.inspect({ call, eventId: unknown }));
        assert.deepEqual(failure, { _tag: 'NotFound' }, unknown);
      }
    });

    it('answers Unavailable while it is down, and the facts once it is up again', async () => {
      const devices = inspectorOf('provider_down_then_up');
      const failure = await reasonOf(devices.inspect({ call, eventId }));
      assertFields(failure, { _tag: 'Unavailable', service: 'device', kind: 'unavailable' });
      assertFields(await resultOf(devices.inspect({ call, eventId })), clean);
    });

    it('calls nobody until its task is run', async () => {
      const devices = inspectorOf('provider_down_then_up');
      const first = devices.inspect({ call, eventId });
      const second = devices.inspect({ call, eventId });
      assertFields(await reasonOf(second), { _tag: 'Unavailable' });
      assertFields(await resultOf(first), clean);
    });

    it('answers twenty concurrent calls', async () => {
      const devices = inspectorOf('approve');
      const ask = () => resultOf(devices.inspect({ call, eventId }));
      const all = await Promise.all(Array.from({ length: 20 }, ask));
      assert.deepEqual(
        all,
        Array.from({ length: 20 }, () => all[0]),
      );
      assertFields(all[0], clean);
    });

    it('gives the same answer to a repeated call', async () => {
      const devices = inspectorOf('approve');
      const first = await resultOf(devices.inspect({ call, eventId }));
      assert.deepEqual(await resultOf(devices.inspect({ call, eventId })), first);
    });
  });
};
