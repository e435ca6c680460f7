import { type Simulator, simulatorKeys } from '@portcullis/vendor-simulator';
import type { S3Options } from '#adapters/s3/s3-client';

/** A bucket of a store at an endpoint. */
export type Place = Pick<S3Options, 'accessKeyId' | 'secretAccessKey' | 'bucket' | 'region'> & {
  readonly endpoint: string;
};

/** The place of a simulator. */
export const simulatedPlace = ({ url }: Pick<Simulator, 'url'>): Place => ({
  endpoint: url,
  bucket: 'portcullis-files',
  region: 'eu-west-1',
  accessKeyId: simulatorKeys.accessKeyId,
  secretAccessKey: simulatorKeys.secretAccessKey,
});

/** The place that `TEST_S3_ENDPOINT` names; `null` where it is not set. */
export const realPlace = (env: NodeJS.ProcessEnv): Place | null => {
  const endpoint = env['TEST_S3_ENDPOINT'];
  if (endpoint === undefined || endpoint === '') return null;
  return {
    endpoint,
    bucket: env['TEST_S3_BUCKET'] ?? 'portcullis-test',
    region: env['TEST_S3_REGION'] ?? 'us-east-1',
    accessKeyId: env['TEST_S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: env['TEST_S3_SECRET_ACCESS_KEY'] ?? '',
  };
};
