import { expect } from 'chai';
import { askEvent, bodyOf, simulatorForTests } from '../../support/clients/vendor-calls.ts';
import { fakeClock } from '../../support/clock/fake-clock.ts';

const start = '2026-05-01T00:00:00.000Z';
const linkedId = 'abc000000000001';

describe('device events of the vendor simulator', () => {
  const { running } = simulatorForTests({ clock: fakeClock(start), page: 'https://verify.example.com/' });
  const ask = (id: string, key?: string | null) => askEvent(running().url, id, key);
  const event = async (id: string) => bodyOf(await ask(id));
  const at = Date.parse(start);

  it('have the current time, the page of the service, and the person in their id', async () => {
    const { linked_id, timestamp, event_id, url, identification } = await event(`sim-${linkedId}`);
    expect({ linked_id, timestamp, event_id, url, identification }).to.deep.equal({
      linked_id: linkedId,
      timestamp: at,
      event_id: `sim-${linkedId}`,
      url: 'https://verify.example.com/',
      identification: {
        visitor_id: `simvi${linkedId}`,
        confidence: { score: 0.98, version: '1.1' },
        visitor_found: true,
        first_seen_at: at,
        last_seen_at: at,
      },
    });
  });

  it('have no person when neither their id nor the script names one', async () => {
    const one = await event('sim-1');
    expect(one).not.to.have.property('linked_id');
    expect(Reflect.get(Object(one['identification']), 'visitor_id')).to.match(/^[A-Za-z0-9]{20}$/);
    running().script({ event: { linked_id: linkedId } });
    expect(await event('sim-1')).to.include({ linked_id: linkedId });
  });

  it('have no risk signals unless the scenario says so', async () => {
    const flags = async () =>
      Object.entries(await event('sim-1'))
        .filter(([, value]) => value === true)
        .map(([name]) => name);
    expect(await flags()).to.deep.equal([]);
    running().script({ scenario: 'device_replayed' });
    expect(await flags()).to.deep.equal(['replayed']);
    running().script({ scenario: 'device_bot' });
    expect(await event('sim-1')).to.include({ bot: 'bad', replayed: false });
    running().script({ scenario: 'device_shared' });
    expect((await event('sim-1'))['velocity']).to.deep.include({
      distinct_linked_id: { '5_minutes': 1, '1_hour': 12, '24_hours': 12 },
      distinct_ip: { '5_minutes': 1, '1_hour': 1, '24_hours': 1 },
    });
  });

  it('are changed as the script says, with additional and removed fields', async () => {
    running().script({
      event: {
        vpn: true,
        identification: { confidence: { score: 0.3 } },
        absent: ['velocity', 'identification.visitor_id', 'none'],
      },
    });
    const { vpn, identification, ...rest } = await event('sim-1');
    expect({ vpn, identification }).to.deep.equal({
      vpn: true,
      identification: {
        confidence: { score: 0.3, version: '1.1' },
        visitor_found: true,
        first_seen_at: at,
        last_seen_at: at,
      },
    });
    expect(rest).not.to.have.any.keys('velocity', 'absent', 'none');
  });

  it('exist under the vendor’s own ids, too, for an hour before and after', async () => {
    for (const moment of [at - 3_600_000, at, at + 3_600_000]) {
      expect(await event(`${moment}.NLOjmg`)).to.include({ timestamp: moment });
    }
    for (const moment of [at - 3_600_001, at + 3_600_001, 1708102555327]) {
      expect((await ask(`${moment}.NLOjmg`)).status).to.equal(404);
    }
  });

  it('do not exist under any other id', async () => {
    for (const id of ['sim-', 'another', '__proto__', '..sim-1', '1.sim-1']) {
      const { status, body } = await ask(id);
      expect([status, body], id).to.deep.equal([
        404,
        { error: { code: 'event_not_found', message: 'event id not found' } },
      ]);
    }
  });

  it('are refused under a malformed id', async () => {
    for (const id of ['', 'sim%201', 'sim-%2F', 'sim-%', 'sim-%C3%A4', `sim-${'a'.repeat(129)}`]) {
      const { status, body } = await ask(id);
      expect([status, body], id).to.deep.equal([
        400,
        { error: { code: 'request_cannot_be_parsed', message: 'invalid event_id' } },
      ]);
    }
  });

  it('are only answered with the key', async () => {
    const denied = (code: string, message: string) => ({ status: 403, body: { error: { code, message } } });
    const said = async (key: string | null) => {
      const { status, body } = await ask('sim-1', key);
      return { status, body };
    };
    expect(await said(null)).to.deep.equal(
      denied('secret_api_key_required', 'secret API key in header is missing or empty'),
    );
    expect(await said('another')).to.deep.equal(
      denied('secret_api_key_not_found', 'no fingerprint workspace found for specified secret API key'),
    );
  });

  it('are unavailable once for each person when the scenario says so', async () => {
    running().script({ scenario: 'provider_down_then_up' });
    const statuses: number[] = [];
    for (const id of [linkedId, linkedId, 'abc000000000002', 'abc000000000002'])
      statuses.push((await ask(`sim-${id}`)).status);
    expect(statuses).to.deep.equal([503, 200, 503, 200]);
  });

  it('may exist only after the first request', async () => {
    running().script({ faults: [{ vendor: 'fingerprint', kind: 'http_404', times: 1 }] });
    const first = await ask('sim-1');
    expect([first.status, first.body]).to.deep.equal([
      404,
      { error: { code: 'event_not_found', message: 'event id not found' } },
    ]);
    expect((await ask('sim-1')).status).to.equal(200);
  });

  it('can be refused for each reason of the vendor', async () => {
    for (const code of ['wrong_region', 'subscription_not_active', 'feature_not_enabled', 'secret_api_key_not_found']) {
      running().script({ faults: [{ vendor: 'fingerprint', kind: 'http_403', code }] });
      const { status, body } = await ask('sim-1');
      expect([status, Reflect.get(Object(Reflect.get(Object(body), 'error')), 'code')]).to.deep.equal([403, code]);
    }
  });
});
