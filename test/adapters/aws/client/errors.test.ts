import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rekognitionLiveness, stsCredentials } from '@portcullis/adapter-aws';
import type { UnavailableKind } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { awsErrors } from '#adapters/aws/client/errors';
import { type AwsResponse, jsonError, playAws, realAws, xmlError } from '../../../support/clients/aws.ts';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { filesBelow, root, textOf } from '../../../support/repository/files.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

const call = { profileId: 'abc000000000001', attempt: 1 };
const sessionId = '3ba3f1a6-3ed4-4d32-9f9a-1c1f2c0a9a11';

/** The commands that the adapter can send. */
const commands = [
  ...new Set(
    filesBelow('packages/adapters/aws/src').flatMap((path) =>
      [...textOf(path).matchAll(/new (\w+)Command\(/g)].map(([, name]) => name ?? ''),
    ),
  ),
].sort();

/** The error classes that the SDK declares for a command, in whichever of its two packages the command is. */
const declaredErrors = (command: string): readonly string[] => {
  const places = ['client-rekognition', 'client-sts'].map((name) =>
    join(root, `node_modules/@aws-sdk/${name}/dist-types/commands/${command}Command.d.ts`),
  );
  const declaration = readFileSync(places.find((path) => existsSync(path)) ?? '', 'utf8');
  return [...declaration.matchAll(/@throws \{@link (\w+)\}/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => !name.endsWith('ServiceException'));
};

const models = ['rekognition-subset', 'sts-subset'].map((name) => join(root, `../shared/vendors/models/${name}.json`));

const errorShapes = (path: string): readonly string[] => {
  const { shapes }: { shapes: Record<string, { traits?: object }> } = JSON.parse(readFileSync(path, 'utf8'));
  return Object.entries(shapes)
    .filter(([, { traits = {} }]) => 'smithy.api#error' in traits)
    .map(([name]) => name.split('#')[1] ?? '');
};

/** Parses `20260501T000000Z` to milliseconds since 1970. */
const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));

const known = (name: string): boolean => Object.hasOwn(awsErrors, name);

