import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { E, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { DiagnosisFinding } from '@portcullis/domain/ports';
import { notFoundAsRejected, sendOptions } from '@portcullis/vendor-client/aws-sdk';
import type { AwsClients } from '../client/clients.ts';
import type { IssuerOptions } from '../client/credentials.ts';
import { sendCommand } from '../client/send-command.ts';
import { accessDeniedErrors, errorNameOf, inconclusiveFinding } from './finding.ts';

const IdentityCodec = t.type({ Arn: t.string });

const callerArn = ({ sts }: AwsClients): TaskEither<Unavailable, string> =>
  sts.vendorClient.call({ service: 'browser_credentials', operation: 'GetCallerIdentity' }, (call) =>
    pipe(
      sendCommand(
        'browser_credentials',
        () => sts.client.send(new GetCallerIdentityCommand({}), sendOptions(call)),
        IdentityCodec,
      ),
      TE.mapLeft(notFoundAsRejected('browser_credentials')),
      TE.map(({ Arn }) => Arn),
    ),
  );

const subject = 'AWS keys';

/** Reports the kind of identity. The identity itself, and its account, are not reported. */
const identityFinding = (arn: string, { roleArn }: IssuerOptions): DiagnosisFinding => {
  if (arn.includes(':user/')) {
    return { subject, verdict: 'ok', found: 'AWS knows them as those of an IAM user.', remedy: null };
  }
  if (arn.endsWith(':root')) {
    return {
      subject,
      verdict: 'warning',
      found: 'They are those of the account itself, which may do everything.',
      remedy: 'Make an IAM user with the policy in docs/vendors/aws-iam.json and use its keys.',
    };
  }
  if (roleArn !== null) {
    return { subject, verdict: 'ok', found: 'AWS knows them as those of a role.', remedy: null };
  }
  return {
    subject,
    verdict: 'warning',
    found: 'They are temporary ones, and STS gives those no credentials for browsers by GetFederationToken.',
    remedy: 'Set CLOUD_LIVENESS_ROLE_ARN, or use the keys of an IAM user.',
  };
};

const rejectedKeyMessages: ReadonlyMap<string, string> = new Map([
  ['InvalidClientTokenId', 'There is no such access key, or it is not active.'],
  ['UnrecognizedClientException', 'There is no such access key, or it is not active.'],
  [
    'SignatureDoesNotMatch',
    'The secret does not belong to the access key, CLOUD_REGION is no region of this account, or the clock of this machine is wrong.',
  ],
  ['RequestExpired', 'The clock of this machine is wrong.'],
  ['ExpiredToken', 'They have expired.'],
  ['ExpiredTokenException', 'They have expired.'],
]);

const failedIdentityFinding = (reason: Unavailable): DiagnosisFinding => {
  if (reason.kind !== 'not_configured') return inconclusiveFinding(subject, reason);
  const name = errorNameOf(reason);
  // The call needs no permission, but an organisation can deny it nevertheless. A denial says nothing about the other
  // calls.
  if (accessDeniedErrors.has(name)) {
    return {
      subject,
      verdict: 'unknown',
      found: 'AWS denies to say whose they are.',
      remedy: 'See the policies of the organisation.',
    };
  }
  return {
    subject,
    verdict: 'wrong',
    found: rejectedKeyMessages.get(name) ?? `AWS does not accept them (${name}).`,
    remedy:
      'See CLOUD_ACCESS_KEY_ID and CLOUD_SECRET_ACCESS_KEY for missing or added characters, CLOUD_REGION, and the time of this machine.',
  };
};

/** Reports whose keys they are. With `wrong`, every other request with these keys would fail as well. */
export const checkIdentity = async (clients: AwsClients, options: IssuerOptions): Promise<DiagnosisFinding> => {
  const arn = await callerArn(clients)();
  return E.isRight(arn) ? identityFinding(arn.right, options) : failedIdentityFinding(arn.left);
};
