import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { UnavailableKind } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { deviceCall as call, inspectorAt } from '../../support/clients/fingerprint.ts';
import { fakeClock } from '../../support/clock/fake-clock.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { type StubServer, startStub } from '../../support/servers/stub-server.ts';

/** An id in Fingerprint's own form, two years before the clock of the tests. */
const eventId = '1708102555327.NLOjmg';

/** The results in the core, by the status and the code of the response. */
const meanings: Readonly<Record<string, UnavailableKind | 'NotFound'>> = {
  '400 request_cannot_be_parsed': 'rejected',
  '400 request_read_timeout': 'timeout',
  '400 ruleset_not_found': 'rejected',
  '403 feature_not_enabled': 'not_configured',
  '403 secret_api_key_not_found': 'not_configured',
  '403 secret_api_key_required': 'not_configured',
  '403 subscription_not_active': 'not_configured',
  '403 wrong_region': 'not_configured',
  '404 event_not_found': 'NotFound',
  '404 visitor_not_found': 'not_configured',
  '409 state_not_ready': 'unavailable',
  '413 payload_too_large': 'rejected',
  '429 too_many_requests': 'quota',
  '500 failed': 'unavailable',
  '503 service_unavailable': 'unavailable',
  '504 failed': 'timeout',
};

/** The results by status alone, where the body is a page or an undocumented code. */
const byStatus: Readonly<Record<number, UnavailableKind>> = {
  201: 'invalid_response',
  204: 'invalid_response',
  304: 'invalid_response',
  400: 'rejected',
  401: 'not_configured',
  402: 'not_configured',
  403: 'not_configured',
  404: 'not_configured',
  405: 'rejected',
  408: 'timeout',
  409: 'unavailable',
  413: 'rejected',
  418: 'rejected',
  429: 'quota',
  500: 'unavailable',
  502: 'unavailable',
  503: 'unavailable',
  504: 'timeout',
  529: 'unavailable',
};

