import { RekognitionClient } from '@aws-sdk/client-rekognition';
import { STSClient } from '@aws-sdk/client-sts';
import type { VendorClient } from '@portcullis/vendor-client';
import { requestHandler } from '@portcullis/vendor-client/aws-sdk';

export type AwsOptions = {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The address of a stand-in for both services; `null` for AWS itself. */
  readonly endpoint: string | null;
  readonly rekognition: VendorClient;
  readonly sts: VendorClient;
};

/**
 * The SDK clients of both services, each with its vendor client. A process has one set, because the SDK clients learn
 * the clock skew.
 */
export type AwsClients = {
  readonly region: string;
  readonly rekognition: { readonly client: RekognitionClient; readonly vendorClient: VendorClient };
  readonly sts: { readonly client: STSClient; readonly vendorClient: VendorClient };
};

/** The origins that the SDK clients send to. The two vendor clients must allow them. */
export const awsOrigins = (
  region: string,
  endpoint: string | null,
): { readonly rekognition: readonly string[]; readonly sts: readonly string[] } => ({
  rekognition: [new URL(endpoint ?? `https://rekognition.${region}.amazonaws.com`).origin],
  sts: [new URL(endpoint ?? `https://sts.${region}.amazonaws.com`).origin],
});

/** The origin to which a browser streams a liveness check. */
export const awsLivenessStream = (region: string): string => `wss://streaming-rekognition.${region}.amazonaws.com`;

/**
 * Sets every option that the SDK would otherwise read from the environment, from `~/.aws` or from the machine's
 * metadata service, so that none of them can change where images are sent or under whose account. The vendor client
 * retries, the SDK does not.
 */
const clientConfig = ({ region, accessKeyId, secretAccessKey, endpoint }: AwsOptions) => ({
  region,
  credentials: { accessKeyId, secretAccessKey },
  ...(endpoint !== null && { endpoint }),
  ignoreConfiguredEndpointUrls: true,
  useFipsEndpoint: false,
  useDualstackEndpoint: false,
  authSchemePreference: ['sigv4'],
  defaultsMode: 'standard' as const,
  retryMode: 'standard',
  maxAttempts: 1,
  userAgentAppId: 'portcullis',
  requestHandler: requestHandler((bytes) => bytes),
});

export const awsClients = (options: AwsOptions): AwsClients => ({
  region: options.region,
  rekognition: {
    client: new RekognitionClient(clientConfig(options)),
    vendorClient: options.rekognition,
  },
  sts: {
    client: new STSClient({ ...clientConfig(options), sigv4aSigningRegionSet: [options.region] }),
    vendorClient: options.sts,
  },
});
