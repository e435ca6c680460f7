import { RekognitionClient } from '@aws-sdk/client-rekognition';
import { STSClient } from '@aws-sdk/client-sts';
import type { WayOut } from '@portcullis/outgoing';
import { requestHandler } from './request-handler.ts';

export type AwsOptions = {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Where a stand-in for both services is; `null` for AWS itself. */
  readonly endpoint: string | null;
  readonly rekognition: WayOut;
  readonly sts: WayOut;
};

/** Both services with the only way to each. One set for a process: the clients learn the difference between the clocks. */
export type AwsClients = {
  readonly region: string;
  readonly rekognition: { readonly client: RekognitionClient; readonly way: WayOut };
  readonly sts: { readonly client: STSClient; readonly way: WayOut };
};

/** The addresses that the clients send to, for the allowed origins of the two ways out. */
export const awsOrigins = (
  region: string,
  endpoint: string | null,
): { readonly rekognition: readonly string[]; readonly sts: readonly string[] } => ({
  rekognition: [new URL(endpoint ?? `https://rekognition.${region}.amazonaws.com`).origin],
  sts: [new URL(endpoint ?? `https://sts.${region}.amazonaws.com`).origin],
});

/**
 * Everything that the SDK would otherwise look for in the environment, in `~/.aws` or at the machine's metadata service
 * is said here, so that none of them can change where images go or in whose name. The way out tries again, not the SDK.
 */
const settings = ({ region, accessKeyId, secretAccessKey, endpoint }: AwsOptions, { fetch }: WayOut) => ({
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
  requestHandler: requestHandler(fetch),
});

export const awsClients = (options: AwsOptions): AwsClients => ({
  region: options.region,
  rekognition: {
    client: new RekognitionClient(settings(options, options.rekognition)),
    way: options.rekognition,
  },
  sts: {
    client: new STSClient({ ...settings(options, options.sts), sigv4aSigningRegionSet: [options.region] }),
    way: options.sts,
  },
});
