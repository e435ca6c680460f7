import { headerOf, type IncomingRequest, sha256 } from '../core/exchange.ts';

/** A request to the object store, as it is read from its method and its address. */
export type ObjectRequest = {
  readonly operation: ObjectOperation | null;
  readonly bucket: string;
  readonly key: string;
};

/** The operations, each with the IAM action that it needs and the names that its query may have. */
export const objectOperations = {
  PutObject: { action: 's3:PutObject', query: ['x-id'] },
  GetObject: { action: 's3:GetObject', query: ['x-id'] },
  DeleteObject: { action: 's3:DeleteObject', query: ['x-id'] },
  ListObjectsV2: { action: 's3:ListBucket', query: ['list-type', 'max-keys', 'prefix', 'start-after'] },
  GetBucketVersioning: { action: 's3:GetBucketVersioning', query: ['versioning'] },
  GetObjectLockConfiguration: { action: 's3:GetBucketObjectLockConfiguration', query: ['object-lock'] },
} as const;
export type ObjectOperation = keyof typeof objectOperations;

const ofObject: { readonly [method: string]: ObjectOperation } = {
  PUT: 'PutObject',
  GET: 'GetObject',
  DELETE: 'DeleteObject',
};

const ofBucket = ({ method, query }: IncomingRequest): ObjectOperation | null => {
  if (method !== 'GET') return null;
  if (query.get('list-type') === '2') return 'ListObjectsV2';
  if (query.has('versioning')) return 'GetBucketVersioning';
  return query.has('object-lock') ? 'GetObjectLockConfiguration' : null;
};

/** Whether a request says that it is for the object store: by its signature, or by a bucket and the body's digest. */
const isForObjects = (incoming: IncomingRequest): boolean =>
  (headerOf(incoming, 'x-amz-content-sha256') !== undefined && incoming.path !== '/') ||
  (headerOf(incoming, 'authorization') ?? '').includes('/s3/aws4_request');

/** Reads a request with the bucket in its path; `null` for one that is for another vendor. */
export const readObjectRequest = (incoming: IncomingRequest): ObjectRequest | null => {
  if (!isForObjects(incoming)) return null;
  const [, bucket = '', ...rest] = incoming.path.split('/');
  const key = rest.map(decodeURIComponent).join('/');
  const operation = key === '' ? ofBucket(incoming) : (ofObject[incoming.method] ?? null);
  return { operation, bucket, key };
};

/** Why a request is refused. */
export type ObjectFault = { readonly status: number; readonly code: string; readonly message: string };

const fault = (status: number, code: string, message: string): ObjectFault => ({ status, code, message });

/** Headers of what not every store does: a client that sends one relies on it. */
const beyond = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'x-amz-acl',
  'x-amz-tagging',
  'x-amz-checksum-crc32',
  'x-amz-checksum-crc32c',
  'x-amz-checksum-crc64nvme',
  'x-amz-checksum-mode',
  'x-amz-checksum-sha1',
  'x-amz-checksum-sha256',
  'x-amz-trailer',
  'x-amz-storage-class',
];

const headerFault = (incoming: IncomingRequest): ObjectFault | null => {
  const digest = headerOf(incoming, 'x-amz-content-sha256');
  if (digest === undefined) return fault(400, 'InvalidRequest', 'Missing required header: x-amz-content-sha256');
  if (digest !== sha256(incoming.body))
    return fault(400, 'XAmzContentSHA256Mismatch', 'The provided x-amz-content-sha256 header does not match.');
  const name = beyond.find((one) => headerOf(incoming, one) !== undefined);
  return name === undefined ? null : fault(501, 'NotImplemented', `A header you provided implies this: ${name}`);
};

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

const nameFault = ({ bucket, key }: ObjectRequest): ObjectFault | null => {
  if (!bucketName.test(bucket)) return fault(400, 'InvalidBucketName', 'The specified bucket is not valid.');
  return Buffer.byteLength(key) > 1024 ? fault(400, 'KeyTooLongError', 'Your key is too long') : null;
};

const queryFault = ({ query }: IncomingRequest, operation: ObjectOperation): ObjectFault | null => {
  const known: readonly string[] = objectOperations[operation].query;
  const name = [...query.keys()].find((one) => !known.includes(one));
  if (name !== undefined) return fault(400, 'InvalidArgument', `There is no such parameter: ${name}`);
  const most = query.get('max-keys');
  return most === null || /^(?:[1-9]\d{0,2}|1000)$/.test(most)
    ? null
    : fault(400, 'InvalidArgument', 'max-keys is a number from 1 to 1000 here');
};

/** The fault of a request, or of a client that relies on what other stores with this interface do not do. */
export const objectFault = (
  incoming: IncomingRequest,
  request: ObjectRequest,
  operation: ObjectOperation,
): ObjectFault | null => nameFault(request) ?? queryFault(incoming, operation) ?? headerFault(incoming);
