import type { ScenarioName } from '@portcullis/adapter-memory';
import type { DeviceInspector } from '@portcullis/domain';
import { expect } from 'chai';
import { type FakeClock, fakeClock } from '../support/clock/fake-clock.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

/** Opens an inspector that knows the event `sim-1` of the profile below, with the scenario's device signals. */
export type OpenDeviceInspector = (given: {
  readonly clock: FakeClock;
  readonly scenario: ScenarioName;
}) => DeviceInspector;

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
};

/** Tests the guarantees of every DeviceInspector. */
export const deviceInspectorContract = (name: string, open: OpenDeviceInspector): void => {
  describe(`DeviceInspector contract: ${name}`, () => {
    const inspectorOf = (scenario: ScenarioName) => open({ clock: fakeClock(), scenario });

    it('answers the facts of an event as the provider has them', async () => {
      const { visitorId, ...facts } = await mustSucceed(inspectorOf('approve').inspect({ call, eventId }));
      expect(visitorId).to.match(/^[A-Za-z0-9]{20}$/);
      expect(facts).to.deep.equal(clean);
    });

    for (const [scenario, signs] of [
      ['device_shared', { linkedIds24h: 12 }],
      ['device_bot', { bot: 'bad' }],
      ['device_replayed', { replayed: true }],
    ] as const) {
      it(`reports the device signals of ${scenario}, and no others`, async () => {
        const { visitorId: _, ...facts } = await mustSucceed(inspectorOf(scenario).inspect({ call, eventId }));
        expect(facts).to.deep.equal({ ...clean, ...signs });
      });
    }

    it('answers NotFound for an event that the provider does not have', async () => {
      const devices = inspectorOf('approve');
      for (const unknown of ['', 'sim-', '1708102555327.NLOjmg', '../sim-1', ' sim-1', '__proto__']) {
        const failure = await mustFail(devices.inspect({ call, eventId: unknown }));
        expect(failure, unknown).to.deep.equal({ _tag: 'NotFound' });
      }
    });

    it('answers Unavailable while it is down, and the facts once it is up again', async () => {
      const devices = inspectorOf('provider_down_then_up');
      const failure = await mustFail(devices.inspect({ call, eventId }));
      expect(failure).to.include({ _tag: 'Unavailable', service: 'device', kind: 'unavailable' });
      expect(await mustSucceed(devices.inspect({ call, eventId }))).to.deep.include(clean);
    });

    it('calls nobody until its task is run', async () => {
      const devices = inspectorOf('provider_down_then_up');
      const first = devices.inspect({ call, eventId });
      const second = devices.inspect({ call, eventId });
      expect(await mustFail(second)).to.include({ _tag: 'Unavailable' });
      expect(await mustSucceed(first)).to.deep.include(clean);
    });

    it('answers twenty concurrent calls', async () => {
      const devices = inspectorOf('approve');
      const ask = () => mustSucceed(devices.inspect({ call, eventId }));
      const all = await Promise.all(Array.from({ length: 20 }, ask));
      expect(all).to.deep.equal(Array.from({ length: 20 }, () => all[0]));
      expect(all[0]).to.deep.include(clean);
    });

    it('gives the same answer to a repeated call', async () => {
      const devices = inspectorOf('approve');
      const first = await mustSucceed(devices.inspect({ call, eventId }));
      expect(await mustSucceed(devices.inspect({ call, eventId }))).to.deep.equal(first);
    });
  });
};
