import { createHmac, timingSafeEqual } from 'node:crypto';
import { headerOf, type IncomingRequest, sha256 } from '../core/exchange.ts';

/** The contents of an `Authorization` header of Signature Version 4. */
export type Credential = {
  readonly accessKeyId: string;
  readonly date: string;
  readonly region: string;
  readonly service: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
};

const authorizationPattern =
  /^AWS4-HMAC-SHA256 +Credential=([^/\s,]+)\/(\d{8})\/([a-z0-9-]+)\/([a-z0-9-]+)\/aws4_request, *SignedHeaders=([a-z0-9;_-]+), *Signature=([0-9a-f]{64})$/;

export const readAuthorization = (header: string): Credential | null => {
  const found = authorizationPattern.exec(header.trim());
  if (found === null) return null;
  const [, accessKeyId = '', date = '', region = '', service = '', signedHeaders = '', signature = ''] = found;
  return {
    accessKeyId,
    date,
    region,
    service,
    signedHeaders: signedHeaders.split(';'),
    signature,
  };
};

const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** Percent-encoding as AWS defines it: everything except the unreserved characters of RFC 3986. */
const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const canonicalQuery = ({ query }: IncomingRequest): string =>
  [...query]
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .sort()
    .join('&');

const canonicalHeaders = (incoming: IncomingRequest, names: readonly string[]): string =>
  names.map((name) => `${name}:${(headerOf(incoming, name) ?? '').trim().replace(/ +/g, ' ')}\n`).join('');

/** The canonical request: method, path, query, headers, their names, and the hash of the body, one line each. */
const canonicalRequest = (incoming: IncomingRequest, { service, signedHeaders }: Credential): string =>
  [
    incoming.method,
    // A path that is encoded already is encoded once more, but that of an object (S3) is not.
    service === 's3' ? incoming.path : incoming.path.split('/').map(percentEncode).join('/'),
    canonicalQuery(incoming),
    canonicalHeaders(incoming, signedHeaders),
    signedHeaders.join(';'),
    sha256(incoming.body),
  ].join('\n');

/** The signature (Signature Version 4) that a request must have with a secret. */
const signatureOf = (incoming: IncomingRequest, credential: Credential, amzDate: string, secret: string): string => {
  const { date, region, service } = credential;
  const scope = `${date}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', amzDate, scope, sha256(canonicalRequest(incoming, credential))].join('\n');
  const key = [date, region, service, 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secret}`);
  return hmac(key, toSign).toString('hex');
};

/** Whether the request, as it was received, was signed with this secret. */
export const isSignedWith = (
  incoming: IncomingRequest,
  credential: Credential,
  amzDate: string,
  secret: string,
): boolean =>
  timingSafeEqual(Buffer.from(signatureOf(incoming, credential, amzDate, secret)), Buffer.from(credential.signature));
