import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeviceFacts } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { deviceCall as call, inspectorAt } from '../../support/clients/fingerprint.ts';
import { simulatorForTests } from '../../support/clients/vendor-calls.ts';
import { fakeClock } from '../../support/clock/fake-clock.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { startStub } from '../../support/servers/stub-server.ts';

const eventId = 'sim-1';

const clean: DeviceFacts = {
  visitorId: 'simviabc000000000001',
  occurredAt: '2026-05-01T00:00:00.000Z',
  linkedId: 'abc000000000001',
  originAllowed: true,
  confidence: 0.98,
  replayed: false,
  bot: 'not_detected',
  tampered: false,
  emulated: false,
  rooted: false,
  incognito: false,
  vpn: false,
  proxy: false,
  tor: false,
  ipBlocklisted: false,
  linkedIds24h: 1,
};

const noSignals: Partial<DeviceFacts> = {
  confidence: null,
  replayed: null,
  bot: null,
  tampered: null,
  emulated: null,
  rooted: null,
  incognito: null,
  vpn: null,
  proxy: null,
  tor: null,
  ipBlocklisted: null,
  linkedIds24h: null,
};

/** Changes of the event, and the facts that they change. */
const signs: readonly (readonly [event: object, facts: Partial<DeviceFacts>])[] = [
  [{ tampering: true }, { tampered: true }],
  [{ frida: true }, { tampered: true }],
  [{ mitm_attack: true }, { tampered: true }],
  [{ cloned_app: true }, { tampered: true }],
  [{ tampering_details: { anti_detect_browser: true } }, { tampered: true }],
  [{ emulator: true }, { emulated: true }],
  [{ simulator: true }, { emulated: true }],
  [{ virtual_machine: true }, { emulated: true }],
  [{ root_apps: true }, { rooted: true }],
  [{ jailbroken: true }, { rooted: true }],
  [{ incognito: true }, { incognito: true }],
  [{ vpn: true }, { vpn: true }],
  [{ proxy: true }, { proxy: true }],
  [{ ip_blocklist: { tor_node: true } }, { tor: true }],
  [{ ip_blocklist: { attack_source: true } }, { ipBlocklisted: true }],
  [{ ip_blocklist: { email_spam: true } }, {}],
  [{ bot: 'bad' }, { bot: 'bad' }],
  [{ bot: 'good' }, { bot: 'good' }],
  [{ replayed: true }, { replayed: true }],
  [{ identification: { confidence: { score: 0 } } }, { confidence: 0 }],
  [{ identification: { visitor_id: 'Ibk1527CUFmcnjLwIs4A9' } }, { visitorId: 'Ibk1527CUFmcnjLwIs4A9' }],
  [{ timestamp: 1708102555327 }, { occurredAt: '2024-02-16T16:55:55.327Z' }],
  [{ velocity: { distinct_linked_id: { '24_hours': 9 } } }, { linkedIds24h: 9 }],
  [
    { velocity: { distinct_linked_id: { '1_hour': 7 } }, absent: ['velocity.distinct_linked_id.24_hours'] },
    { linkedIds24h: 7 },
  ],
  [{ developer_tools: true, location_spoofing: true, suspect_score: 30, high_activity_device: true }, {}],
];

/** Paths that may be absent, and the facts that are unknown then. */
const absences: readonly (readonly [paths: readonly string[], facts: Partial<DeviceFacts>])[] = [
  [['identification'], { visitorId: null, confidence: null }],
  [['identification.visitor_id'], { visitorId: null }],
  [['identification.confidence'], { confidence: null }],
  [['linked_id'], { linkedId: null }],
  [['url'], { originAllowed: null }],
  [['replayed'], { replayed: null }],
  [['bot'], { bot: null }],
  [['incognito'], { incognito: null }],
  [['vpn'], { vpn: null }],
  [['proxy'], { proxy: null }],
  [['ip_blocklist'], { tor: null, ipBlocklisted: null }],
  [['ip_blocklist.tor_node'], { tor: null }],
  [['velocity'], { linkedIds24h: null }],
  [['velocity.distinct_linked_id'], { linkedIds24h: null }],
  [['tampering'], {}],
  [['tampering', 'frida', 'mitm_attack', 'cloned_app', 'tampering_details'], { tampered: null }],
  [['tampering', 'frida', 'mitm_attack', 'cloned_app', 'tampering_details.anti_detect_browser'], { tampered: null }],
  [['emulator', 'virtual_machine'], {}],
  [['emulator', 'simulator', 'virtual_machine'], { emulated: null }],
  [['jailbroken'], {}],
  [['root_apps', 'jailbroken'], { rooted: null }],
];

