import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type { S3Access } from './s3-place.ts';

/** Signs requests to S3 with the keys of somebody who may use the bucket. */
export const s3Signer = ({ accessKeyId, region, secretAccessKey, sessionToken }: S3Access): SignatureV4 => {
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
  return new SignatureV4({ credentials, region, service: 's3', sha256: Sha256, uriEscapePath: false });
};
