import { AssumeRoleCommand, GetFederationTokenCommand, type STSClient } from '@aws-sdk/client-sts';
import {
  type CredentialsIssuer,
  type ProfileId,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import { schemaCodec, stringCodec, t } from '@portcullis/domain/kernel';
import type { ClientParameters, VendorCall } from '@portcullis/domain/ports';
import type { OngoingCall } from '@portcullis/vendor-client';
import { notFoundAsRejected, sendOptions } from '@portcullis/vendor-client/aws-sdk';
import type { AwsClients } from './clients.ts';
import { sendCommand } from './send-command.ts';

/** The shortest lifetime that STS supports. */
const durationSeconds = 900;

/**
 * Everything that a browser may do with its credentials: stream a liveness check in this region. A permission that the
 * user or role lacks is not granted either.
 */
const sessionPolicy = (region: string): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: 'rekognition:StartFaceLivenessSession',
        Resource: '*',
        Condition: { StringEquals: { 'aws:RequestedRegion': region } },
      },
    ],
  });

/** Accepts any text that is not empty: AWS does not document a length of its tokens. */
const PresentCodec = stringCodec('a text that is not empty', (s) => s !== '');
const DateCodec = schemaCodec('a date', (u): u is Date => u instanceof Date && Number.isFinite(u.getTime()), {});

const IssuedCredentialsCodec = t.type({
  Credentials: t.type({
    AccessKeyId: stringCodec('a key of 16 to 128 letters and digits', (s) => /^\w{16,128}$/.test(s)),
    SecretAccessKey: PresentCodec,
    SessionToken: PresentCodec,
    Expiration: DateCodec,
  }),
});

/** How the credentials are issued: to the user itself, or for a role that the user may assume. */
export type IssuerOptions = { readonly roleArn: string | null };

type CredentialsRequest = { readonly region: string; readonly roleArn: string | null; readonly name: string };

/** Requests the credentials. AWS logs `name`. */
const requestCredentials = (
  client: STSClient,
  call: OngoingCall,
  { region, roleArn, name }: CredentialsRequest,
): Promise<unknown> => {
  const options = sendOptions(call);
  const permissions = { Policy: sessionPolicy(region), DurationSeconds: durationSeconds };
  return roleArn === null
    ? client.send(new GetFederationTokenCommand({ ...permissions, Name: name }), options)
    : client.send(new AssumeRoleCommand({ ...permissions, RoleArn: roleArn, RoleSessionName: name }), options);
};

/** Issues one set of credentials under a name of 2 to 32 letters, digits and `+=,.@_-`. */
export const issueCredentials = (
  { region, sts }: AwsClients,
  { roleArn }: IssuerOptions,
  name: string,
  vendorCall?: VendorCall,
): TaskEither<Unavailable, ClientParameters> => {
  const operation = roleArn === null ? 'GetFederationToken' : 'AssumeRole';
  return sts.vendorClient.call(
    { service: 'browser_credentials', operation, ...(vendorCall && { call: vendorCall }) },
    (call) =>
      pipe(
        sendCommand(
          'browser_credentials',
          () => requestCredentials(sts.client, call, { region, roleArn, name }),
          IssuedCredentialsCodec,
        ),
        TE.mapLeft(notFoundAsRejected('browser_credentials')),
        TE.map(({ Credentials: { AccessKeyId, SecretAccessKey, SessionToken, Expiration } }) => ({
          access_key_id: AccessKeyId,
          secret_access_key: SecretAccessKey,
          session_token: SessionToken,
          expiration: Expiration.toISOString(),
          region,
        })),
      ),
  );
};

const sessionName = (profileId: ProfileId): string => `portcullis-${profileId}`;

/**
 * Issues credentials of AWS STS for fifteen minutes and one action. AWS learns nothing of the person but the profile's
 * id.
 */
export const stsCredentials = (clients: AwsClients, options: IssuerOptions): CredentialsIssuer => ({
  issue: (call) => issueCredentials(clients, options, sessionName(call.profileId), call),
});
