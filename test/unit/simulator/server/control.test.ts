import { simulatorKeys, startSimulator } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import fc from 'fast-check';
import { askEvent, askModelCard, replyOf, simulatorForTests } from '../../../support/clients/vendor-calls.ts';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { runs } from '../../../support/effort.ts';

describe('the control API of the vendor simulator', () => {
  const { running } = simulatorForTests({ clock: fakeClock() });
  const control = async (method: string, path: string, body?: unknown) =>
    replyOf(
      await fetch(`${running().url}/_simulator/${path}`, {
        method,
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
  const linkedId = 'abc000000000001';

  it('listens on 127.0.0.1 alone', () => {
    expect(running().url).to.match(/^http:\/\/127\.0\.0\.1:\d{1,5}$/);
  });

  it('accepts a script over HTTP, and merges it into the existing one', async () => {
    const first = await control('PUT', 'script', { scenario: 'device_bot', denied: ['rekognition:CompareFaces'] });
    const second = await control('PUT', 'script', { event: { linked_id: linkedId } });
    expect([first.status, second.status]).to.deep.equal([200, 200]);
    expect(second.body).to.deep.equal({
      scenario: 'device_bot',
      faults: [],
      denied: ['rekognition:CompareFaces'],
      readings: {},
      message: {},
      event: { linked_id: linkedId },
      faces: {},
      bucket: {},
      latencyMs: {},
    });
    expect((await askEvent(running().url, 'sim-1')).body).to.include({ bot: 'bad', linked_id: linkedId });
  });

  it('clears the script and the requests at a reset, over HTTP and in the process', async () => {
    for (const reset of [() => control('DELETE', 'script'), async () => running().reset()]) {
      running().script({ scenario: 'device_bot' });
      await askEvent(running().url, 'sim-1');
      await reset();
      expect(running().requests()).to.deep.equal([]);
      expect((await askEvent(running().url, 'sim-1')).body).to.include({ bot: 'not_detected' });
    }
  });

  it('lists the received requests, in their order', async () => {
    await askModelCard(running().url, simulatorKeys.model);
    await askEvent(running().url, 'unknown');
    const requests = [
      { vendor: 'anthropic', operation: 'models.retrieve', status: 200, body: { model: simulatorKeys.model } },
      { vendor: 'fingerprint', operation: 'events.get', status: 404, body: { event_id: 'unknown' } },
    ];
    expect(running().requests()).to.deep.equal(requests);
    expect((await control('GET', 'requests')).body).to.deep.equal({ requests });
  });

  it('refuses an invalid script with its fault, and changes nothing', async () => {
    for (const [wrong, pointer] of [
      [{ scenario: 'approved' }, '/scenario'],
      [{ scenery: 'approve' }, '/scenery'],
      [{ faults: [{ vendor: 'sts', kind: 'http_500', time: 1 }] }, '/faults/0/time'],
      [{ faults: [{ vendor: 'aws', kind: 'http_500' }] }, '/faults/0/vendor'],
      [{ faults: [{ vendor: 'sts', kind: 'http_418' }] }, '/faults/0/kind'],
      [{ faults: [{ vendor: 'sts', kind: 'http_500', operation: 'GetFederationTokens' }] }, '/faults/0/operation'],
      ['not json', ''],
      [[], ''],
    ] as const) {
      const { status, body } = await control('PUT', 'script', wrong);
      expect(status).to.equal(400);
      expect(JSON.stringify(body)).to.include(`"pointer":"${pointer}"`);
    }
    expect((await control('GET', 'script')).body).to.include({ scenario: 'approve' });
  });

  it('throws for an invalid script in the process', () => {
    const faults = [{ vendor: 'sts', kind: 'http_500', operation: 'GetFederationTokens' }] as const;
    expect(() => running().script({ faults })).to.throw(TypeError, '/faults/0/operation');
  });

  it('answers 404 to an unknown path of any vendor', async () => {
    for (const path of ['/', '/v1/complete', '/v3/events/sim-1', '/_simulator/', '/_simulator/scripts']) {
      expect((await replyOf(await fetch(`${running().url}${path}`))).status, path).to.equal(404);
    }
  });

  it('answers any request', async () => {
    const paths = [
      '/',
      '/v1/messages',
      '/v1/models/%',
      '/v4/events/%ff',
      '/_simulator/script',
      '/_simulator/elsewhere/a',
      '//',
    ];
    const bodies = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom('Action=GetFederationToken&Tags.member.a.Key=1&=&%'),
    );
    const targets = fc.constantFrom(undefined, 'RekognitionService.DetectFaces', '__proto__');
    const sent = fc.asyncProperty(fc.constantFrom(...paths), targets, bodies, async (path, target, body) => {
      const headers = target === undefined ? {} : { 'x-amz-target': target };
      for (const init of [{ method: 'POST', body }, { method: 'PUT', body }, {}]) {
        const { status } = await replyOf(await fetch(`${running().url}${path}`, { ...init, headers }));
        expect(status).to.be.oneOf([200, 400, 401, 403, 404]);
      }
    });
    await fc.assert(sent, { numRuns: runs(200, 60) });
  });

  it('listens on the given port, and releases it when it is closed', async () => {
    const one = await startSimulator({ environment: 'test' });
    const port = Number(new URL(one.url).port);
    await one.close();
    const other = await startSimulator({ environment: 'test', port });
    expect(other.url).to.equal(one.url);
    await other.close();
  });
});
