import { randomUUID } from 'node:crypto';
import { parseJson } from '@portcullis/domain/kernel';
import type { IncomingRequest, SimulatedCall, VendorError, VendorResponse } from '../core/exchange.ts';
import type { JsonObject } from '../core/json.ts';
import { account } from '../core/keys.ts';
import type { SimulatorState } from '../core/state.ts';
import { type AuthFault, authorize, type IssuedKeys, type SigningIdentity } from './authorize.ts';
import { isPolicy, issueKeys } from './issued-keys.ts';
import { stsRequests } from './request-shapes.ts';
import { checkShape, describeProblems, type Structure } from './shapes.ts';
import { stsDocument } from './xml.ts';

const defaultErrors: { readonly [status: number]: readonly [code: string, message: string] } = {
  400: ['ValidationError', '1 validation error detected.'],
  401: ['InvalidClientTokenId', 'The security token included in the request is invalid.'],
  403: ['AccessDenied', 'You are not authorized to perform the action.'],
  404: ['InvalidAction', 'Could not find the operation.'],
  429: ['Throttling', 'Rate exceeded'],
  503: ['ServiceUnavailable', 'Service unavailable.'],
};

const xmlResponse = (
  status: number,
  body: string,
  requestId: string,
  headers: VendorError['headers'] = {},
): VendorResponse => ({
  status,
  headers: { 'content-type': 'text/xml', 'x-amzn-requestid': requestId, ...headers },
  body,
});

const errorResponse = ({ status, code, message, headers }: VendorError): VendorResponse => {
  const [usualCode, usualMessage] = defaultErrors[status] ?? ['InternalFailure', 'The request processing has failed.'];
  const RequestId = randomUUID();
  const Type = status < 500 ? 'Sender' : 'Receiver';
  const error = { Type, Code: code ?? usualCode, Message: message ?? usualMessage };
  return xmlResponse(status, stsDocument('ErrorResponse', { Error: error, RequestId }), RequestId, headers);
};

const faultCodes: { readonly [fault in AuthFault['fault']]: readonly [status: number, code: string] } = {
  missing: [403, 'MissingAuthenticationToken'],
  incomplete: [400, 'IncompleteSignature'],
  unknown_key: [403, 'InvalidClientTokenId'],
  expired_key: [403, 'ExpiredToken'],
  mismatch: [403, 'SignatureDoesNotMatch'],
};

type StsResult = JsonObject | { readonly error: VendorError };
const stsError = (status: number, code: string, message: string): StsResult => ({ error: { status, code, message } });
const isStsError = (result: StsResult): result is { readonly error: VendorError } => Object.hasOwn(result, 'error');

type Operation = keyof typeof stsRequests;
const isOperation = (name: string): name is Operation => Object.hasOwn(stsRequests, name);

const wholeNumber = /^\d{1,15}$/;

/** The object that a flat form of the Query protocol represents. No request of the service has lists in it. */
const formOf = ({ members }: Structure, pairs: readonly (readonly [name: string, value: string])[]): JsonObject =>
  Object.fromEntries(
    pairs.map(([name, value]) => {
      const isNumber = Object.hasOwn(members, name) && members[name]?.is === 'integer' && wholeNumber.test(value);
      return [name, isNumber ? Number(value) : value];
    }),
  );

type Request = { readonly form: JsonObject; readonly signer: SigningIdentity };

/** The resource of an operation, for the message of a denial. */
const resourceOf = (operation: Operation, form: JsonObject): string => {
  if (operation === 'AssumeRole') return String(form['RoleArn']);
  return operation === 'GetCallerIdentity' ? '*' : `arn:aws:sts::${account.id}:federated-user/${form['Name']}`;
};

