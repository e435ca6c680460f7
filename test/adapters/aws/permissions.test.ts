import { awsDiagnosis } from '@portcullis/adapter-aws';
import type { DiagnosisFinding } from '@portcullis/domain/ports';
import { expect } from 'chai';
import type { IssuerOptions } from '#adapters/aws/client/credentials';
import { type AwsResponse, jsonError, playAws, realAws, xmlAnswer, xmlError } from '../../support/clients/aws.ts';
import { textOf } from '../../support/repository/files.ts';
import { mustSucceed } from '../../support/run.ts';

const account = '123456789012';
const roleArn = `arn:aws:iam::${account}:role/portcullis-liveness`;
const byUser: IssuerOptions = { roleArn: null };
const byRole: IssuerOptions = { roleArn };

const identity = (arn: string): AwsResponse =>
  xmlAnswer('GetCallerIdentity', `<Arn>${arn}</Arn><UserId>AIDAEXAMPLE</UserId><Account>${account}</Account>`);
const credentials =
  '<Credentials><AccessKeyId>ASIAIOSFODNN7EXAMPLE</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>2026-11-21T12:15:00Z</Expiration></Credentials>';

/** The answers of AWS to an identity with every necessary permission. */
const allowed: Readonly<Record<string, AwsResponse>> = {
  GetCallerIdentity: identity(`arn:aws:iam::${account}:user/portcullis`),
  CreateFaceLivenessSession: { body: { SessionId: '3ba3f1a6-3ed4-4d32-9f9a-1c1f2c0a9a11' } },
  GetFaceLivenessSessionResults: jsonError('SessionNotFoundException'),
  DetectFaces: jsonError('InvalidImageFormatException'),
  CompareFaces: jsonError('InvalidImageFormatException'),
  GetFederationToken: xmlAnswer('GetFederationToken', credentials),
  AssumeRole: xmlAnswer('AssumeRole', credentials),
};

const ok = (subject: string, found = 'AWS allows it.'): DiagnosisFinding => ({
  subject,
  verdict: 'ok',
  found,
  remedy: null,
});
const ofUser = ok('AWS keys', 'AWS knows them as those of an IAM user.');
const streaming = (whose: string): DiagnosisFinding => ({
  subject: 'permission rekognition:StartFaceLivenessSession',
  verdict: 'warning',
  found: 'Only a browser that streams a check can try it.',
  remedy: `See that the policy of the ${whose} allows it (docs/vendors/aws.md): browsers get no more than it has.`,
});
const rekognition = [
  'CreateFaceLivenessSession',
  'GetFaceLivenessSessionResults',
  'DetectFaces',
  'CompareFaces',
] as const;

type Statement = {
  readonly Action: string | readonly string[];
  readonly Resource: string;
  readonly Condition?: object;
};
type Policy = { readonly Version: string; readonly Statement: readonly Statement[] };

const actionsOf = ({ Statement }: Policy): readonly string[] => Statement.flatMap(({ Action }) => Action).sort();

/** The policies in the page, in their order. */
const policiesIn = (page: string): readonly Policy[] =>
  [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => JSON.parse(text ?? ''));

