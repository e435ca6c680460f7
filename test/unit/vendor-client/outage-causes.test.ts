import { outageCauseOf } from '@portcullis/domain/kernel';
import { unavailableFrom, VendorCallError } from '@portcullis/vendor-client';
import { expect } from 'chai';
import { aVendorClient } from '../../support/clients/vendor-clients.ts';
import { mustFail } from '../../support/run.ts';
import { startRaw } from '../../support/servers/raw-server.ts';
import { unusedAddress } from '../../support/servers/service-program.ts';

const systemError = (code: string): Error => Object.assign(new Error(code), { code });

const causeOf = (thrown: unknown) => outageCauseOf(unavailableFrom('device', thrown));

/** What the record of a call says that fails at this address. */
const recorded = async (url: string, deadlineMs = 10_000) => {
  const { ask, records } = aVendorClient(url, { maxAttempts: 1, deadlineMs });
  await mustFail(ask());
  return records.map(({ outageCause }) => outageCause);
};

describe('the word for what a call to a vendor has found', () => {
  for (const [code, cause] of [
    ['ECONNREFUSED', 'connection_refused'],
    ['EHOSTUNREACH', 'connection_refused'],
    ['ECONNRESET', 'connection_reset'],
    ['EPIPE', 'connection_reset'],
    ['ENOTFOUND', 'dns_failed'],
    ['EAI_AGAIN', 'dns_failed'],
    ['ETIMEDOUT', 'timeout'],
    ['EPROTO', 'tls_failed'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_failed'],
    ['EMFILE', 'no_descriptors'],
    ['ENFILE', 'no_descriptors'],
    ['ENOMEM', 'unexpected'],
  ] as const)
    it(`is ${cause} for a connection that failed with ${code}`, () => {
      expect(causeOf(new VendorCallError('connection_failed', systemError(code)))).to.equal(cause);
    });

  it('is `unexpected` only for faults of our own, and for codes of the system that are not listed', () => {
    const codes = [
      'outside_a_call',
      'host_not_allowed',
      'request_malformed',
      'certificate_not_trusted',
      'redirected',
      'answer_too_large',
      'answer_malformed',
      'circuit_open',
      'too_many_calls',
      'deadline_passed',
      'service_stopping',
    ] as const;
    const words = codes.map((code) => [code, causeOf(new VendorCallError(code))]);
    expect(words.filter(([, word]) => word === 'unexpected').map(([code]) => code)).to.deep.equal([
      'outside_a_call',
      'host_not_allowed',
      'request_malformed',
    ]);
    expect(Object.fromEntries(words)).to.include({
      certificate_not_trusted: 'tls_failed',
      redirected: 'bad_answer',
      circuit_open: 'circuit_open',
      too_many_calls: 'queue_full',
      deadline_passed: 'timeout',
      service_stopping: 'service_stopping',
    });
  });

  it('stands in the record of the call, for what really happens on the wire', async () => {
    expect(await recorded(unusedAddress)).to.deep.equal(['connection_refused']);
    const answers: readonly (readonly [string, string])[] = [
      ['HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n', 'server_error'],
      ['HTTP/1.1 429 Slow\r\nContent-Length: 0\r\n\r\n', 'rate_limited'],
      ['HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n', 'login_refused'],
      ['HTTP/1.1 400 What\r\nContent-Length: 0\r\n\r\n', 'request_refused'],
      ['this is no answer\r\n\r\n', 'bad_answer'],
    ];
    for (const [answer, cause] of answers) {
      const server = await startRaw((socket) => socket.end(answer));
      expect(await recorded(server.url), answer).to.deep.equal([cause]);
      await server.close();
    }
    const rude = await startRaw((socket) => socket.resetAndDestroy());
    expect(await recorded(rude.url)).to.deep.equal(['connection_reset']);
    await rude.close();
    const silent = await startRaw(() => undefined);
    expect(await recorded(silent.url, 200)).to.deep.equal(['timeout']);
    await silent.close();
  });

  it('is none for an answer', async () => {
    const server = await startRaw((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
    const { ask, records } = aVendorClient(server.url);
    await ask()();
    expect(records.map(({ outageCause }) => outageCause)).to.deep.equal([null]);
    await server.close();
  });
});
