import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { awsOrigins, rekognitionLiveness } from '@portcullis/adapter-aws';
import { expect } from 'chai';
import { exampleKeys, playAws, realAws, xmlAnswer } from '../../../support/clients/aws.ts';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { root } from '../../../support/repository/files.ts';
import { mustFail } from '../../../support/run.ts';

const call = { profileId: 'abc000000000001', attempt: 1 };
const sessionId = '3ba3f1a6-3ed4-4d32-9f9a-1c1f2c0a9a11';

/** The calls of a process whose environment gives another address and another identity in every possible way. */
const program = `
  import { syncBuiltinESMExports } from 'node:module';
  import nock from 'nock';
  syncBuiltinESMExports();
  nock.disableNetConnect();
  const sent = [];
  const play = (host, body) => nock(host).post('/').reply(function () {
    sent.push({ host: this.req.headers.host, headers: this.req.headers });
    return [200, body];
  });
  play('https://rekognition.eu-west-1.amazonaws.com', '{"SessionId":"3ba3f1a6-3ed4-4d32-9f9a-1c1f2c0a9a11"}');
  play('https://sts.eu-west-1.amazonaws.com', ISSUED);
  const { awsClients, awsOrigins, rekognitionLiveness, stsCredentials } = await import('@portcullis/adapter-aws');
  const { createVendorClient } = await import('@portcullis/vendor-client');
  const limits = { deadlineMs: 5000, maxBytes: 100000, concurrency: 2, queue: 2, maxAttempts: 1, breaker: { failures: 9, openMs: 9 } };
  const way = (provider, origins) => createVendorClient({ provider, origins, limits, random: () => 0, observe: () => undefined });
  const origins = awsOrigins('eu-west-1', null);
  const clients = awsClients({
    region: 'eu-west-1', accessKeyId: '${exampleKeys.accessKeyId}', secretAccessKey: '${exampleKeys.secretAccessKey}',
    endpoint: null, rekognition: way('rekognition', origins.rekognition), sts: way('sts', origins.sts),
  });
  const call = { profileId: 'abc000000000001', attempt: 1 };
  const opened = await rekognitionLiveness(clients, { now: () => 0 }).open({ call, challenge: 'movement', requestToken: 'a' })();
  const issued = await stsCredentials(clients, { roleArn: null }).issue(call)();
  console.log(JSON.stringify({ opened: opened._tag, issued: issued._tag, sent }));
`;

const elsewhere = 'http://127.0.0.1:9';
const misleading = {
  AWS_ENDPOINT_URL: elsewhere,
  AWS_ENDPOINT_URL_REKOGNITION: elsewhere,
  AWS_ENDPOINT_URL_STS: elsewhere,
  AWS_REGION: 'us-east-1',
  AWS_DEFAULT_REGION: 'us-east-1',
  AWS_PROFILE: 'somebody-else',
  AWS_CONFIG_FILE: '/nonexistent/config',
  AWS_SHARED_CREDENTIALS_FILE: '/nonexistent/credentials',
  AWS_ACCESS_KEY_ID: 'AKIASOMEBODYELSE0000',
  AWS_SECRET_ACCESS_KEY: 'another secret',
  AWS_SESSION_TOKEN: 'another token',
  AWS_USE_FIPS_ENDPOINT: 'true',
  AWS_USE_DUALSTACK_ENDPOINT: 'true',
  AWS_AUTH_SCHEME_PREFERENCE: 'sigv4a',
  AWS_DEFAULTS_MODE: 'auto',
  AWS_MAX_ATTEMPTS: '9',
  AWS_RETRY_MODE: 'adaptive',
  AWS_SDK_UA_APP_ID: 'somebody-else',
  AWS_STS_REGIONAL_ENDPOINTS: 'legacy',
  HTTPS_PROXY: elsewhere,
  HTTP_PROXY: elsewhere,
  https_proxy: elsewhere,
  http_proxy: elsewhere,
};

describe('the AWS clients', () => {
  const aws = playAws();
  const issued = xmlAnswer(
    'GetFederationToken',
    '<Credentials><AccessKeyId>ASIAIOSFODNN7EXAMPLE</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>2026-11-21T12:15:00Z</Expiration></Credentials>',
  );

  beforeEach(async () => {
    const { answer } = aws;
    answer('CreateFaceLivenessSession', { body: { SessionId: sessionId } });
    answer('GetFederationToken', issued);
  });

  it('use the configured address and identity, whatever the environment says', async () => {
    const run = promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program.replace('ISSUED', JSON.stringify(issued.body))],
      { cwd: `${root}/test`, env: { PATH: process.env['PATH'], ...misleading } },
    );
    const { opened, issued: isIssued, sent } = JSON.parse((await run).stdout);
    expect([opened, isIssued]).to.deep.equal(['Right', 'Right']);
    const hosts = sent.map(({ host }: { host: string }) => host);
    expect(hosts).to.deep.equal(['rekognition.eu-west-1.amazonaws.com', 'sts.eu-west-1.amazonaws.com']);
    for (const { headers } of sent) {
      expect(headers.authorization).to.match(
        new RegExp(`^AWS4-HMAC-SHA256 Credential=${exampleKeys.accessKeyId}/\\d{8}/eu-west-1/(rekognition|sts)/`),
      );
      expect(headers).not.to.have.property('x-amz-security-token');
      expect(headers['user-agent']).to.match(/ app\/portcullis$/);
    }
  });

  it('have the addresses that the vendor clients allow', async () => {
    const asked: string[] = [];
    for (const region of ['eu-west-1', 'us-east-1', 'us-west-2', 'ap-northeast-1', 'ap-south-1', 'us-gov-west-1']) {
      const origins = awsOrigins(region, null);
      expect(origins).to.deep.equal({
        rekognition: [`https://rekognition.${region}.amazonaws.com`],
        sts: [`https://sts.${region}.amazonaws.com`],
      });
      asked.push(...origins.rekognition, ...origins.sts);
    }
    expect(asked).to.have.length(12);
    expect(awsOrigins('eu-west-1', 'http://127.0.0.1:4000/path')).to.deep.equal({
      rekognition: ['http://127.0.0.1:4000'],
      sts: ['http://127.0.0.1:4000'],
    });
  });

  it('send once and leave retries to the vendor client', async () => {
    const { answer, operations } = aws;
    answer('GetFaceLivenessSessionResults', { status: 500, body: { __type: 'InternalServerError' } });
    const once = rekognitionLiveness(realAws().clients, fakeClock());
    expect(await mustFail(once.read({ call, sessionId }))).to.include({ kind: 'unavailable' });
    expect(operations()).to.have.length(1);
    const { clients, records } = realAws({ maxAttempts: 3 });
    expect(await mustFail(rekognitionLiveness(clients, fakeClock()).read({ call, sessionId }))).to.include({
      kind: 'unavailable',
    });
    expect(operations()).to.have.length(4);
    expect(records.map(({ sent, status }) => ({ sent, status }))).to.deep.equal([{ sent: 3, status: 500 }]);
  });
});
