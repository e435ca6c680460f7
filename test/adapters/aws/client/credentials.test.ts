import { inspect } from 'node:util';
import { stsCredentials } from '@portcullis/adapter-aws';
import { expect } from 'chai';
import { playAws, realAws, xmlAnswer } from '../../../support/clients/aws.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

const call = { profileId: 'abc000000000001', attempt: 1 };
const roleArn = 'arn:aws:iam::111122223333:role/portcullis-liveness';

const given = {
  AccessKeyId: 'ASIAIOSFODNN7EXAMPLE',
  SecretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  SessionToken: 'FwoGZXIvYXdzEXAMPLETOKEN//////////=',
  Expiration: '2026-11-21T12:15:00Z',
};
const credentials = (fields: Readonly<Record<string, string>>): string =>
  `<Credentials>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</Credentials>`;

const issued = {
  access_key_id: given.AccessKeyId,
  secret_access_key: given.SecretAccessKey,
  session_token: given.SessionToken,
  expiration: '2026-11-21T12:15:00.000Z',
  region: 'eu-west-1',
};

/** The only permission of a browser. */
const policy = {
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: 'rekognition:StartFaceLivenessSession',
      Resource: '*',
      Condition: { StringEquals: { 'aws:RequestedRegion': 'eu-west-1' } },
    },
  ],
};

describe('the credentials that STS issues', () => {
  const aws = playAws();

  const sent = async () =>
    aws.requests().map(({ operation, body: { Policy, ...body } }) => ({
      operation,
      policy: JSON.parse(`${Policy}`),
      ...body,
    }));

  it('belong to the user, for one action in one region, for fifteen minutes, named by the profile', async () => {
    const { answer } = aws;
    answer('GetFederationToken', xmlAnswer('GetFederationToken', credentials(given)));
    const issuer = stsCredentials(realAws().clients, { roleArn: null });
    expect(await mustSucceed(issuer.issue(call))).to.deep.equal(issued);
    expect(await sent()).to.deep.equal([
      { operation: 'GetFederationToken', Name: 'portcullis-abc000000000001', policy, DurationSeconds: '900' },
    ]);
  });

  it('belong to the role where there is one, with the same rights and duration', async () => {
    const { answer } = aws;
    answer('AssumeRole', xmlAnswer('AssumeRole', credentials(given)));
    const issuer = stsCredentials(realAws().clients, { roleArn });
    expect(await mustSucceed(issuer.issue(call))).to.deep.equal(issued);
    expect(await sent()).to.deep.equal([
      {
        operation: 'AssumeRole',
        RoleArn: roleArn,
        RoleSessionName: 'portcullis-abc000000000001',
        policy,
        DurationSeconds: '900',
      },
    ]);
  });

  it('are requested anew each time, and are not stored', async () => {
    const { answer, operations } = aws;
    const next = (key: string) => xmlAnswer('GetFederationToken', credentials({ ...given, AccessKeyId: key }));
    answer('GetFederationToken', next('ASIAIOSFODNN7EXAMPL1'), next('ASIAIOSFODNN7EXAMPL2'));
    const issue = stsCredentials(realAws().clients, { roleArn: null }).issue(call);
    expect(operations()).to.deep.equal([]);
    const keys = [await mustSucceed(issue), await mustSucceed(issue)].map(({ access_key_id }) => access_key_id);
    expect(keys).to.deep.equal(['ASIAIOSFODNN7EXAMPL1', 'ASIAIOSFODNN7EXAMPL2']);
  });

  const wrong: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['no access key', { ...given, AccessKeyId: '' }],
    ['an access key that is none', { ...given, AccessKeyId: 'a key with spaces' }],
    ['no secret', { ...given, SecretAccessKey: '' }],
    ['no token', { ...given, SessionToken: '' }],
    ['no end', { ...given, Expiration: '' }],
    ['an end that is no date', { ...given, Expiration: 'in a while' }],
    ['nothing', {}],
    ...Object.keys(given).map(
      (left) =>
        [
          `everything but ${left}`,
          Object.fromEntries(Object.entries(given).filter(([name]) => name !== left)),
        ] as const,
    ),
  ];
  for (const [what, fields] of wrong) {
    it(`are an invalid response with ${what}, and the failure does not contain them`, async () => {
      const { answer } = aws;
      answer('GetFederationToken', xmlAnswer('GetFederationToken', credentials(fields)));
      const failure = await mustFail(stsCredentials(realAws().clients, { roleArn: null }).issue(call));
      expect(failure).to.include({
        _tag: 'Unavailable',
        service: 'browser_credentials',
        kind: 'invalid_response',
        retryAfterSeconds: 5,
      });
      const known = inspect(failure, { depth: 10, showHidden: true });
      for (const secret of [given.SecretAccessKey, given.SessionToken, given.AccessKeyId]) {
        expect(known).not.to.contain(secret);
      }
    });
  }
});
