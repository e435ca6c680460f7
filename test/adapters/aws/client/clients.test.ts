import { execFile } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { awsOrigins, rekognitionLiveness, stsCredentials } from '@portcullis/adapter-aws';
import { expect } from 'chai';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { root } from '../../../support/repository/files.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { type AwsRequest, exampleKeys, playAws, realAws, xmlAnswer } from '../../../support/vendors/aws.ts';

const call = { profileId: 'abc000000000001', attempt: 1 };
const sessionId = '3ba3f1a6-3ed4-4d32-9f9a-1c1f2c0a9a11';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The signature that AWS would compute for the received request (Signature Version 4, with the payload hashed). */
const signatureOf = ({ headers, text }: AwsRequest, secret: string): string => {
  const [, day = '', region = '', service = '', signed = ''] =
    /Credential=\w+\/(\d{8})\/([\w-]+)\/(\w+)\/aws4_request, SignedHeaders=([\w;-]+),/.exec(
      `${headers.authorization}`,
    ) ?? [];
  const names = signed.split(';');
  const lines = names.map((name) => `${name}:${`${headers[name]}`.trim().replace(/ +/g, ' ')}\n`).join('');
  const request = ['POST', '/', '', lines, signed, sha256(text)].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, toSign).toString('hex');
};

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

  it('sign their requests with the signature that AWS computes', async () => {
    const { requests } = aws;
    const { clients } = realAws();
    const open = { call, challenge: 'movement_and_light', requestToken: 'a' } as const;
    await mustSucceed(rekognitionLiveness(clients, fakeClock()).open(open));
    await mustSucceed(stsCredentials(clients, { roleArn: null }).issue(call));
    const sent = requests().map(({ headers }) => /Signature=([0-9a-f]{64})$/.exec(`${headers.authorization}`)?.[1]);
    expect(sent).to.deep.equal(requests().map((request) => signatureOf(request, exampleKeys.secretAccessKey)));
    expect(sent).not.to.deep.equal(requests().map((request) => signatureOf(request, 'another secret')));
    const scopes = requests().map(({ headers }) => /Credential=(\w+)\/\d+\/([^,]+),/.exec(`${headers.authorization}`));
    expect(scopes.map((scope) => scope?.slice(1))).to.deep.equal([
      [exampleKeys.accessKeyId, 'eu-west-1/rekognition/aws4_request'],
      [exampleKeys.accessKeyId, 'eu-west-1/sts/aws4_request'],
    ]);
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

  it('report when the response misses the deadline, or is too large', async () => {
    const { answer } = aws;
    answer('GetFaceLivenessSessionResults', { body: { SessionId: sessionId, Status: 'x'.repeat(2_000) } });
    const small = rekognitionLiveness(realAws({ maxBytes: 1_000 }).clients, fakeClock());
    expect(await mustFail(small.read({ call, sessionId }))).to.include({ kind: 'invalid_response' });
    const late = rekognitionLiveness(realAws({ deadlineMs: 0 }).clients, fakeClock());
    expect(await mustFail(late.read({ call, sessionId }))).to.include({ kind: 'timeout' });
  });
});
