import { randomUUID } from 'node:crypto';
import type { Answer, Asked, Incoming, Refusal } from '../exchange.ts';
import { type JsonObject, parsed } from '../json.ts';
import { account } from '../keys.ts';
import type { World } from '../world.ts';
import { type AuthFault, authorize, type IssuedKeys, type Signer } from './authorize.ts';
import { structureOf } from './form.ts';
import { isPolicy, issueKeys } from './issued-keys.ts';
import { stsRequests } from './requests.ts';
import { check, inWords } from './shapes.ts';
import { stsDocument } from './xml.ts';

const usual: { readonly [status: number]: readonly [code: string, message: string] } = {
  400: ['ValidationError', '1 validation error detected.'],
  401: ['InvalidClientTokenId', 'The security token included in the request is invalid.'],
  403: ['AccessDenied', 'You are not authorized to perform the action.'],
  404: ['InvalidAction', 'Could not find the operation.'],
  429: ['Throttling', 'Rate exceeded'],
  503: ['ServiceUnavailable', 'Service unavailable.'],
};

const answer = (status: number, body: string, requestId: string, headers: Refusal['headers'] = {}): Answer => ({
  status,
  headers: { 'content-type': 'text/xml', 'x-amzn-requestid': requestId, ...headers },
  body,
});

const refuse = ({ status, code, message, headers }: Refusal): Answer => {
  const [usualCode, usualMessage] = usual[status] ?? ['InternalFailure', 'The request processing has failed.'];
  const RequestId = randomUUID();
  const Type = status < 500 ? 'Sender' : 'Receiver';
  const error = { Type, Code: code ?? usualCode, Message: message ?? usualMessage };
  return answer(status, stsDocument('ErrorResponse', { Error: error, RequestId }), RequestId, headers);
};

const faultCodes: { readonly [fault in AuthFault['fault']]: readonly [status: number, code: string] } = {
  missing: [403, 'MissingAuthenticationToken'],
  incomplete: [400, 'IncompleteSignature'],
  unknown_key: [403, 'InvalidClientTokenId'],
  expired_key: [403, 'ExpiredToken'],
  mismatch: [403, 'SignatureDoesNotMatch'],
};

type Said = JsonObject | { readonly no: Refusal };
const no = (status: number, code: string, message: string): Said => ({ no: { status, code, message } });
const isNo = (said: Said): said is { readonly no: Refusal } => Object.hasOwn(said, 'no');

type Operation = keyof typeof stsRequests;
const isOperation = (name: string): name is Operation => Object.hasOwn(stsRequests, name);

/** The name of the role at the end of its ARN. */
const roleForm = /^arn:aws:iam::\d{12}:role\/(?:[\w+=,.@/-]*\/)?([\w+=,.@-]{1,64})$/;

type Request = { readonly form: JsonObject; readonly signer: Signer };

/** The resource of an operation, for the message of a denial. */
const resourceOf = (operation: Operation, form: JsonObject): string => {
  if (operation === 'AssumeRole') return String(form['RoleArn']);
  return operation === 'GetCallerIdentity' ? '*' : `arn:aws:sts::${account.id}:federated-user/${form['Name']}`;
};

/** STS: the Query protocol over `POST /`, with responses in XML. */
export const sts = (world: World, issued: Map<string, IssuedKeys>) => {
  const withKeys = (form: JsonObject, wanted: { arn: string; seconds: number }, rest: JsonObject): Said => {
    const given = form['Policy'];
    const policy = given === undefined ? null : parsed(String(given));
    if (policy !== null && !isPolicy(policy)) return no(400, 'MalformedPolicyDocument', 'Syntax errors in policy.');
    const seconds = Number(form['DurationSeconds'] ?? wanted.seconds);
    return {
      Credentials: issueKeys(issued, world, { arn: wanted.arn, seconds, policy }),
      ...rest,
      PackedPolicySize: 6,
    };
  };

  const steps: { readonly [operation in Operation]: (request: Request) => Said } = {
    GetFederationToken: ({ form, signer }) => {
      if (signer.temporary) return no(403, 'AccessDenied', 'Cannot call GetFederationToken with session credentials');
      const arn = `arn:aws:sts::${account.id}:federated-user/${form['Name']}`;
      const user = { Arn: arn, FederatedUserId: `${account.id}:${form['Name']}` };
      return withKeys(form, { arn, seconds: 43_200 }, { FederatedUser: user });
    },
    AssumeRole: ({ form }) => {
      const role = roleForm.exec(String(form['RoleArn']))?.[1];
      if (role === undefined) return no(400, 'ValidationError', `${form['RoleArn']} is invalid`);
      const arn = `arn:aws:sts::${account.id}:assumed-role/${role}/${form['RoleSessionName']}`;
      const user = { Arn: arn, AssumedRoleId: `AROASIMULATOR00000001:${form['RoleSessionName']}` };
      return withKeys(form, { arn, seconds: 3600 }, { AssumedRoleUser: user });
    },
    GetCallerIdentity: ({ signer }) => ({ Arn: signer.arn, UserId: 'AIDASIMULATOR00000001', Account: account.id }),
  };

  const outcome = (operation: string, incoming: Incoming, form: JsonObject, version: string | null): Said => {
    if (!isOperation(operation) || version !== '2011-06-15') {
      return no(
        400,
        'InvalidAction',
        `Could not find operation ${operation} for version ${version ?? 'NO_VERSION_SPECIFIED'}`,
      );
    }
    const { clock, signingClock, region, script } = world;
    const now = { now: clock.now(), signingNow: signingClock.now() };
    const signer = authorize(incoming, { service: 'sts', region, ...now, issued, denied: script().denied });
    if ('fault' in signer) return no(...faultCodes[signer.fault], signer.message);
    const problems = check(stsRequests[operation], form);
    if (problems.length > 0) return no(400, 'ValidationError', inWords(problems));
    // Everybody may ask for their own identity: no policy can forbid that.
    if (operation === 'GetCallerIdentity') return steps[operation]({ form, signer });
    const action = `sts:${operation}`;
    if (!signer.temporary && !signer.allows(action)) {
      const said = `User: ${signer.arn} is not authorized to perform: ${action} on resource: ${resourceOf(operation, form)}`;
      return no(403, 'AccessDenied', said);
    }
    return steps[operation]({ form, signer });
  };

  return (incoming: Incoming): Asked => {
    const pairs = [...new URLSearchParams(incoming.body.toString('utf8'))];
    const { Action: action, Version: version } = Object.fromEntries(pairs);
    const operation = action ?? '';
    const rest = pairs.filter(([name]) => name !== 'Action' && name !== 'Version');
    const form = structureOf(isOperation(operation) ? stsRequests[operation] : stsRequests.GetCallerIdentity, rest);
    const policy = typeof form['Policy'] === 'string' ? parsed(form['Policy']) : undefined;
    return {
      vendor: 'sts',
      operation,
      body: policy === undefined ? form : { ...form, Policy: policy },
      refuse,
      answer: () => {
        const said = outcome(operation, incoming, form, version ?? null);
        if (isNo(said)) return refuse(said.no);
        const RequestId = randomUUID();
        const content = { [`${operation}Result`]: said, ResponseMetadata: { RequestId } };
        return answer(200, stsDocument(`${operation}Response`, content), RequestId);
      },
    };
  };
};
