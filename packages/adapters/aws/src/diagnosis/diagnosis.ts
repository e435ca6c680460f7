import { CompareFacesCommand, DetectFacesCommand } from '@aws-sdk/client-rekognition';
import { type Diagnosis, E, type Finding, t } from '@portcullis/domain';
import { asked } from '../asked.ts';
import type { AwsClients } from '../clients.ts';
import { type IssuerOptions, issue } from '../credentials.ts';
import { rekognitionLiveness } from '../liveness.ts';
import { leftOut, lookedAt, type Probe } from './finding.ts';
import { identityOf } from './identity.ts';

const call = { profileId: 'diagnosis', attempt: 1 };
/** The id is well-formed, and no session has it. */
const nobodysSession = '00000000-0000-4000-8000-000000000000';
/** The token is always the same, so that repeated runs open one session and not many. */
const requestToken = 'portcullis-diagnosis';
/** Rekognition checks the permission first and then rejects these bytes, because they are not an image. */
const noImage = { Bytes: new TextEncoder().encode('This is not an image.') };
const refusedAsNoImage = ['InvalidImageFormatException', 'InvalidParameterException'];

const inPolicy = 'Allow it in the policy of the user whose keys these are (docs/vendors/aws-iam.json)';

const livenessProbes = (clients: AwsClients): readonly Probe[] => {
  // The time at which the session would expire is not used here.
  const liveness = rekognitionLiveness(clients, { now: () => 0 });
  const whenDenied = `${inPolicy}. Where it is allowed there: AWS denies it in the same words in a region that has no face liveness, and the region is ${clients.region}.`;
  return [
    {
      action: 'rekognition:CreateFaceLivenessSession',
      ask: liveness.open({ call, challenge: 'movement_and_light', requestToken }),
      allowedBy: [],
      whenDenied,
    },
    {
      action: 'rekognition:GetFaceLivenessSessionResults',
      ask: liveness.read({ call, sessionId: nobodysSession }),
      allowedBy: [],
      whenDenied,
    },
  ];
};

const faceProbes = ({ region, rekognition: { client, way } }: AwsClients): readonly Probe[] => {
  const probe = (operation: string, send: () => Promise<unknown>): Probe => ({
    action: `rekognition:${operation}`,
    ask: way.call({ service: 'faces', operation }, () => asked('faces', send, t.unknown)),
    allowedBy: refusedAsNoImage,
    whenDenied: `${inPolicy}, for the region ${region}.`,
  });
  return [
    probe('DetectFaces', () => client.send(new DetectFacesCommand({ Image: noImage }))),
    probe('CompareFaces', () => client.send(new CompareFacesCommand({ SourceImage: noImage, TargetImage: noImage }))),
  ];
};

const credentialsProbe = (clients: AwsClients, options: IssuerOptions): Probe => ({
  action: options.roleArn === null ? 'sts:GetFederationToken' : 'sts:AssumeRole',
  ask: issue(clients, options, 'portcullis-diagnosis'),
  allowedBy: [],
  whenDenied:
    options.roleArn === null
      ? `${inPolicy}. STS denies it to the keys of a role whatever the policy says.`
      : 'Allow it for CLOUD_LIVENESS_ROLE_ARN in the policy of the user, and name the user in the trust policy of the role (docs/vendors/aws.md).',
});

const streaming = ({ roleArn }: IssuerOptions): Finding => ({
  subject: 'permission rekognition:StartFaceLivenessSession',
  verdict: 'warning',
  found: 'Only a browser that streams a check can try it.',
  mend: `See that the policy of the ${roleArn === null ? 'user' : 'role'} allows it (docs/vendors/aws.md): browsers get no more than it has.`,
});

/** Reports whose keys they are, with one call that is free of charge and needs no permission. */
export const awsIdentity =
  (clients: AwsClients, options: IssuerOptions): Diagnosis =>
  () =>
  async () =>
    E.right([await identityOf(clients, options)]);

const serviceOf = ({ action }: Probe): string => action.split(':')[0] ?? '';

/**
 * Runs the probes one after another, because an account may be limited to five requests a second. After a service has
 * once not answered, its other probes are skipped.
 */
const inARow = async (probes: readonly Probe[]): Promise<readonly Finding[]> => {
  const silent = new Set<string>();
  const findings: Finding[] = [];
  for (const probe of probes) {
    const finding = silent.has(serviceOf(probe)) ? leftOut(probe) : await lookedAt(probe);
    if (finding.verdict === 'unknown') silent.add(serviceOf(probe));
    findings.push(finding);
  }
  return findings;
};

/**
 * Checks the keys and every permission. It opens one liveness session that nobody streams to, issues one set of
 * credentials that it discards, and sends no picture.
 */
export const awsDiagnosis =
  (clients: AwsClients, options: IssuerOptions): Diagnosis =>
  () =>
  async () => {
    const keys = await identityOf(clients, options);
    if (keys.verdict === 'wrong') return E.right([keys]);
    const probes = [...livenessProbes(clients), ...faceProbes(clients), credentialsProbe(clients, options)];
    return E.right([keys, ...(await inARow(probes)), streaming(options)]);
  };
