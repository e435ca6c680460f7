import { expect } from 'chai';
import {
  askRekognition,
  askSts,
  elementOf,
  errorIn,
  issuedKeys,
  ownSigning,
  simulatorForTests,
} from '../../support/clients/vendor-calls.ts';
import { fakeClock } from '../../support/clock/fake-clock.ts';
import { tinyJpeg } from '../../support/images/tiny-jpeg.ts';

const policy = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'rekognition:StartFaceLivenessSession', Resource: '*' }],
};
const federation = {
  Action: 'GetFederationToken',
  Name: 'sim-abc',
  Policy: JSON.stringify(policy),
  DurationSeconds: '900',
};
const assumption = {
  Action: 'AssumeRole',
  RoleArn: 'arn:aws:iam::123456789012:role/path/liveness',
  RoleSessionName: 'sim-abc',
  Policy: JSON.stringify(policy),
  DurationSeconds: '900',
};

describe('the simulator of AWS', () => {
  const clock = fakeClock();
  const { running } = simulatorForTests({ clock });
  const sts = (form: Record<string, string>) => askSts(running().url, form);
  const rekognition = (operation: string, body: unknown) => askRekognition(running().url, operation, body);
  const userArn = 'arn:aws:iam::123456789012:user/simulator';

  it('issues credentials of the vendor’s form that expire as requested', async () => {
    const reply = await sts(federation);
    const { accessKeyId, secretAccessKey, sessionToken } = issuedKeys(reply);
    expect(accessKeyId).to.match(/^ASIA[A-Z2-7]{16}$/);
    expect(secretAccessKey).to.match(/^[A-Za-z0-9/+]{40}$/);
    expect(sessionToken).to.match(/^[A-Za-z0-9/+=]{200,}$/);
    expect(elementOf(reply, 'Expiration')).to.equal('2026-05-01T00:15:00Z');
    expect([reply.status, reply.headers.get('content-type')]).to.deep.equal([200, 'text/xml']);
  });

  it('issues new credentials each time', async () => {
    const one = issuedKeys(await sts(federation));
    const other = issuedKeys(await sts(federation));
    for (const part of ['accessKeyId', 'secretAccessKey', 'sessionToken'] as const) {
      expect(one[part]).not.to.equal(other[part]);
    }
  });

  it('answers the identity of credentials, for a federated user and a role', async () => {
    const federated = await sts(federation);
    expect(elementOf(federated, 'Arn')).to.equal('arn:aws:sts::123456789012:federated-user/sim-abc');
    expect(elementOf(federated, 'FederatedUserId')).to.equal('123456789012:sim-abc');
    const assumed = await sts(assumption);
    expect(elementOf(assumed, 'Arn')).to.equal('arn:aws:sts::123456789012:assumed-role/liveness/sim-abc');
    expect(elementOf(assumed, 'AssumedRoleId')).to.equal('AROASIMULATOR00000001:sim-abc');
  });

  it('issues credentials for twelve hours, and those of a role for one, by default', async () => {
    const { DurationSeconds: _, ...plain } = federation;
    const { DurationSeconds: __, ...plainRole } = assumption;
    expect(elementOf(await sts(plain), 'Expiration')).to.equal('2026-05-01T12:00:00Z');
    expect(elementOf(await sts(plainRole), 'Expiration')).to.equal('2026-05-01T01:00:00Z');
  });

  it('answers the caller identity', async () => {
    const reply = await sts({ Action: 'GetCallerIdentity' });
    expect(['Arn', 'UserId', 'Account'].map((name) => elementOf(reply, name))).to.deep.equal([
      userArn,
      'AIDASIMULATOR00000001',
      '123456789012',
    ]);
  });

  it('records the policy that was sent, parsed', async () => {
    await sts(federation);
    expect(running().requests()).to.deep.equal([
      {
        vendor: 'sts',
        operation: 'GetFederationToken',
        status: 200,
        body: { Name: 'sim-abc', Policy: policy, DurationSeconds: 900 },
      },
    ]);
  });

  it('refuses an invalid policy', async () => {
    const malformed = { status: 400, code: 'MalformedPolicyDocument', message: 'Syntax errors in policy.' };
    for (const Policy of [
      '{',
      '[]',
      '{}',
      '{"Version":"2012-10-17","Statement":[{"Effect":"allow","Action":"a:b"}]}',
    ]) {
      expect(errorIn(await sts({ ...federation, Policy })), Policy).to.deep.equal(malformed);
      expect(errorIn(await sts({ ...assumption, Policy })), Policy).to.deep.equal(malformed);
    }
  });

  it('refuses a form that violates the model, with the field', async () => {
    expect(errorIn(await sts({ ...federation, DurationSeconds: '60' }))).to.deep.equal({
      status: 400,
      code: 'ValidationError',
      message: "1 validation error detected: Value at 'DurationSeconds' must be at least 900 and at most 129600",
    });
    for (const wrong of [
      { ...federation, Name: 'a b' },
      { ...federation, DurationSeconds: '15m' },
      { ...federation, Duration: '900' },
      { ...federation, 'Tags.member.1.Key': 'a' },
      { ...assumption, RoleArn: 'liveness' },
      { ...assumption, RoleArn: 'arn:aws:iam::123456789012:user/liveness' },
      { Action: 'GetCallerIdentity', Name: 'a' },
    ]) {
      expect(errorIn(await sts(wrong)), JSON.stringify(wrong)).to.include({ status: 400, code: 'ValidationError' });
    }
  });

  it('parses the lists of a form', async () => {
    const lists = {
      'Tags.member.2.Key': 'b',
      'Tags.member.2.Value': '2',
      'Tags.member.1.Key': 'a',
      'Tags.member.1.Value': '1',
    };
    expect((await sts({ ...federation, ...lists })).status).to.equal(200);
    expect(running().requests()[0]?.body).to.deep.include({
      Tags: [
        { Key: 'a', Value: '1' },
        { Key: 'b', Value: '2' },
      ],
    });
  });

  it('refuses every other operation and every other version', async () => {
    const invalid = (message: string) => ({ status: 400, code: 'InvalidAction', message });
    expect(errorIn(await sts({ Action: 'GetSessionToken' }))).to.deep.equal(
      invalid('Could not find operation GetSessionToken for version 2011-06-15'),
    );
    expect(errorIn(await sts({ ...federation, Version: '2010-01-01' }))).to.deep.equal(
      invalid('Could not find operation GetFederationToken for version 2010-01-01'),
    );
    for (const operation of ['DetectLabels', 'constructor', '']) {
      expect(errorIn(await rekognition(operation, {}))).to.include({ status: 400, code: 'UnknownOperationException' });
    }
  });

  it('refuses a Rekognition request that violates the model, with the field', async () => {
    expect(errorIn(await rekognition('DetectFaces', { Image: {}, Attributes: ['AGE'], Limit: 1 }))).to.deep.equal({
      status: 400,
      code: 'InvalidParameterException',
      message:
        "2 validation errors detected: Value at 'Attributes[0]' must be one of DEFAULT, ALL, AGE_RANGE, BEARD, EMOTIONS, EYE_DIRECTION, EYEGLASSES, EYES_OPEN, GENDER, MOUTH_OPEN, MUSTACHE, FACE_OCCLUDED, SMILE, SUNGLASSES; Value at '/Limit' is not a member",
    });
    expect(errorIn(await rekognition('GetFaceLivenessSessionResults', {}))).to.deep.equal({
      status: 400,
      code: 'InvalidParameterException',
      message: "1 validation error detected: Value at 'SessionId' is required",
    });
    for (const body of ['not json', '[]', '"text"', '']) {
      expect(errorIn(await rekognition('DetectFaces', body)), body).to.include({ code: 'SerializationException' });
    }
  });

  it('denies what the script denies, and nothing else', async () => {
    running().script({ denied: ['rekognition:DetectFaces', 'sts:GetFederationToken', 'sts:GetCallerIdentity'] });
    expect(errorIn(await rekognition('DetectFaces', {}))).to.deep.equal({
      status: 400,
      code: 'AccessDeniedException',
      message: `User: ${userArn} is not authorized to perform: rekognition:DetectFaces on resource: *`,
    });
    expect(errorIn(await sts(federation))).to.deep.equal({
      status: 403,
      code: 'AccessDenied',
      message: `User: ${userArn} is not authorized to perform: sts:GetFederationToken on resource: arn:aws:sts::123456789012:federated-user/sim-abc`,
    });
    expect((await sts(assumption)).status).to.equal(200);
    expect((await rekognition('CreateFaceLivenessSession', {})).status).to.equal(200);
    // GetCallerIdentity can never be denied.
    expect((await sts({ Action: 'GetCallerIdentity' })).status).to.equal(200);
  });

  it('answers with the headers of the vendor', async () => {
    const { headers } = await rekognition('CreateFaceLivenessSession', {});
    expect(headers.get('content-type')).to.equal('application/x-amz-json-1.1');
    expect(headers.get('x-amzn-requestid')).to.match(/^[0-9a-f-]{36}$/);
  });

  it('serves only the region that it was made for', async () => {
    const by = { ...ownSigning('rekognition'), region: 'us-east-1' };
    const body = { Image: { Bytes: Buffer.from(tinyJpeg()).toString('base64') } };
    expect(errorIn(await askRekognition(running().url, 'DetectFaces', body, by)).code).to.equal(
      'InvalidSignatureException',
    );
  });
});
