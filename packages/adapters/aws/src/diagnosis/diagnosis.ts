import { CompareFacesCommand, DetectFacesCommand } from '@aws-sdk/client-rekognition';
import { type Diagnosis, E } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { DiagnosisFinding } from '@portcullis/domain/ports';
import { type SendOptions, sendOptions } from '@portcullis/vendor-client/aws-sdk';
import type { AwsClients } from '../client/clients.ts';
import { type IssuerOptions, issueCredentials } from '../client/credentials.ts';
import { sendCommand } from '../client/send-command.ts';
import { rekognitionLiveness } from '../rekognition/liveness.ts';
import { type Probe, runProbe, skippedFinding } from './finding.ts';
import { checkIdentity } from './identity.ts';

const call = { profileId: 'diagnosis', attempt: 1 };
/** The id is well-formed, and no session has it. */
const nonexistentSessionId = '00000000-0000-4000-8000-000000000000';
/** The token is always the same, so that repeated runs open one session and not many. */
const requestToken = 'portcullis-diagnosis';
/** Rekognition checks the permission first and then rejects these bytes, because they are not an image. */
const invalidImage = { Bytes: new TextEncoder().encode('This is not an image.') };
const invalidImageErrors = ['InvalidImageFormatException', 'InvalidParameterException'];

const policyRemedy = 'Allow it in the policy of the user whose keys these are (docs/vendors/aws-iam.json)';

const livenessProbes = (clients: AwsClients): readonly Probe[] => {
  // The time at which the session would expire is not used here.
  const liveness = rekognitionLiveness(clients, { now: () => 0 });
  const deniedRemedy = `${policyRemedy}. Where it is allowed there: AWS denies it in the same words in a region that has no face liveness, and the region is ${clients.region}.`;
  return [
    {
      action: 'rekognition:CreateFaceLivenessSession',
      request: liveness.open({ call, challenge: 'movement_and_light', requestToken }),
      permittedErrors: [],
      deniedRemedy,
    },
    {
      action: 'rekognition:GetFaceLivenessSessionResults',
      request: liveness.read({ call, sessionId: nonexistentSessionId }),
      permittedErrors: [],
      deniedRemedy,
    },
  ];
};

const faceProbes = ({ region, rekognition: { client, vendorClient } }: AwsClients): readonly Probe[] => {
  const probe = (operation: string, send: (options: SendOptions) => Promise<unknown>): Probe => ({
    action: `rekognition:${operation}`,
    request: vendorClient.call({ service: 'faces', operation }, (call) =>
      sendCommand('faces', () => send(sendOptions(call)), t.unknown),
    ),
    permittedErrors: invalidImageErrors,
    deniedRemedy: `${policyRemedy}, for the region ${region}.`,
  });
  return [
    probe('DetectFaces', (options) => client.send(new DetectFacesCommand({ Image: invalidImage }), options)),
    probe('CompareFaces', (options) =>
      client.send(new CompareFacesCommand({ SourceImage: invalidImage, TargetImage: invalidImage }), options),
    ),
  ];
};

const credentialsProbe = (clients: AwsClients, options: IssuerOptions): Probe => ({
  action: options.roleArn === null ? 'sts:GetFederationToken' : 'sts:AssumeRole',
  request: issueCredentials(clients, options, 'portcullis-diagnosis'),
  permittedErrors: [],
  deniedRemedy:
    options.roleArn === null
      ? `${policyRemedy}. STS denies it to the keys of a role whatever the policy says.`
      : 'Allow it for CLOUD_LIVENESS_ROLE_ARN in the policy of the user, and name the user in the trust policy of the role (docs/vendors/aws.md).',
});

const streamingFinding = ({ roleArn }: IssuerOptions): DiagnosisFinding => ({
  subject: 'permission rekognition:StartFaceLivenessSession',
  verdict: 'warning',
  found: 'Only a browser that streams a check can try it.',
  remedy: `See that the policy of the ${roleArn === null ? 'user' : 'role'} allows it (docs/vendors/aws.md): browsers get no more than it has.`,
});

/** Reports whose keys they are, with one call that is free of charge and needs no permission. */
export const awsIdentity =
  (clients: AwsClients, options: IssuerOptions): Diagnosis =>
  () =>
  async () =>
    E.right([await checkIdentity(clients, options)]);

const awsServiceOf = ({ action }: Probe): string => action.split(':')[0] ?? '';

/**
 * Runs the probes one after another, because an account may be limited to five requests a second. After a service has
 * once not answered, its other probes are skipped.
 */
const runSequentially = async (probes: readonly Probe[]): Promise<readonly DiagnosisFinding[]> => {
  const unresponsive = new Set<string>();
  const findings: DiagnosisFinding[] = [];
  for (const probe of probes) {
    const finding = unresponsive.has(awsServiceOf(probe)) ? skippedFinding(probe) : await runProbe(probe);
    if (finding.verdict === 'unknown') unresponsive.add(awsServiceOf(probe));
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
    const keys = await checkIdentity(clients, options);
    if (keys.verdict === 'wrong') return E.right([keys]);
    const probes = [...livenessProbes(clients), ...faceProbes(clients), credentialsProbe(clients, options)];
    return E.right([keys, ...(await runSequentially(probes)), streamingFinding(options)]);
  };
