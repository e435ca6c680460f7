import { createHash, randomUUID } from 'node:crypto';
import {
  headerOf,
  type IncomingRequest,
  type SimulatedCall,
  sha256,
  type VendorError,
  type VendorResponse,
} from '../core/exchange.ts';
import { type SimulatorState, storeBounded } from '../core/state.ts';
import { type AuthFault, authorize, type IssuedKeys } from './authorize.ts';
import {
  type ObjectOperation,
  type ObjectRequest,
  objectFault,
  objectOperations,
  readObjectRequest,
} from './s3-requests.ts';
import { readAuthorization } from './signature.ts';
import { s3Document } from './xml.ts';

type StoredObject = {
  readonly bytes: Uint8Array;
  readonly headers: { readonly [name: string]: string };
  readonly modifiedAt: number;
};

const defaultErrors: { readonly [status: number]: readonly [code: string, message: string] } = {
  400: ['InvalidRequest', 'Invalid Request'],
  401: ['InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.'],
  403: ['AccessDenied', 'Access Denied'],
  404: ['NoSuchKey', 'The specified key does not exist.'],
  429: ['TooManyRequests', 'Please reduce your request rate.'],
  503: ['ServiceUnavailable', 'Service is unable to handle request.'],
};

const xmlResponse = (status: number, body: string, headers: VendorError['headers'] = {}): VendorResponse => ({
  status,
  headers: { 'content-type': 'application/xml', 'x-amz-request-id': randomUUID(), ...headers },
  body,
});

const errorResponse = ({ status, code, message, headers }: VendorError): VendorResponse => {
  const [usualCode, usualMessage] = defaultErrors[status] ?? ['InternalError', 'We encountered an internal error.'];
  const error = { Code: code ?? usualCode, Message: message ?? usualMessage, RequestId: randomUUID() };
  return xmlResponse(status, s3Document('Error', error), headers);
};

const faultCodes: { readonly [fault in AuthFault['fault']]: readonly [status: number, code: string] } = {
  missing: [403, 'AccessDenied'],
  incomplete: [400, 'AuthorizationHeaderMalformed'],
  unknown_key: [403, 'InvalidAccessKeyId'],
  expired_key: [400, 'ExpiredToken'],
  mismatch: [403, 'SignatureDoesNotMatch'],
};

const keptHeaders = /^(?:content-type|x-amz-meta-[a-z0-9-]+)$/;

const objectHeaders = ({ headers, modifiedAt }: StoredObject): { readonly [name: string]: string } => ({
  ...headers,
  'last-modified': new Date(modifiedAt).toUTCString(),
  'x-amz-request-id': randomUUID(),
});

/** The refusal of a request before anybody looks at what it asks for. */
const refusal = (state: SimulatorState, issued: ReadonlyMap<string, IssuedKeys>) => {
  const { clock, region, script, signingClock } = state;
  return (incoming: IncomingRequest, operation: ObjectOperation): VendorError | null => {
    const signed = readAuthorization(headerOf(incoming, 'authorization') ?? '');
    if (signed !== null && signed.region !== region) {
      const message = `The authorization header is malformed; the region '${signed.region}' is wrong; expecting '${region}'`;
      return { status: 400, code: 'AuthorizationHeaderMalformed', message };
    }
    const now = { now: clock.now(), signingNow: signingClock.now() };
    const signer = authorize(incoming, { service: 's3', region, ...now, issued, denied: script().denied });
    if ('fault' in signer) {
      const [status, code] = faultCodes[signer.fault];
      return { status, code, message: signer.message };
    }
    return signer.allows(objectOperations[operation].action) ? null : { status: 403, code: 'AccessDenied' };
  };
};

const done = (status: number): VendorResponse => ({
  status,
  headers: { 'x-amz-request-id': randomUUID() },
  body: '',
});

const lockOf = (isLocked: boolean): VendorResponse =>
  isLocked
    ? xmlResponse(200, s3Document('ObjectLockConfiguration', { ObjectLockEnabled: 'Enabled' }))
    : errorResponse({
        status: 404,
        code: 'ObjectLockConfigurationNotFoundError',
        message: 'Object Lock configuration does not exist for this bucket',
      });