/** Issues temporary keys with the session policy of the form. */
const keysIssuer =
  (state: SimulatorState, issued: Map<string, IssuedKeys>) =>
  (form: JsonObject, arn: string, rest: JsonObject): StsResult => {
    const policy = parseJson(String(form['Policy']));
    if (!isPolicy(policy)) return stsError(400, 'MalformedPolicyDocument', 'Syntax errors in policy.');
    const Credentials = issueKeys(issued, state, { arn, seconds: Number(form['DurationSeconds']), policy });
    return { Credentials, ...rest, PackedPolicySize: 6 };
  };

/** STS: the Query protocol over `POST /`, with responses in XML. */
export const sts = (state: SimulatorState, issued: Map<string, IssuedKeys>) => {
  const withKeys = keysIssuer(state, issued);

  const steps: { readonly [operation in Operation]: (request: Request) => StsResult } = {
    GetFederationToken: ({ form, signer }) => {
      if (signer.temporary)
        return stsError(403, 'AccessDenied', 'Cannot call GetFederationToken with session credentials');
      const arn = `arn:aws:sts::${account.id}:federated-user/${form['Name']}`;
      const user = { Arn: arn, FederatedUserId: `${account.id}:${form['Name']}` };
      return withKeys(form, arn, { FederatedUser: user });
    },
    AssumeRole: ({ form }) => {
      const role = String(form['RoleArn']).split('/').at(-1);
      const arn = `arn:aws:sts::${account.id}:assumed-role/${role}/${form['RoleSessionName']}`;
      const user = { Arn: arn, AssumedRoleId: `AROASIMULATOR00000001:${form['RoleSessionName']}` };
      return withKeys(form, arn, { AssumedRoleUser: user });
    },
    GetCallerIdentity: ({ signer }) => ({ Arn: signer.arn, UserId: 'AIDASIMULATOR00000001', Account: account.id }),
  };

  const outcome = (
    operation: string,
    incoming: IncomingRequest,
    form: JsonObject,
    version: string | null,
  ): StsResult => {
    if (!isOperation(operation) || version !== '2011-06-15') {
      return stsError(
        400,
        'InvalidAction',
        `Could not find operation ${operation} for version ${version ?? 'NO_VERSION_SPECIFIED'}`,
      );
    }
    const { clock, signingClock, region, script } = state;
    const now = { now: clock.now(), signingNow: signingClock.now() };
    const signer = authorize(incoming, { service: 'sts', region, ...now, issued, denied: script().denied });
    if ('fault' in signer) return stsError(...faultCodes[signer.fault], signer.message);
    const problems = checkShape(stsRequests[operation], form);
    if (problems.length > 0) return stsError(400, 'ValidationError', describeProblems(problems));
    // Everybody may ask for their own identity: no policy can forbid that.
    if (operation === 'GetCallerIdentity') return steps[operation]({ form, signer });
    const action = `sts:${operation}`;
    if (!signer.temporary && !signer.allows(action)) {
      const message = `User: ${signer.arn} is not authorized to perform: ${action} on resource: ${resourceOf(operation, form)}`;
      return stsError(403, 'AccessDenied', message);
    }
    return steps[operation]({ form, signer });
  };

  return (incoming: IncomingRequest): SimulatedCall => {
    const pairs = [...new URLSearchParams(incoming.body.toString('utf8'))];
    const { Action: action, Version: version } = Object.fromEntries(pairs);
    const operation = action ?? '';
    const rest = pairs.filter(([name]) => name !== 'Action' && name !== 'Version');
    const form = formOf(isOperation(operation) ? stsRequests[operation] : stsRequests.GetCallerIdentity, rest);
    const policy = typeof form['Policy'] === 'string' ? parseJson(form['Policy']) : undefined;
    return {
      vendor: 'sts',
      operation,
      body: policy === undefined ? form : { ...form, Policy: policy },
      errorResponse,
      respond: () => {
        const result = outcome(operation, incoming, form, version ?? null);
        if (isStsError(result)) return errorResponse(result.error);
        const RequestId = randomUUID();
        const content = { [`${operation}Result`]: result, ResponseMetadata: { RequestId } };
        return xmlResponse(200, stsDocument(`${operation}Response`, content), RequestId);
      },
    };
  };
};
