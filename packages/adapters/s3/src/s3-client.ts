import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { VendorClient } from '@portcullis/vendor-client';
import { requestHandler } from '@portcullis/vendor-client/aws-sdk';

/** A bucket, and the account that has it. */
export type S3Place = {
  readonly bucket: string;
  /** The beginning of the keys of all objects: it ends in a slash, or is empty. */
  readonly prefix: string;
  readonly region: string;
  /** The address of a store with the interface of S3; `null` for AWS itself. */
  readonly endpoint: string | null;
  /** Whether the bucket stands in the path of an address, and not in its host name. */
  readonly pathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

export type S3Options = S3Place & { readonly vendorClient: VendorClient };

/** The SDK, which is loaded with the first call: a process without an object store does not need it. */
export type S3 = typeof import('./sdk.ts').sdk;
export type OpenS3 = { readonly sdk: S3; readonly client: S3Client };

type Address = Pick<S3Place, 'bucket' | 'region' | 'endpoint' | 'pathStyle'>;

/** The origin to which all requests go. The vendor client must allow it. */
export const s3Origin = ({ bucket, endpoint, pathStyle, region }: Address): string => {
  const service = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (!pathStyle) service.hostname = `${bucket}.${service.hostname}`;
  return service.origin;
};

/**
 * Opens a client of the SDK, with every option that it would otherwise read from the environment, from `~/.aws` or from
 * the machine's metadata service. The vendor client retries, the SDK does not. Checksums that are not required are left
 * out, because not every store knows them; the digest of an object is made by ourselves.
 */
export const openS3 = (options: S3Options): (() => Promise<OpenS3>) => {
  const open = async (): Promise<OpenS3> => {
    const { sdk } = await import('./sdk.ts');
    const { accessKeyId, endpoint, pathStyle, region, secretAccessKey } = options;
    const client = new sdk.S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      ...(endpoint !== null && { endpoint }),
      forcePathStyle: pathStyle,
      ignoreConfiguredEndpointUrls: true,
      useFipsEndpoint: false,
      useDualstackEndpoint: false,
      useAccelerateEndpoint: false,
      useArnRegion: false,
      disableMultiregionAccessPoints: true,
      disableS3ExpressSessionAuth: true,
      followRegionRedirects: false,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      authSchemePreference: ['sigv4'],
      sigv4aSigningRegionSet: [region],
      defaultsMode: 'standard',
      retryMode: 'standard',
      maxAttempts: 1,
      userAgentAppId: 'portcullis',
      // The SDK answers the bytes of an object as a stream, and takes nothing else for them.
      requestHandler: requestHandler((bytes) => Readable.from([Buffer.from(bytes.buffer)])),
    });
    return { sdk, client };
  };
  let opened: Promise<OpenS3> | null = null;
  return () => {
    opened ??= open();
    return opened;
  };
};