const pages: readonly (readonly [url: string | null, allowed: boolean | null])[] = [
  ['https://verify.example/start?token=x#y', true],
  ['https://verify.example:443/', true],
  ['https://shop.example:8443/account', true],
  ['https://VERIFY.example', true],
  ['http://verify.example/start', false],
  ['https://verify.example:8443/', false],
  ['https://shop.example/', false],
  ['https://verify.example.evil.example/', false],
  ['https://verify.example@evil.example/', false],
  ['//verify.example/', false],
  ['verify.example', false],
  ['file:///verify.example', false],
  ['about:blank', false],
  ['null', false],
  ['', null],
  [null, null],
];

/** A wrong type in each field that is used. */
const wrongTypes: readonly object[] = [
  { event_id: 5 },
  { timestamp: '1708102555327' },
  { timestamp: 1708102555.5 },
  { timestamp: -1 },
  { timestamp: 8.64e15 + 1000 },
  { linked_id: 5 },
  { url: 5 },
  { url: ['https://verify.example'] },
  { incremental_identification_status: true },
  { identification: 'Ibk1527CUFmcnjLwIs4A9' },
  { identification: { visitor_id: 5 } },
  { identification: { confidence: 0.9 } },
  { identification: { confidence: { score: '0.9' } } },
  { identification: { confidence: { score: 1.1 } } },
  { identification: { confidence: { score: -0.1 } } },
  { bot: 'none' },
  { bot: false },
  { velocity: [] },
  { velocity: { distinct_linked_id: 4 } },
  { velocity: { distinct_linked_id: { '24_hours': '4' } } },
  { velocity: { distinct_linked_id: { '24_hours': -1 } } },
  { ip_blocklist: false },
  { ip_blocklist: { tor_node: 'false' } },
  { ip_blocklist: { attack_source: 0 } },
  { tampering_details: { anti_detect_browser: 'false' } },
  'replayed',
  'tampering',
  'frida',
  'mitm_attack',
  'cloned_app',
  'emulator',
  'simulator',
  'virtual_machine',
  'root_apps',
  'jailbroken',
  'incognito',
  'vpn',
  'proxy',
].map((wrong) => (typeof wrong === 'string' ? { [wrong]: 'false' } : wrong));