describe('the diagnosis of AWS permissions', () => {
  const aws = playAws();

  const diagnose = async (options: IssuerOptions, otherwise: Readonly<Record<string, AwsResponse>> = {}) => {
    const { answer } = aws;
    for (const [operation, said] of Object.entries({ ...allowed, ...otherwise })) answer(operation, said);
    return mustSucceed(awsDiagnosis(realAws().clients, options)());
  };
  const findingOn = async (subject: string, options: IssuerOptions, otherwise: Readonly<Record<string, AwsResponse>>) =>
    (await diagnose(options, otherwise)).find((finding) => finding.subject === subject);

  it('tries each by a request of its own, without a picture, and finds it allowed', async () => {
    expect(await diagnose(byUser)).to.deep.equal([
      ofUser,
      ...rekognition.map((name) => ok(`permission rekognition:${name}`)),
      ok('permission sts:GetFederationToken'),
      streaming('user'),
    ]);
    const { operations, requests } = aws;
    expect(operations()).to.deep.equal(['GetCallerIdentity', ...rekognition, 'GetFederationToken']);
    const images = requests().flatMap(({ body }) => [body['Image'], body['SourceImage'], body['TargetImage']]);
    const noImage = { Bytes: Buffer.from('This is not an image.').toString('base64') };
    expect(images.filter((image) => image !== undefined)).to.deep.equal([noImage, noImage, noImage]);
  });

  it('tries them on the role where there is one', async () => {
    expect((await diagnose(byRole)).slice(-2)).to.deep.equal([ok('permission sts:AssumeRole'), streaming('role')]);
    expect(aws.operations()).not.to.include('GetFederationToken');
  });

  for (const name of rekognition) {
    it(`names ${name} where it is denied, and still tries the others`, async () => {
      const findings = await diagnose(byUser, { [name]: jsonError('AccessDeniedException') });
      const subject = `permission rekognition:${name}`;
      expect(findings.filter(({ verdict }) => verdict === 'wrong').map((finding) => finding.subject)).to.deep.equal([
        subject,
      ]);
      const finding = findings.find((each) => each.subject === subject);
      expect(finding?.found).to.equal('AWS denies it.');
      expect(finding?.remedy).to.contain('docs/vendors/aws-iam.json');
      expect(finding?.remedy).to.contain('eu-west-1');
      expect(findings).to.have.length(7);
    });
  }

  it('reports that the region has no liveness, where that is the cause', async () => {
    const finding = await findingOn('permission rekognition:CreateFaceLivenessSession', byUser, {
      CreateFaceLivenessSession: jsonError('AccessDeniedException'),
    });
    expect(finding?.remedy).to.contain('in a region that has no face liveness, and the region is eu-west-1');
  });

  it('names the permissions of the configured way where browsers get no credentials', async () => {
    const denied = xmlError('AccessDenied', 403);
    const asUser = await findingOn('permission sts:GetFederationToken', byUser, { GetFederationToken: denied });
    expect(asUser).to.include({ verdict: 'wrong', found: 'AWS denies it.' });
    expect(asUser?.remedy).to.contain('STS denies it to the keys of a role');
    const asRole = await findingOn('permission sts:AssumeRole', byRole, { AssumeRole: denied });
    expect(asRole).to.include({ verdict: 'wrong', found: 'AWS denies it.' });
    expect(asRole?.remedy).to.contain('trust policy');
    const inactive = { GetFederationToken: xmlError('RegionDisabledException', 403) };
    expect(await findingOn('permission sts:GetFederationToken', byUser, inactive)).to.deep.equal({
      subject: 'permission sts:GetFederationToken',
      verdict: 'wrong',
      found: 'AWS does not let us ask (RegionDisabledException).',
      remedy: 'Activate STS for this region in the account settings of IAM.',
    });
  });

  it('reports them as unknown, neither present nor missing, where AWS is down or busy', async () => {
    for (const [answer, kind] of [
      [jsonError('InternalServerError', 500), 'unavailable'],
      [jsonError('ThrottlingException', 400), 'quota'],
      [{ body: '<html>' }, 'invalid_response'],
    ] as const) {
      const finding = await findingOn('permission rekognition:DetectFaces', byUser, { DetectFaces: answer });
      expect(finding).to.include({ verdict: 'unknown', found: `AWS gave no answer that says it (${kind}).` });
    }
    const down = { GetCallerIdentity: { status: 503, body: '' } };
    const findings = await diagnose(byUser, down);
    expect(findings.map(({ verdict }) => verdict)).to.deep.equal(['unknown', 'ok', 'ok', 'ok', 'ok', 'ok', 'warning']);
  });

  it('does not wait for them one by one at a service that does not answer', async () => {
    const findings = await diagnose(byUser, { CreateFaceLivenessSession: jsonError('InternalServerError', 500) });
    const verdicts = findings.map(({ verdict, found }) => [verdict, found]);
    const left = ['unknown', 'It was not tried, because AWS did not answer before.'];
    expect(verdicts.slice(2, 5)).to.deep.equal([left, left, left]);
    expect(verdicts[5]).to.deep.equal(['ok', 'AWS allows it.']);
    expect(aws.operations()).not.to.include('DetectFaces');
  });

  it('tries them also where an organisation denies GetCallerIdentity', async () => {
    const findings = await diagnose(byUser, { GetCallerIdentity: xmlError('AccessDenied', 403) });
    expect(findings[0]).to.deep.equal({
      subject: 'AWS keys',
      verdict: 'unknown',
      found: 'AWS denies to say whose they are.',
      remedy: 'See the policies of the organisation.',
    });
    expect(findings.slice(1).map(({ verdict }) => verdict)).to.deep.equal(['ok', 'ok', 'ok', 'ok', 'ok', 'warning']);
  });

  const refusals: readonly (readonly [string, string])[] = [
    ['InvalidClientTokenId', 'There is no such access key, or it is not active.'],
    [
      'SignatureDoesNotMatch',
      'The secret does not belong to the access key, CLOUD_REGION is no region of this account, or the clock of this machine is wrong.',
    ],
    ['RequestExpired', 'The clock of this machine is wrong.'],
    ['ExpiredToken', 'They have expired.'],
    ['OptInRequired', 'AWS does not accept them (OptInRequired).'],
  ];
  for (const [code, found] of refusals) {
    it(`does not try them with keys that AWS refuses as ${code}`, async () => {
      const findings = await diagnose(byUser, { GetCallerIdentity: xmlError(code, 403) });
      expect(findings).to.deep.equal([
        {
          subject: 'AWS keys',
          verdict: 'wrong',
          found,
          remedy:
            'See CLOUD_ACCESS_KEY_ID and CLOUD_SECRET_ACCESS_KEY for missing or added characters, CLOUD_REGION, and the time of this machine.',
        },
      ]);
      expect(aws.operations()).to.deep.equal(['GetCallerIdentity']);
    });
  }

  it('warns of keys of a role without a role to assume, and of those of the account', async () => {
    const assumed = { GetCallerIdentity: identity(`arn:aws:sts::${account}:assumed-role/backend/i-0abc`) };
    const root = { GetCallerIdentity: identity(`arn:aws:iam::${account}:root`) };
    expect((await findingOn('AWS keys', byUser, assumed))?.verdict).to.equal('warning');
    expect((await findingOn('AWS keys', byUser, assumed))?.remedy).to.contain('CLOUD_LIVENESS_ROLE_ARN');
    expect((await findingOn('AWS keys', byRole, assumed))?.verdict).to.equal('ok');
    expect((await findingOn('AWS keys', byUser, root))?.verdict).to.equal('warning');
    expect((await findingOn('AWS keys', byRole, root))?.verdict).to.equal('warning');
  });

  it('repeats no words of AWS, no account and no key', async () => {
    const denied = Object.fromEntries(rekognition.map((name) => [name, jsonError('AccessDeniedException')]));
    const all = JSON.stringify([
      await diagnose(byUser),
      await diagnose(byUser, { ...denied, GetFederationToken: xmlError('AccessDenied', 403) }),
      await diagnose(byRole, { AssumeRole: xmlError('AccessDenied', 403) }),
    ]);
    for (const secret of [account, 'arn:aws', 'ASIA', 'AKIA', 'secret']) expect(all).not.to.contain(secret);
  });

  it('agrees with docs/vendors/aws-iam.json: every permission that is used and no other', async () => {
    const policy: Policy = JSON.parse(textOf('docs/vendors/aws-iam.json'));
    await diagnose(byUser);
    const free = 'sts:GetCallerIdentity';
    const used = aws
      .requests()
      .map(({ operation, headers }) => `${headers['x-amz-target'] === undefined ? 'sts' : 'rekognition'}:${operation}`)
      .filter((action) => action !== free);
    expect(actionsOf(policy)).to.deep.equal([...used, 'rekognition:StartFaceLivenessSession'].sort());
  });

  it('agrees with docs/vendors/aws.md on the division between the user and the role', async () => {
    const [user, role, trust, ...more] = policiesIn(textOf('docs/vendors/aws.md'));
    if (user === undefined || role === undefined || trust === undefined) throw new Error('three policies are shown');
    await diagnose(byRole);
    const used = rekognition.map((name) => `rekognition:${name}`);
    expect(aws.operations().slice(1)).to.deep.equal([...rekognition, 'AssumeRole']);
    expect(actionsOf(user)).to.deep.equal([...used, 'sts:AssumeRole'].sort());
    expect(actionsOf(role)).to.deep.equal(['rekognition:StartFaceLivenessSession']);
    expect(actionsOf(trust)).to.deep.equal(['sts:AssumeRole']);
    expect(more).to.deep.equal([]);
  });

  it('agrees with policies that are for one region, except those of STS', () => {
    const policies = [
      JSON.parse(textOf('docs/vendors/aws-iam.json')),
      ...policiesIn(textOf('docs/vendors/aws.md')),
    ] as readonly Policy[];
    const inRegion = { StringEquals: { 'aws:RequestedRegion': 'eu-west-1' } };
    for (const { Version, Statement } of policies) {
      expect(Version).to.equal('2012-10-17');
      for (const { Action, Condition } of Statement) {
        expect(Condition).to.deep.equal(`${Action}`.startsWith('sts:') ? undefined : inRegion);
      }
    }
  });
});