type Step = (request: ObjectRequest, incoming: IncomingRequest) => VendorResponse;

/** The effect of each operation on the objects of all buckets. */
const objectSteps = (state: SimulatorState): { readonly [operation in ObjectOperation]: Step } => {
  const stored = new Map<string, StoredObject>();
  const nameOf = ({ bucket, key }: ObjectRequest): string => `${bucket}/${key}`;

  const put: Step = (request, { body, headers }) => {
    const kept = Object.entries(headers).filter(([name]) => keptHeaders.test(name));
    const object = { bytes: Uint8Array.from(body), modifiedAt: state.clock.now() };
    storeBounded(stored, nameOf(request), {
      ...object,
      headers: Object.fromEntries(kept.map(([name, value]) => [name, `${value}`])),
    });
    const answer = done(200);
    return { ...answer, headers: { ...answer.headers, etag: `"${createHash('md5').update(body).digest('hex')}"` } };
  };

  const get: Step = (request) => {
    const found = stored.get(nameOf(request));
    return found === undefined
      ? errorResponse({ status: 404 })
      : { status: 200, headers: objectHeaders(found), body: found.bytes };
  };

  const list: Step = ({ bucket }, { query }) => {
    const Prefix = query.get('prefix') ?? '';
    const after = query.get('start-after') ?? '';
    const most = query.get('max-keys');
    const keys = [...stored.keys()]
      .filter((name) => name.startsWith(`${bucket}/`))
      .map((name) => name.slice(bucket.length + 1))
      .filter((key) => key.startsWith(Prefix) && key > after)
      .sort();
    const Contents = keys.slice(0, Number(most ?? 1000)).map((Key) => {
      const { bytes, modifiedAt } = stored.get(`${bucket}/${Key}`) ?? { bytes: new Uint8Array(), modifiedAt: 0 };
      return { Key, LastModified: new Date(modifiedAt).toISOString(), Size: bytes.length, StorageClass: 'STANDARD' };
    });
    const IsTruncated = Contents.length < keys.length;
    const page = { Name: bucket, Prefix, KeyCount: Contents.length, MaxKeys: Number(most ?? 1000), IsTruncated };
    return xmlResponse(200, s3Document('ListBucketResult', { ...page, Contents }));
  };

  return {
    PutObject: put,
    GetObject: get,
    DeleteObject: (request) => {
      stored.delete(nameOf(request));
      return done(204);
    },
    ListObjectsV2: list,
    GetBucketVersioning: () => {
      const { versioning } = state.script().bucket;
      return xmlResponse(200, s3Document('VersioningConfiguration', versioning ? { Status: versioning } : {}));
    },
    GetObjectLockConfiguration: () => lockOf(state.script().bucket.objectLock === true),
  };
};

/** The object store, with the bucket in the path of an address: REST, with errors and lists in XML. */
export const s3 = (state: SimulatorState, issued: ReadonlyMap<string, IssuedKeys>) => {
  const steps = objectSteps(state);
  const refused = refusal(state, issued);

  const respond = (incoming: IncomingRequest, request: ObjectRequest): VendorResponse => {
    const { operation } = request;
    if (operation === null) return errorResponse({ status: 405, code: 'MethodNotAllowed' });
    const { exists = true, region = state.region } = state.script().bucket;
    const fault = objectFault(incoming, request, operation) ?? refused(incoming, operation);
    if (fault !== null) return errorResponse(fault);
    if (region !== state.region)
      return errorResponse({ status: 301, code: 'PermanentRedirect', headers: { 'x-amz-bucket-region': region } });
    return exists ? steps[operation](request, incoming) : errorResponse({ status: 404, code: 'NoSuchBucket' });
  };

  return (incoming: IncomingRequest): SimulatedCall | null => {
    const request = readObjectRequest(incoming);
    if (request === null) return null;
    const { bucket, key, operation } = request;
    const content = incoming.body.length > 0 && { bytes: incoming.body.length, sha256: sha256(incoming.body) };
    return {
      vendor: 's3',
      operation: operation ?? incoming.method,
      body: { bucket, key, ...content },
      errorResponse,
      respond: () => respond(incoming, request),
    };
  };
};
