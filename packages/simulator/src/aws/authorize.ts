import { headerOf, type IncomingRequest } from '../core/exchange.ts';
import { account, simulatorKeys } from '../core/keys.ts';
import { type Credential, isSignedWith, readAuthorization } from './signature.ts';

/** Temporary keys that were issued, and the actions that they allow. */
export type IssuedKeys = {
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly expiresAt: number;
  readonly arn: string;
  readonly allows: (action: string) => boolean;
};

/** The identity that signed a request. */
export type SigningIdentity = {
  readonly arn: string;
  /** Whether the keys are temporary. */
  readonly temporary: boolean;
  readonly allows: (action: string) => boolean;
};

/** Why a request is refused. Each of the two protocols has its own error code for it. */
export type AuthFault = {
  readonly fault: 'missing' | 'incomplete' | 'unknown_key' | 'expired_key' | 'mismatch';
  readonly message: string;
};

type AuthContext = {
  readonly service: string;
  readonly region: string;
  /** The time at which the expiry of issued keys is checked, and the time that signatures are compared with. */
  readonly now: number;
  readonly signingNow: number;
  readonly issued: ReadonlyMap<string, IssuedKeys>;
  readonly denied: readonly string[];
};

const validMs = 300_000;
const amzDatePattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Parses `20261121T120000Z` into milliseconds. Returns `NaN` for anything else. */
const timeOf = (amzDate: string): number => Date.parse(amzDate.replace(amzDatePattern, '$1-$2-$3T$4:$5:$6Z'));
const amzDateOf = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '');

const mismatch = (message: string): AuthFault => ({ fault: 'mismatch', message });
const incomplete = (message: string): AuthFault => ({ fault: 'incomplete', message });

/** Finds a header that is present but not signed, although it must be. */
const unsignedHeader = (incoming: IncomingRequest, { signedHeaders }: Credential): string | undefined =>
  ['host', 'x-amz-date', 'x-amz-target', 'x-amz-security-token'].find(
    (name) => headerOf(incoming, name) !== undefined && !signedHeaders.includes(name),
  );

const scopeFault = (credential: Credential, amzDate: string, { service, region }: AuthContext): AuthFault | null => {
  const { date } = credential;
  if (date !== amzDate.slice(0, 8)) {
    const wanted = `'${date}' != '${amzDate.slice(0, 8)}', from '${amzDate}'`;
    return mismatch(
      `Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: ${wanted}.`,
    );
  }
  if (credential.region !== region) {
    return mismatch(`Credential should be scoped to a valid region, not '${credential.region}'.`);
  }
  return credential.service === service
    ? null
    : mismatch(`Credential should be scoped to correct service: '${service}'.`);
};

const timeFault = (amzDate: string, now: number): AuthFault | null => {
  const signed = timeOf(amzDate);
  if (signed < now - validMs) {
    const limit = `${amzDateOf(now - validMs)} (${amzDateOf(now)} - 5 min.)`;
    return mismatch(`Signature expired: ${amzDate} is now earlier than ${limit}`);
  }
  if (signed <= now + validMs) return null;
  return mismatch(
    `Signature not yet current: ${amzDate} is still later than ${amzDateOf(now + validMs)} (${amzDateOf(now)} + 5 min.)`,
  );
};

const invalidToken: AuthFault = {
  fault: 'unknown_key',
  message: 'The security token included in the request is invalid.',
};

/** The secret of an access key id, and its owner. */
const findKeys = (
  incoming: IncomingRequest,
  { accessKeyId }: Credential,
  needs: AuthContext,
): (SigningIdentity & { secret: string }) | AuthFault => {
  const { issued, denied, now } = needs;
  const sessionToken = headerOf(incoming, 'x-amz-security-token');
  if (accessKeyId === simulatorKeys.accessKeyId && sessionToken === undefined) {
    const allows = (action: string): boolean => !denied.includes(action);
    return { secret: simulatorKeys.secretAccessKey, arn: account.user, temporary: false, allows };
  }
  const keys = issued.get(accessKeyId);
  if (keys === undefined || keys.sessionToken !== sessionToken) return invalidToken;
  if (now >= keys.expiresAt) {
    return { fault: 'expired_key', message: 'The security token included in the request is expired' };
  }
  const { secretAccessKey: secret, arn, allows } = keys;
  return { secret, arn, temporary: true, allows: (action) => allows(action) && !denied.includes(action) };
};

/** Authenticates the signer of a URL that is signed in its query, as that of a stream is. */
export const authorizePresigned = (incoming: IncomingRequest, needs: AuthContext): SigningIdentity | AuthFault => {
  const value = (name: string): string => incoming.query.get(`X-Amz-${name}`) ?? '';
  const credential = readAuthorization(
    `AWS4-HMAC-SHA256 Credential=${value('Credential')}, SignedHeaders=${value('SignedHeaders')}, Signature=${value('Signature')}`,
  );
  if (credential === null) return incomplete('The query is not a complete signature of AWS4-HMAC-SHA256.');
  const amzDate = value('Date');
  if (!amzDatePattern.test(amzDate)) return incomplete('Date must be in ISO-8601 basic format, in X-Amz-Date.');
  const fault = scopeFault(credential, amzDate, needs) ?? timeFault(amzDate, needs.signingNow);
  if (fault !== null) return fault;
  const headers = { ...incoming.headers, 'x-amz-security-token': value('Security-Token') };
  const query = new URLSearchParams(incoming.query);
  query.delete('X-Amz-Signature');
  const signed = { ...incoming, headers, query };
  const keys = findKeys(signed, credential, needs);
  if ('fault' in keys) return keys;
  const { secret, ...signer } = keys;
  return isSignedWith(signed, credential, amzDate, secret)
    ? signer
    : mismatch('The signature of the URL does not match.');
};

/** Authenticates the signer of a request, or returns why the signature is refused. */
export const authorize = (incoming: IncomingRequest, needs: AuthContext): SigningIdentity | AuthFault => {
  const header = headerOf(incoming, 'authorization');
  if (header === undefined) return { fault: 'missing', message: 'Request is missing Authentication Token' };
  const credential = readAuthorization(header);
  if (credential === null) return incomplete('Authorization header is not a complete signature of AWS4-HMAC-SHA256.');
  const amzDate = headerOf(incoming, 'x-amz-date') ?? '';
  if (!amzDatePattern.test(amzDate)) return incomplete('Date must be in ISO-8601 basic format, in X-Amz-Date.');
  const left = unsignedHeader(incoming, credential);
  if (left !== undefined) return mismatch(`'${left}' must be a 'SignedHeader' in the AWS Authorization.`);
  const fault = scopeFault(credential, amzDate, needs) ?? timeFault(amzDate, needs.signingNow);
  if (fault !== null) return fault;
  const keys = findKeys(incoming, credential, needs);
  if ('fault' in keys) return keys;
  const { secret, ...signer } = keys;
  if (isSignedWith(incoming, credential, amzDate, secret)) return signer;
  return mismatch(
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.',
  );
};
