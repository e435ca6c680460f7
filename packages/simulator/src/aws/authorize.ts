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

const mismatch: AuthFault = { fault: 'mismatch', message: 'The signature does not match the request.' };
const incomplete: AuthFault = { fault: 'incomplete', message: 'There is no complete signature of AWS4-HMAC-SHA256.' };

/** Whether every header that must be signed is, where it is present. */
const signsHeaders = (incoming: IncomingRequest, { signedHeaders }: Credential): boolean =>
  ['host', 'x-amz-date', 'x-amz-target', 'x-amz-security-token'].every(
    (name) => headerOf(incoming, name) === undefined || signedHeaders.includes(name),
  );

/** Whether a signature is for this day, region and service, and not older or newer than five minutes. */
const isCurrent = ({ date, ...scope }: Credential, amzDate: string, needs: AuthContext): boolean =>
  date === amzDate.slice(0, 8) &&
  scope.region === needs.region &&
  scope.service === needs.service &&
  Math.abs(timeOf(amzDate) - needs.signingNow) <= validMs;

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

/** Authenticates the signer of what was signed, or returns why the signature is refused. */
const authenticated = (
  signed: IncomingRequest,
  credential: Credential | null,
  amzDate: string,
  needs: AuthContext,
): SigningIdentity | AuthFault => {
  if (credential === null || !amzDatePattern.test(amzDate)) return incomplete;
  if (!isCurrent(credential, amzDate, needs)) return mismatch;
  const keys = findKeys(signed, credential, needs);
  if ('fault' in keys) return keys;
  const { secret, ...signer } = keys;
  return isSignedWith(signed, credential, amzDate, secret) ? signer : mismatch;
};

/** Authenticates the signer of a URL that is signed in its query, as that of a stream is. */
export const authorizePresigned = (incoming: IncomingRequest, needs: AuthContext): SigningIdentity | AuthFault => {
  const value = (name: string): string => incoming.query.get(`X-Amz-${name}`) ?? '';
  const credential = readAuthorization(
    `AWS4-HMAC-SHA256 Credential=${value('Credential')}, SignedHeaders=${value('SignedHeaders')}, Signature=${value('Signature')}`,
  );
  const query = new URLSearchParams(incoming.query);
  query.delete('X-Amz-Signature');
  const headers = { ...incoming.headers, 'x-amz-security-token': value('Security-Token') };
  return authenticated({ ...incoming, headers, query }, credential, value('Date'), needs);
};

/** Authenticates the signer of a request, or returns why the signature is refused. */
export const authorize = (incoming: IncomingRequest, needs: AuthContext): SigningIdentity | AuthFault => {
  const header = headerOf(incoming, 'authorization');
  if (header === undefined) return { fault: 'missing', message: 'Request is missing Authentication Token' };
  const credential = readAuthorization(header);
  if (credential !== null && !signsHeaders(incoming, credential)) return mismatch;
  return authenticated(incoming, credential, headerOf(incoming, 'x-amz-date') ?? '', needs);
};