/** A vendor whose responses are given in turn, the last one repeatedly, and the requests that it received. */
const vendorAnswering = async (...answers: readonly (readonly [status: number, body: string])[]) => {
  const asked: IncomingMessage[] = [];
  const stub: StubServer = await startStub((request, response) => {
    const [status, body] = answers[Math.min(asked.length, answers.length - 1)] ?? [500, ''];
    asked.push(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  return { ...stub, asked };
};

const errorBody = (code: string): string => JSON.stringify({ error: { code, message: 'in words of the vendor' } });
const bodyOf = (id: string): string => JSON.stringify({ event_id: id, timestamp: 1777593600000 });

describe('a request to Fingerprint', () => {
  it('is a GET of the event, with the key as a bearer token and no other data', async () => {
    const stub = await vendorAnswering([200, bodyOf('17.A-b_c')]);
    await mustSucceed(inspectorAt(stub.url, { secretKey: 'the-key' }).inspect({ call, eventId: '17.A-b_c' }));
    await stub.close();
    const [request] = stub.asked;
    expect(stub.asked.length).to.equal(1);
    expect([request?.method, request?.url]).to.deep.equal(['GET', '/v4/events/17.A-b_c']);
    expect(request?.headers).to.include({ accept: 'application/json', authorization: 'Bearer the-key' });
    expect(JSON.stringify(request?.headers)).to.not.include(call.profileId);
  });

  it('keeps the path of another base address, whether it ends in a slash or not', async () => {
    for (const path of ['/below', '/below/']) {
      const stub = await vendorAnswering([200, bodyOf(eventId)]);
      await mustSucceed(inspectorAt(`${stub.url}${path}`).inspect({ call, eventId }));
      await stub.close();
      expect(stub.asked.map(({ url }) => url)).to.deep.equal([`/below/v4/events/${eventId}`]);
    }
  });

  for (const id of [
    '',
    '.',
    '..',
    '...',
    '/',
    '../visitors',
    'a/b',
    'a\\b',
    'a%2fb',
    'a?b',
    'a#b',
    'a b',
    ' a',
    'a\n',
    'ä',
    '\0',
    '__proto__',
    '-a',
    '.a',
    'a'.repeat(129),
  ]) {
    it(`is not sent for ${JSON.stringify(id.slice(0, 20))}, which cannot be an event id`, async () => {
      const stub = await vendorAnswering([200, bodyOf(id)]);
      const failure = await mustFail(inspectorAt(stub.url).inspect({ call, eventId: id }));
      await stub.close();
      expect([failure, stub.asked.length]).to.deep.equal([{ _tag: 'NotFound' }, 0]);
    });
  }
});

describe('an error response of Fingerprint', () => {
  for (const [name, meaning] of Object.entries(meanings)) {
    it(`means ${meaning} where it is ${name}, and passes on no words of the vendor`, async () => {
      const [status = '', code = ''] = name.split(' ');
      const stub = await vendorAnswering([Number(status), errorBody(code)]);
      const failure = await mustFail(inspectorAt(stub.url).inspect({ call, eventId }));
      await stub.close();
      const told =
        meaning === 'NotFound'
          ? { _tag: 'NotFound' }
          : {
              _tag: 'Unavailable',
              service: 'device',
              kind: meaning,
              ...(meaning === 'unavailable' && Number(status) >= 500 && { outageCause: 'server_error' }),
              cause: `Fingerprint answered ${name}`,
              retryAfterSeconds: meaning === 'not_configured' ? 3600 : 5,
            };
      expect(failure).to.deep.equal(told);
    });
  }

  for (const [status, meaning] of Object.entries(byStatus)) {
    it(`means ${meaning} where it is a page with ${status}, or has an undocumented code`, async () => {
      for (const body of ['<html>Bearer</html>', '', 'null', '{"error":{"code":5}}', errorBody('of_tomorrow')]) {
        const stub = await vendorAnswering([Number(status), body]);
        const failure = await mustFail(inspectorAt(stub.url).inspect({ call, eventId }));
        await stub.close();
        expect(failure, body).to.include({
          _tag: 'Unavailable',
          kind: meaning,
          cause: `Fingerprint answered ${status}`,
        });
      }
    });
  }

  it('is a missing event only with the status of one', async () => {
    for (const status of [400, 403, 410, 500]) {
      const stub = await vendorAnswering([status, errorBody('event_not_found')]);
      const failure = await mustFail(inspectorAt(stub.url).inspect({ call, eventId }));
      await stub.close();
      expect(failure, `${status}`).to.include({ _tag: 'Unavailable' });
    }
  });

  it('is a missing event where a foreign id cannot be parsed by the vendor', async () => {
    const stub = await vendorAnswering([400, errorBody('request_cannot_be_parsed')]);
    const failure = await mustFail(inspectorAt(stub.url).inspect({ call, eventId: 'made-up' }));
    await stub.close();
    expect(failure).to.deep.equal({ _tag: 'NotFound' });
  });

  it('is retried by the vendor client where that may help, and only there', async () => {
    for (const [name, meaning] of Object.entries(meanings)) {
      const [status = '', code = ''] = name.split(' ');
      const stub = await vendorAnswering([Number(status), errorBody(code)], [200, bodyOf(eventId)]);
      await inspectorAt(stub.url, { maxAttempts: 2 }).inspect({ call, eventId })();
      await stub.close();
      const again = ['unavailable', 'timeout', 'quota'].includes(meaning);
      expect([name, stub.asked.length]).to.deep.equal([name, again ? 2 : 1]);
    }
  });

  it('passes on the Retry-After of Fingerprint', async () => {
    const stub = await startStub((_, response) => response.writeHead(429, { 'retry-after': '17' }).end());
    const failure = await mustFail(inspectorAt(stub.url).inspect({ call, eventId }));
    await stub.close();
    expect(failure).to.include({ _tag: 'Unavailable', kind: 'quota', retryAfterSeconds: 17 });
  });
});

describe('an event that Fingerprint does not have yet', () => {
  const now = '2026-05-01T00:00:00.000Z';
  const missing = [404, errorBody('event_not_found')] as const;
  const madeAt = (ms: number): string => `${Date.parse(now) + ms}.NLOjmg`;

  /** Answers the number of requests, and the pauses between them, for an event that exists at the n-th request. */
  const patienceWith = async (id: string, comesWith: number) => {
    const before = Array.from({ length: comesWith - 1 }, () => missing);
    const stub = await vendorAnswering(...before, [200, bodyOf(id)]);
    const pauses: number[] = [];
    const pause = async (ms: number): Promise<void> => void pauses.push(ms);
    const result = await inspectorAt(stub.url, { clock: fakeClock(now), pause }).inspect({ call, eventId: id })();
    await stub.close();
    return { found: result._tag === 'Right', asked: stub.asked.length, pauses };
  };

  it('is requested twice more while it is young, and answered as soon as it exists', async () => {
    const id = madeAt(-2000);
    expect(await patienceWith(id, 1)).to.deep.equal({ found: true, asked: 1, pauses: [] });
    expect(await patienceWith(id, 2)).to.deep.equal({ found: true, asked: 2, pauses: [250] });
    expect(await patienceWith(id, 3)).to.deep.equal({ found: true, asked: 3, pauses: [250, 450] });
    expect(await patienceWith(id, 4)).to.deep.equal({ found: false, asked: 3, pauses: [250, 450] });
  });

  it('is requested once when it is older than a minute, in the future, or without a time', async () => {
    for (const id of [madeAt(-60_000), madeAt(60_000), 'sim-1', '1777593600.NLOjmg']) {
      expect(await patienceWith(id, 2), id).to.deep.equal({ found: false, asked: 1, pauses: [] });
    }
    expect((await patienceWith(madeAt(-59_999), 2)).found).to.equal(true);
  });

  it('is not waited for longer than the deadline of the call', async () => {
    const stub = await vendorAnswering(missing);
    const pause = (_: number, signal: AbortSignal): Promise<unknown> =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const inspector = inspectorAt(stub.url, { clock: fakeClock(now), pause, deadlineMs: 100 });
    const failure = await mustFail(inspector.inspect({ call, eventId: madeAt(0) }));
    await stub.close();
    expect(failure).to.include({ _tag: 'Unavailable', kind: 'timeout' });
    expect(stub.asked.length).to.equal(1);
  });

  it('is not waited for where the response is another error', async () => {
    const stub = await vendorAnswering([403, errorBody('wrong_region')]);
    const failure = await mustFail(
      inspectorAt(stub.url, { clock: fakeClock(now) }).inspect({ call, eventId: madeAt(0) }),
    );
    await stub.close();
    expect(failure).to.include({ _tag: 'Unavailable', kind: 'not_configured' });
    expect(stub.asked.length).to.equal(1);
  });
});

const published = join(process.cwd(), '../shared/vendors/fixtures/fingerprint');

if (existsSync(published)) {
  describe('the errors that Fingerprint publishes', () => {
    it('each have a meaning of their own', () => {
      const names = readdirSync(published).filter((name) => /^[45]\d\d_/.test(name));
      const codes = names.map((name) => {
        const { error } = JSON.parse(readFileSync(join(published, name), 'utf8'));
        return `${name.slice(0, 3)} ${error.code}`;
      });
      expect(codes.length).to.be.greaterThan(20);
      expect(codes.filter((code) => !Object.hasOwn(meanings, code))).to.deep.equal([]);
    });
  });
}
