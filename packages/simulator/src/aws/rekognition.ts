import { randomUUID } from 'node:crypto';
import { type Answer, type Asked, headerOf, type Incoming, imageNote, type Refusal } from '../exchange.ts';
import { isObject, type JsonObject, parsed } from '../json.ts';
import type { World } from '../world.ts';
import { type AuthFault, authorize, type IssuedKeys } from './authorize.ts';
import { faces } from './faces.ts';
import { rekognitionRequests } from './requests.ts';
import { livenessSessions } from './sessions.ts';
import { check, inWords } from './shapes.ts';
import { isRefusal, refusal, type Step, type StepRefusal } from './step.ts';

const usual: { readonly [status: number]: string } = {
  400: 'InvalidParameterException',
  401: 'UnrecognizedClientException',
  403: 'AccessDeniedException',
  404: 'SessionNotFoundException',
  429: 'ThrottlingException',
};

const answer = (status: number, body: unknown, headers: Refusal['headers'] = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID(), ...headers },
  body: JSON.stringify(body),
});

/** Errors about keys and signatures have another form than the errors of an operation. */
const atTheDoor = ['UnrecognizedClientException', 'InvalidSignatureException', 'ExpiredTokenException'];

const refuse = ({ status, code, message, headers }: Refusal): Answer => {
  const name = code ?? usual[status] ?? 'InternalServerError';
  const { refused } = refusal(name, message);
  if (atTheDoor.includes(name)) return answer(status, { __type: name, message: refused.message }, headers);
  return answer(status, { __type: name, Code: name, Logref: randomUUID(), Message: refused.message }, headers);
};

const faultCodes: { readonly [fault in AuthFault['fault']]: string } = {
  missing: 'MissingAuthenticationTokenException',
  incomplete: 'IncompleteSignatureException',
  unknown_key: 'UnrecognizedClientException',
  expired_key: 'ExpiredTokenException',
  mismatch: 'InvalidSignatureException',
};

/** The request as the log stores it, with a digest in the place of each image. */
const withoutImages = (body: unknown): unknown => {
  if (!isObject(body)) return body;
  const pairs = Object.entries(body).map(([name, value]) => [
    name,
    name === 'Bytes' && typeof value === 'string' ? imageNote(value) : withoutImages(value),
  ]);
  return Object.fromEntries(pairs);
};

const isOperation = (name: string): name is keyof typeof rekognitionRequests =>
  Object.hasOwn(rekognitionRequests, name);

/** Rekognition: JSON 1.1 over `POST /`, with the operation in `X-Amz-Target`. */
export const rekognition = (world: World, issued: ReadonlyMap<string, IssuedKeys>) => {
  const sessions = livenessSessions(world);
  const { detect, compare } = faces(world);
  const steps: { readonly [operation in keyof typeof rekognitionRequests]: Step } = {
    CreateFaceLivenessSession: sessions.create,
    GetFaceLivenessSessionResults: sessions.results,
    DetectFaces: detect,
    CompareFaces: compare,
  };

  const outcome = (operation: string, incoming: Incoming, body: unknown): JsonObject | StepRefusal => {
    if (!isOperation(operation)) return refusal('UnknownOperationException');
    const { clock, signingClock, region, script } = world;
    const now = { now: clock.now(), signingNow: signingClock.now() };
    const signer = authorize(incoming, { service: 'rekognition', region, ...now, issued, denied: script().denied });
    if ('fault' in signer) return refusal(faultCodes[signer.fault], signer.message);
    const action = `rekognition:${operation}`;
    if (!signer.allows(action)) {
      const said = `User: ${signer.arn} is not authorized to perform: ${action} on resource: *`;
      return refusal('AccessDeniedException', said);
    }
    if (!isObject(body)) return refusal('SerializationException');
    const problems = check(rekognitionRequests[operation], body);
    if (problems.length === 0) return steps[operation](body);
    if (problems.every(({ tooLarge }) => tooLarge === true)) return refusal('ImageTooLargeException');
    return refusal('InvalidParameterException', inWords(problems));
  };

  return (incoming: Incoming): Asked => {
    const operation = (headerOf(incoming, 'x-amz-target') ?? '').replace(/^RekognitionService\./, '');
    const body = parsed(incoming.body.toString('utf8'));
    return {
      vendor: 'rekognition',
      operation,
      body: withoutImages(body),
      refuse,
      answer: () => {
        const said = outcome(operation, incoming, body);
        return isRefusal(said) ? refuse(said.refused) : answer(200, said);
      },
    };
  };
};
