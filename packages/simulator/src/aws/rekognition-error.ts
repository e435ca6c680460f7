import type { VendorError } from '../core/exchange.ts';
import { isObject, type JsonObject } from '../core/json.ts';

/** One operation after its request was checked. It returns the members of the response, or an error. */
export type RekognitionHandler = (request: unknown) => JsonObject | RekognitionError;

export type RekognitionError = { readonly refused: VendorError };

/** The status and the message of each Rekognition exception. */
const exceptions: { readonly [code: string]: readonly [status: number, message: string] } = {
  AccessDeniedException: [400, 'You are not authorized to perform the action.'],
  ExpiredTokenException: [400, 'The security token included in the request is expired'],
  ImageTooLargeException: [400, 'Image size is too large.'],
  IncompleteSignatureException: [400, 'The request signature is incomplete.'],
  InternalServerError: [500, 'Internal server error'],
  InvalidImageFormatException: [400, 'Request has invalid image format.'],
  InvalidParameterException: [400, 'Request has invalid parameters.'],
  InvalidSignatureException: [400, 'The request signature does not match.'],
  MissingAuthenticationTokenException: [400, 'Missing Authentication Token'],
  ProvisionedThroughputExceededException: [400, 'Provisioned Rate exceeded.'],
  SerializationException: [400, 'The request is not JSON.'],
  SessionNotFoundException: [400, 'Session could not be found.'],
  ThrottlingException: [400, 'Slow down; sudden increase in rate of requests.'],
  UnknownOperationException: [400, 'There is no such operation.'],
  UnrecognizedClientException: [400, 'The security token included in the request is invalid.'],
};

/** A Rekognition error by the name of its exception. */
export const rekognitionError = (code: string, message?: string): RekognitionError => {
  const [status, usual] = exceptions[code] ?? [400, code];
  return { refused: { status, code, message: message ?? usual } };
};

export const isRekognitionError = (outcome: JsonObject | RekognitionError): outcome is RekognitionError =>
  isObject(outcome['refused']) && Object.keys(outcome).length === 1;
