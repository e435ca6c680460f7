import { randomUUID } from 'node:crypto';
import { parseJson } from '@portcullis/domain/kernel';
import {
  headerOf,
  type IncomingRequest,
  type SimulatedCall,
  type VendorError,
  type VendorResponse,
  withImageDigests,
} from '../core/exchange.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import type { SimulatorState } from '../core/state.ts';
import { type AuthFault, authorize, type IssuedKeys } from './authorize.ts';
import { faces } from './faces.ts';
import type { Sessions } from './liveness-sessions.ts';
import {
  isRekognitionError,
  type RekognitionError,
  type RekognitionHandler,
  rekognitionError,
} from './rekognition-error.ts';
import { rekognitionRequests } from './request-shapes.ts';
import { checkShape, describeProblems } from './shapes.ts';

const defaultCodes: { readonly [status: number]: string } = {
  400: 'InvalidParameterException',
  401: 'UnrecognizedClientException',
  403: 'AccessDeniedException',
  404: 'SessionNotFoundException',
  429: 'ThrottlingException',
};

const jsonResponse = (status: number, body: unknown, headers: VendorError['headers'] = {}): VendorResponse => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID(), ...headers },
  body: JSON.stringify(body),
});

/** Errors about keys and signatures have another form than the errors of an operation. */
const authExceptions = ['UnrecognizedClientException', 'InvalidSignatureException', 'ExpiredTokenException'];

const errorResponse = ({ status, code, message, headers }: VendorError): VendorResponse => {
  const name = code ?? defaultCodes[status] ?? 'InternalServerError';
  const { refused } = rekognitionError(name, message);
  if (authExceptions.includes(name)) return jsonResponse(status, { __type: name, message: refused.message }, headers);
  return jsonResponse(status, { __type: name, Code: name, Logref: randomUUID(), Message: refused.message }, headers);
};

const faultCodes: { readonly [fault in AuthFault['fault']]: string } = {
  missing: 'MissingAuthenticationTokenException',
  incomplete: 'IncompleteSignatureException',
  unknown_key: 'UnrecognizedClientException',
  expired_key: 'ExpiredTokenException',
  mismatch: 'InvalidSignatureException',
};

const isOperation = (name: string): name is keyof typeof rekognitionRequests =>
  Object.hasOwn(rekognitionRequests, name);

/** Rekognition: JSON 1.1 over `POST /`, with the operation in `X-Amz-Target`. */
export const rekognition = (state: SimulatorState, issued: ReadonlyMap<string, IssuedKeys>, sessions: Sessions) => {
  const { detect, compare } = faces(state);
  const steps: { readonly [operation in keyof typeof rekognitionRequests]: RekognitionHandler } = {
    CreateFaceLivenessSession: sessions.create,
    GetFaceLivenessSessionResults: sessions.results,
    DetectFaces: detect,
    CompareFaces: compare,
  };

  const outcome = (operation: string, incoming: IncomingRequest, body: unknown): JsonObject | RekognitionError => {
    if (!isOperation(operation)) return rekognitionError('UnknownOperationException');
    const { clock, signingClock, region, script } = state;
    const now = { now: clock.now(), signingNow: signingClock.now() };
    const signer = authorize(incoming, { service: 'rekognition', region, ...now, issued, denied: script().denied });
    if ('fault' in signer) return rekognitionError(faultCodes[signer.fault], signer.message);
    const action = `rekognition:${operation}`;
    if (!signer.allows(action)) {
      const message = `User: ${signer.arn} is not authorized to perform: ${action} on resource: *`;
      return rekognitionError('AccessDeniedException', message);
    }
    if (!isObject(body)) return rekognitionError('SerializationException');
    const problems = checkShape(rekognitionRequests[operation], body);
    if (problems.length === 0) return steps[operation](body);
    if (problems.every(({ tooLarge }) => tooLarge === true)) return rekognitionError('ImageTooLargeException');
    return rekognitionError('InvalidParameterException', describeProblems(problems));
  };

  return (incoming: IncomingRequest): SimulatedCall => {
    const operation = (headerOf(incoming, 'x-amz-target') ?? '').replace(/^RekognitionService\./, '');
    const body = parseJson(incoming.body.toString('utf8'));
    return {
      vendor: 'rekognition',
      operation,
      body: withImageDigests(body, 'Bytes'),
      errorResponse,
      respond: () => {
        const result = outcome(operation, incoming, body);
        return isRekognitionError(result) ? errorResponse(result.refused) : jsonResponse(200, result);
      },
    };
  };
};