describe('the errors of AWS', () => {
  const aws = playAws();

  const read = async (answer: AwsResponse, tries = 1) => {
    const { answer: say } = aws;
    say('GetFaceLivenessSessionResults', answer);
    return mustFail(
      rekognitionLiveness(realAws({ maxAttempts: tries }).clients, fakeClock()).read({ call, sessionId }),
    );
  };
  const issue = async (answer: AwsResponse) => {
    const { answer: say } = aws;
    say('GetFederationToken', answer);
    return mustFail(stsCredentials(realAws().clients, { roleArn: null }).issue(call));
  };
  const outage = (
    service: 'liveness' | 'browser_credentials',
    kind: UnavailableKind,
    name: string,
    status: number,
    retryAfterSeconds = kind === 'not_configured' ? 3600 : 5,
  ) => ({
    _tag: 'Unavailable',
    service,
    kind,
    cause: { name, status },
    retryAfterSeconds,
    ...(kind === 'unavailable' && status >= 500 && { outageCause: 'server_error' }),
  });

  it('have a row for every error that the SDK declares for the used commands', () => {
    expect(commands).to.deep.equal([
      'AssumeRole',
      'CompareFaces',
      'CreateFaceLivenessSession',
      'DetectFaces',
      'GetCallerIdentity',
      'GetFaceLivenessSessionResults',
      'GetFederationToken',
    ]);
    const declared = [...new Set(commands.flatMap(declaredErrors))];
    expect(declared).to.include.members(['SessionNotFoundException', 'PackedPolicyTooLargeException']);
    expect(declared.filter((name) => !known(name))).to.deep.equal([]);
    expect(known('IDPRejectedClaimException')).to.equal(false);
  });

  if (models.every((path) => existsSync(path))) {
    it("have a row for every error of the services' models", () => {
      const shapes = models.flatMap(errorShapes);
      expect(shapes.length).to.be.at.least(13);
      expect(shapes.filter((name) => !known(name))).to.deep.equal([]);
    });
  }

  const named: readonly (readonly [string, number, UnavailableKind])[] = [
    ['AccessDeniedException', 400, 'not_configured'],
    ['UnrecognizedClientException', 400, 'not_configured'],
    ['InvalidSignatureException', 400, 'not_configured'],
    ['ExpiredTokenException', 400, 'not_configured'],
    ['InvalidParameterException', 400, 'rejected'],
    ['InvalidImageFormatException', 400, 'rejected'],
    ['ImageTooLargeException', 400, 'rejected'],
    ['InvalidS3ObjectException', 400, 'rejected'],
    ['ProvisionedThroughputExceededException', 400, 'quota'],
    ['ThrottlingException', 400, 'quota'],
    ['ThrottlingException', 500, 'quota'],
    ['InternalServerError', 500, 'unavailable'],
  ];
  for (const [name, status, kind] of named) {
    it(`of Rekognition called ${name} with ${status} mean ${kind}`, async () => {
      expect(await read(jsonError(name, status))).to.deep.equal(outage('liveness', kind, name, status));
    });
  }

  it('of Rekognition mean NotFound for an unknown session, with a namespace or without', async () => {
    expect(await read(jsonError('SessionNotFoundException'))).to.deep.equal({ _tag: 'NotFound' });
    const long = jsonError('com.amazonaws.rekognition#SessionNotFoundException');
    expect(await read(long)).to.deep.equal({ _tag: 'NotFound' });
  });

  const coded: readonly (readonly [string, number, UnavailableKind, string])[] = [
    ['AccessDenied', 403, 'not_configured', 'AccessDenied'],
    ['InvalidClientTokenId', 403, 'not_configured', 'InvalidClientTokenId'],
    ['SignatureDoesNotMatch', 403, 'not_configured', 'SignatureDoesNotMatch'],
    ['ExpiredToken', 403, 'not_configured', 'ExpiredToken'],
    ['RegionDisabledException', 403, 'not_configured', 'RegionDisabledException'],
    ['MalformedPolicyDocument', 400, 'rejected', 'MalformedPolicyDocumentException'],
    ['PackedPolicyTooLarge', 400, 'rejected', 'PackedPolicyTooLargeException'],
    ['ValidationError', 400, 'rejected', 'ValidationError'],
    ['Throttling', 400, 'quota', 'Throttling'],
  ];
  for (const [code, status, kind, name] of coded) {
    it(`of STS with the code ${code} mean ${kind}`, async () => {
      expect(await issue(xmlError(code, status))).to.deep.equal(outage('browser_credentials', kind, name, status));
    });
  }

  const unnamed: readonly (readonly [number, UnavailableKind])[] = [
    [400, 'rejected'],
    [401, 'not_configured'],
    [402, 'not_configured'],
    [403, 'not_configured'],
    [404, 'rejected'],
    [408, 'timeout'],
    [413, 'rejected'],
    [429, 'quota'],
    [500, 'unavailable'],
    [502, 'unavailable'],
    [503, 'unavailable'],
    [504, 'timeout'],
  ];
  for (const [status, kind] of unnamed) {
    it(`with an unknown name mean ${kind} with ${status}`, async () => {
      const unheard = 'NeverHeardOfException';
      expect(await read(jsonError(unheard, status))).to.deep.equal(outage('liveness', kind, unheard, status));
      const inherited = jsonError('constructor', status);
      expect(await read(inherited)).to.deep.equal(outage('liveness', kind, 'constructor', status));
      const page = { status, body: '<html><body>Bad Gateway', headers: { 'content-type': 'text/html' } };
      expect(await read(page)).to.deep.equal(outage('liveness', kind, 'SyntaxError', status));
      expect(await issue(page)).to.deep.equal(outage('browser_credentials', kind, 'Error', status));
    });
  }

  it('are invalid responses where a 200 has an unexpected form', async () => {
    const page = { body: '<html>' };
    expect(await read(page)).to.deep.equal(outage('liveness', 'invalid_response', 'SyntaxError', 200));
    expect(await issue(page)).to.deep.equal(outage('browser_credentials', 'invalid_response', 'Error', 200));
    for (const body of ['', '{}', '[]', 'null', '"text"', '{"SessionId":5,"Status":true}']) {
      expect(await read({ body })).to.include({ _tag: 'Unavailable', kind: 'invalid_response' });
    }
  });

  it('do not pass on a malformed name or any message', async () => {
    const failure = await read(jsonError('user 123456789012', 400));
    expect(failure).to.deep.equal(outage('liveness', 'rejected', 'Unknown', 400));
    for (const said of [await read(jsonError('AccessDeniedException')), await issue(xmlError('AccessDenied', 403))]) {
      expect(JSON.stringify(said)).not.to.contain('123456789012');
    }
  });

  it('about the clock cost one retry, after which the time of AWS is used', async () => {
    const { answer, requests } = aws;
    const anHourAhead = new Date(Date.now() + 3_600_000);
    const tooLate = {
      ...jsonError('InvalidSignatureException', 400, 'Signature expired'),
      headers: { date: anHourAhead.toUTCString() },
    };
    answer('GetFaceLivenessSessionResults', tooLate, { body: { SessionId: sessionId, Status: 'CREATED' } });
    const liveness = rekognitionLiveness(realAws({ maxAttempts: 2 }).clients, fakeClock());
    expect(await mustSucceed(liveness.read({ call, sessionId }))).to.deep.equal({ status: 'created' });
    const [first = 0, second = 0] = requests().map(({ headers }) => timeOf(`${headers['x-amz-date']}`));
    expect(second - first).to.be.within(3_590_000, 3_610_000);
  });

  it('of other kinds do not change the clock, however wrong it was', async () => {
    const { answer, requests } = aws;
    const anHourAhead = { date: new Date(Date.now() + 3_600_000).toUTCString() };
    answer('GetFaceLivenessSessionResults', { ...jsonError('AccessDeniedException'), headers: anHourAhead });
    const liveness = rekognitionLiveness(realAws({ maxAttempts: 2 }).clients, fakeClock());
    expect(await mustFail(liveness.read({ call, sessionId }))).to.include({ kind: 'not_configured' });
    expect(requests()).to.have.length(1);
  });
});