describe('the facts of a Fingerprint event', () => {
  const { running } = simulatorForTests({ clock: fakeClock() });

  const scripted = (event: object): void => running().script({ event: { linked_id: call.profileId, ...event } });
  const facts = (origins?: readonly string[]): Promise<DeviceFacts> =>
    mustSucceed(inspectorAt(running().url, origins ? { origins } : {}).inspect({ call, eventId }));

  for (const [event, differ] of signs) {
    it(`are read from ${JSON.stringify(event)}`, async () => {
      scripted(event);
      expect(await facts()).to.deep.equal({ ...clean, ...differ });
    });
  }

  for (const [absent, differ] of absences) {
    it(`are unknown, and not false, where ${absent.join(', ')} is absent`, async () => {
      scripted({ absent });
      expect(await facts()).to.deep.equal({ ...clean, ...differ });
    });
  }

  it('treat a null as an absent signal', async () => {
    scripted({ bot: null, vpn: null, tampering_details: null, ip_blocklist: { tor_node: null }, url: null });
    expect(await facts()).to.deep.equal({ ...clean, bot: null, vpn: null, tor: null, originAllowed: null });
  });

  it('contain no signal that has only a part of its fields', async () => {
    scripted({ incremental_identification_status: 'partially_completed', bot: 'bad', vpn: true });
    expect(await facts()).to.deep.equal({ ...clean, ...noSignals });
  });

  it('exist for an event with nothing but its id and time', async () => {
    const stub = await startStub((_, response) =>
      response.writeHead(200).end(JSON.stringify({ event_id: eventId, timestamp: 1708102555327 })),
    );
    const bare = await mustSucceed(inspectorAt(stub.url).inspect({ call, eventId }));
    await stub.close();
    expect(bare).to.deep.equal({
      visitorId: null,
      occurredAt: '2024-02-16T16:55:55.327Z',
      linkedId: null,
      originAllowed: null,
      ...noSignals,
    });
  });

  for (const [page, allowed] of pages) {
    it(`have the page check ${allowed} for an event of ${page === null ? 'no page' : `"${page}"`}`, async () => {
      scripted(page === null ? { absent: ['url'] } : { url: page });
      const { originAllowed } = await facts(['https://verify.example/start', 'https://shop.example:8443']);
      expect(originAllowed).to.equal(allowed);
    });
  }

  for (const wrong of wrongTypes) {
    it(`are rejected for an event with ${JSON.stringify(wrong)}`, async () => {
      scripted(wrong);
      const failure = await mustFail(inspectorAt(running().url).inspect({ call, eventId }));
      expect(failure).to.include({ _tag: 'Unavailable', service: 'device', kind: 'invalid_response' });
    });
  }

  for (const absent of [['event_id'], ['timestamp']]) {
    it(`are rejected for an event without ${absent[0]}`, async () => {
      scripted({ absent });
      const failure = await mustFail(inspectorAt(running().url).inspect({ call, eventId }));
      expect(failure).to.include({ _tag: 'Unavailable', kind: 'invalid_response' });
    });
  }

  it('are rejected for an event that is not the requested one', async () => {
    scripted({ event_id: 'sim-2' });
    const failure = await mustFail(inspectorAt(running().url).inspect({ call, eventId }));
    expect(failure).to.include({ _tag: 'Unavailable', kind: 'invalid_response' });
  });
});

const published = join(process.cwd(), '../shared/vendors/fixtures/fingerprint');

if (existsSync(published)) {
  describe('the events that Fingerprint publishes', () => {
    for (const name of ['get_event_200', 'get_event_200_with_unknown_field', 'get_event_ruleset_200']) {
      it(`are accepted, and only their facts are kept: ${name}`, async () => {
        const text = readFileSync(join(published, `${name}.json`), 'utf8');
        const stub = await startStub((_, response) => response.writeHead(200).end(text));
        const inspector = inspectorAt(stub.url, { origins: ['https://www.example.com'] });
        const facts = await mustSucceed(inspector.inspect({ call, eventId: '1708102555327.NLOjmg' }));
        await stub.close();
        expect(facts).to.deep.equal({
          ...clean,
          visitorId: 'Ibk1527CUFmcnjLwIs4A9',
          occurredAt: '2024-02-16T16:55:55.327Z',
          linkedId: 'somelinkedId',
          originAllowed: true,
          confidence: 0.97,
          proxy: true,
          linkedIds24h: 5,
        });
      });
    }

    it('are accepted where a request was only seen by an edge, with its few fields', async () => {
      const text = readFileSync(join(published, 'get_event_with_edge_200.json'), 'utf8');
      const stub = await startStub((_, response) => response.writeHead(200).end(text));
      const facts = await mustSucceed(inspectorAt(stub.url).inspect({ call, eventId: '1758130560902.8tRtrH' }));
      await stub.close();
      expect(facts).to.deep.equal({
        visitorId: null,
        occurredAt: '2025-09-17T17:36:00.902Z',
        linkedId: null,
        originAllowed: false,
        ...noSignals,
        vpn: false,
        proxy: false,
      });
    });
  });
}
