import { LoopbackUrl, matchingText, SingleWord } from '../codecs/values.ts';
import { breaker, defineVendor, kibibytes, mebibytes } from './vendor.ts';

const Region = matchingText('a region such as eu-west-1', (text) => /^[a-z]{2}(-[a-z]+)+-\d{1,2}$/.test(text));

const RoleArn = matchingText('the ARN of an IAM role', (text) =>
  /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]{1,576}$/.test(text),
);

/** Face liveness and face comparison by Rekognition, and the credentials of browsers by STS. */
export const aws = defineVendor({
  variables: {
    required: {
      CLOUD_REGION: Region,
      CLOUD_ACCESS_KEY_ID: SingleWord,
      CLOUD_SECRET_ACCESS_KEY: SingleWord,
    },
    optional: { CLOUD_LIVENESS_ROLE_ARN: RoleArn },
    testOnly: { CLOUD_ENDPOINT_URL: LoopbackUrl },
  },
  accountOf: (env) => ({
    region: env.CLOUD_REGION,
    accessKeyId: env.CLOUD_ACCESS_KEY_ID,
    secretAccessKey: env.CLOUD_SECRET_ACCESS_KEY,
    livenessRoleArn: env.CLOUD_LIVENESS_ROLE_ARN ?? null,
    endpoint: env.CLOUD_ENDPOINT_URL ?? null,
  }),
  limits: {
    rekognition: {
      deadlineMs: 10_000,
      maxBytes: 2 * mebibytes,
      concurrency: 50,
      queue: 50,
      maxAttempts: 2,
      breaker,
    },
    sts: {
      deadlineMs: 5_000,
      maxBytes: 256 * kibibytes,
      concurrency: 20,
      queue: 20,
      maxAttempts: 2,
      breaker,
    },
  },
  providers: { liveness: 'rekognition', faces: 'rekognition', credentials: 'sts' },
  names: { liveness: 'aws-rekognition', cloud_credentials: 'aws-sts' },
  load: async () => {
    const adapter = await import('@portcullis/adapter-aws');
    return ({ livenessRoleArn: roleArn, ...account }, { clientFor, clock, fitter }) => {
      const origins = adapter.awsOrigins(account.region, account.endpoint);
      const rekognition = clientFor('rekognition', origins.rekognition);
      const sts = clientFor('sts', origins.sts);
      const clients = adapter.awsClients({ ...account, rekognition, sts });
      return {
        ports: {
          liveness: adapter.rekognitionLiveness(clients, clock),
          faces: adapter.rekognitionFaces(clients, fitter),
          credentials: adapter.stsCredentials(clients, { roleArn }),
        },
        component: { provider: 'aws', origins: [adapter.awsLivenessStream(account.region)], usesWasm: true },
        clients: [rekognition, sts],
        diagnosis: adapter.awsDiagnosis(clients, { roleArn }),
        probes: [{ provider: 'sts', diagnosis: adapter.awsIdentity(clients, { roleArn }) }],
        report: (stateOf) => {
          const keys = stateOf('sts');
          const faces = stateOf('rekognition');
          return {
            // Both use the same keys: if STS rejects them, Rekognition does too.
            liveness: faces === 'unknown' && keys === 'failing' ? 'failing' : faces,
            cloud_credentials: keys,
          };
        },
        time: { vendorClient: sts, address: origins.sts[0] ?? '' },
      };
    };
  },
});
