import { fingerprintDiagnosis, fingerprintOrigin } from '@portcullis/adapter-fingerprint';
import type { DiagnosisFinding } from '@portcullis/domain/ports';
import { simulatorKeys } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import { fingerprintAt } from '../../support/clients/fingerprint.ts';
import { simulatorForTests } from '../../support/clients/vendor-calls.ts';
import { mustSucceed } from '../../support/run.ts';
import { startStub } from '../../support/servers/stub-server.ts';

type Verdict = DiagnosisFinding['verdict'];

/** The findings on the key, the region and the subscription, for each response. */
const verdicts: Readonly<Record<string, readonly [key: Verdict, region: Verdict, subscription: Verdict]>> = {
  '404 event_not_found': ['ok', 'ok', 'ok'],
  '403 secret_api_key_required': ['wrong', 'unknown', 'unknown'],
  '403 secret_api_key_not_found': ['wrong', 'unknown', 'unknown'],
  '401 of_tomorrow': ['wrong', 'unknown', 'unknown'],
  '403 wrong_region': ['ok', 'wrong', 'unknown'],
  '403 subscription_not_active': ['ok', 'unknown', 'wrong'],
  '403 feature_not_enabled': ['ok', 'unknown', 'wrong'],
  '403 of_tomorrow': ['unknown', 'unknown', 'unknown'],
  '400 request_cannot_be_parsed': ['unknown', 'unknown', 'unknown'],
  '404 of_tomorrow': ['unknown', 'unknown', 'unknown'],
  '429 too_many_requests': ['unknown', 'unknown', 'unknown'],
  '500 failed': ['unknown', 'unknown', 'unknown'],
  '504 failed': ['unknown', 'unknown', 'unknown'],
  '200 of_tomorrow': ['unknown', 'unknown', 'unknown'],
};

describe('the diagnosis of Fingerprint', () => {
  const { running } = simulatorForTests();

  it('accepts a valid key, region and subscription, with one free request', async () => {
    expect(await mustSucceed(fingerprintDiagnosis(fingerprintAt(running().url))())).to.deep.equal([
      { subject: 'Fingerprint secret key', verdict: 'ok', found: 'Fingerprint takes the key.', remedy: null },
      { subject: 'Fingerprint region', verdict: 'ok', found: 'The workspace of the key is in eu.', remedy: null },
      { subject: 'Fingerprint subscription', verdict: 'ok', found: 'The subscription is active.', remedy: null },
    ]);
    expect(running().requests()).to.deep.equal([
      { vendor: 'fingerprint', operation: 'events.get', status: 404, body: { event_id: '1000000000000.000000' } },
    ]);
  });

  it('reports a wrong key, and the rest as unknown', async () => {
    const account = fingerprintAt(running().url, { secretKey: 'a-key-of-nobody' });
    const findings = await mustSucceed(fingerprintDiagnosis(account)());
    expect(findings.map(({ verdict }) => verdict)).to.deep.equal(['wrong', 'unknown', 'unknown']);
    expect(findings[0]?.remedy).to.include('FINGERPRINT_SECRET_KEY').and.to.include('FINGERPRINT_REGION');
    expect(JSON.stringify(findings)).to.not.include('a-key-of-nobody');
  });

  for (const [name, expected] of Object.entries(verdicts)) {
    it(`finds ${expected.join(', ')} in ${name}, in our own words`, async () => {
      const [status = '', code = ''] = name.split(' ');
      const stub = await startStub((_, response) =>
        response.writeHead(Number(status)).end(JSON.stringify({ error: { code, message: 'in words of the vendor' } })),
      );
      const findings = await mustSucceed(fingerprintDiagnosis(fingerprintAt(stub.url))());
      await stub.close();
      expect(findings.map(({ verdict }) => verdict)).to.deep.equal(expected);
      expect(JSON.stringify(findings)).to.not.match(/words of the vendor|of_tomorrow/);
      expect(JSON.stringify(findings)).to.not.include(simulatorKeys.fingerprintKey);
      for (const { verdict, found, remedy } of findings) {
        expect(found).to.match(/^[A-Z].*\.$/);
        if (verdict === 'wrong') expect(remedy).to.be.a('string');
      }
    });
  }

  it('reports that nobody answered, and sends a new request each time', async () => {
    const stub = await startStub(() => undefined);
    await stub.close();
    const diagnosis = fingerprintDiagnosis(fingerprintAt(stub.url));
    for (let time = 0; time < 2; time += 1) {
      expect((await mustSucceed(diagnosis()))[0]).to.deep.equal({
        subject: 'Fingerprint secret key',
        verdict: 'unknown',
        found: 'Fingerprint is out, or is not reached from here.',
        remedy: 'Look again later, and see whether this machine gets out to Fingerprint.',
      });
    }
  });
});

describe('the address of Fingerprint', () => {
  it('is that of the region, unless another one is configured', () => {
    const origins = (['us', 'eu', 'ap'] as const).map((region) => fingerprintOrigin(region, null));
    expect(origins).to.deep.equal(['https://api.fpjs.io', 'https://eu.api.fpjs.io', 'https://ap.api.fpjs.io']);
    expect(fingerprintOrigin('us', 'http://127.0.0.1:4000/below/')).to.equal('http://127.0.0.1:4000');
  });
});
