import { randomBytes } from 'node:crypto';
import { documentSides } from '@portcullis/documents';
import { parseJson } from '@portcullis/domain/kernel';
import {
  headerOf,
  type IncomingRequest,
  type SimulatedCall,
  sha256,
  type VendorError,
  type VendorResponse,
  withImageDigests,
} from '../core/exchange.ts';
import { deepMerge, isObject, valueAt } from '../core/json.ts';
import { simulatorKeys } from '../core/keys.ts';
import type { SimulatorState } from '../core/state.ts';
import { modelCard } from './model-card.ts';
import { specimenReadings, unreadablePhoto } from './readings.ts';
import { imagesOf, requestFault } from './request-rules.ts';

const maxBytes = 32 * 1024 * 1024;
const versions = ['2023-06-01', '2026-10-21'];

const defaultErrors: { readonly [status: number]: readonly [type: string, message: string] } = {
  400: ['invalid_request_error', 'Request is not valid'],
  401: ['authentication_error', 'invalid bearer token'],
  402: ['billing_error', 'Your credit balance is too low'],
  403: ['permission_error', 'Your API key does not have permission to use the specified resource'],
  404: ['not_found_error', 'Not found'],
  413: ['invalid_request_error', 'Request exceeds the maximum size'],
  429: ['rate_limit_error', 'Number of request tokens has exceeded your per-minute rate limit'],
  504: ['timeout_error', 'Request timed out'],
  529: ['overloaded_error', 'Overloaded'],
};

const idAlphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const newId = (begin: string): string =>
  `${begin}01${[...randomBytes(22)].map((byte) => idAlphabet[byte % idAlphabet.length]).join('')}`;

const jsonResponse = (
  status: number,
  body: object,
  requestId: string,
  headers: VendorError['headers'] = {},
): VendorResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'request-id': requestId, ...headers },
  body: JSON.stringify(body),
});

/** A `code` becomes the vendor's `error_code`, beside the type that belongs to the status. */
const errorResponse = ({ status, code, message, headers }: VendorError): VendorResponse => {
  const [type, usualMessage] = defaultErrors[status] ?? ['api_error', 'Internal server error'];
  const error = {
    type,
    message: message ?? usualMessage,
    ...(code !== undefined && { details: { error_code: code } }),
  };
  const requestId = newId('req_');
  return jsonResponse(status, { type: 'error', error, request_id: requestId }, requestId, headers);
};

/** Why a request is refused before its body is read; `null` when it is accepted. */
const authError = (incoming: IncomingRequest): VendorError | null => {
  const bearer = headerOf(incoming, 'authorization');
  const key = headerOf(incoming, 'x-api-key');
  if (bearer === undefined && key === undefined) {
    return { status: 401, message: 'x-api-key header is required' };
  }
  if (bearer !== undefined && bearer !== `Bearer ${simulatorKeys.apiKey}`) return { status: 401 };
  if (key !== undefined && key !== simulatorKeys.apiKey) return { status: 401, message: 'invalid x-api-key' };
  const version = headerOf(incoming, 'anthropic-version');
  if (version === undefined) return { status: 400, message: 'anthropic-version: header is required' };
  if (!versions.includes(version)) {
    return { status: 400, message: 'anthropic-version: not a valid version' };
  }
  return null;
};

const unknownModel = (name: string): VendorError => ({ status: 404, message: `model: ${name}` });

const sidesOf = (reading: unknown): readonly unknown[] => {
  const sides = valueAt(reading, 'sides');
  return Array.isArray(sides) ? sides : [];
};

/** The side of an image: of its own reading the only one, otherwise the one that the reading of all has for it. */
const sideOf = (own: unknown, otherwise: unknown, at: number): object => {
  const side = own === undefined ? sidesOf(otherwise)[at] : sidesOf(own)[0];
  return { ...Object.assign({}, side ?? sidesOf(unreadablePhoto)[0]), side: documentSides[at] };
};

/**
 * The reading of the images. Readings of one side are put together if one is scripted for another image than the first;
 * otherwise the first image with a reading of its own has that of all.
 */
const readingOf = (
  readings: { readonly [digest: string]: unknown },
  digests: readonly string[],
  otherwise: unknown,
): unknown => {
  const scripted = digests.map((digest) => (Object.hasOwn(readings, digest) ? readings[digest] : undefined));
  const areOfSides = [...scripted, otherwise].every((one) => one === undefined || sidesOf(one).length > 0);
  const first = scripted.find((one) => one !== undefined);
  if (!areOfSides || scripted.slice(1).every((one) => one === undefined)) return first ?? otherwise;
  return {
    ...(isObject(first) ? first : {}),
    sides: scripted.map((own, at) => sideOf(own, otherwise, at)),
  };
};

/**
 * The text that the model answers for the images: the scripted one for an image, the scripted one for all, or what is
 * printed on the scenario's specimen.
 */
const readingText = (state: SimulatorState, body: unknown): string => {
  const { reading, readings } = state.script();
  const digests = imagesOf(body).map((data) => sha256(Buffer.from(data, 'base64')));
  const otherwise = reading === undefined ? specimenReadings[state.scenario().document] : reading;
  const content = readingOf(readings, digests, otherwise);
  return typeof content === 'string' ? content : JSON.stringify(content);
};

const tokenCount = (text: string): number => Math.ceil(text.length / 4);

const tokenUsage = (body: unknown, text: string): object => ({
  input_tokens: 1500 * imagesOf(body).length + tokenCount(JSON.stringify([valueAt(body, 'system')])),
  output_tokens: tokenCount(text),
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  output_tokens_details: null,
  server_tool_use: null,
  service_tier: 'standard',
  inference_geo: 'us',
  speed: 'standard',
});

const messageOf = (state: SimulatorState, body: unknown): object => {
  const text = readingText(state, body);
  const message = {
    id: newId('msg_'),
    type: 'message',
    role: 'assistant',
    model: simulatorKeys.model,
    container: null,
    diagnostics: null,
    content: [{ type: 'text', text, citations: null }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    stop_details: null,
    usage: tokenUsage(body, text),
  };
  return Object.assign({}, deepMerge(message, state.script().message));
};

const createMessage = (state: SimulatorState, incoming: IncomingRequest, body: unknown): VendorResponse => {
  if (incoming.body.length > maxBytes) return errorResponse({ status: 413 });
  const fault = authError(incoming);
  if (fault !== null) return errorResponse(fault);
  if (!isObject(body)) return errorResponse({ status: 400, message: 'The request body is not valid JSON' });
  const wrong = requestFault(body);
  if (wrong !== null) return errorResponse({ status: 400, message: wrong });
  if (body['model'] !== simulatorKeys.model) return errorResponse(unknownModel(String(body['model'])));
  return jsonResponse(200, messageOf(state, body), newId('req_'));
};

const retrieveModel = (incoming: IncomingRequest, name: string): VendorResponse => {
  const fault = authError(incoming);
  if (fault !== null) return errorResponse(fault);
  return name === simulatorKeys.model
    ? jsonResponse(200, modelCard(name), newId('req_'))
    : errorResponse(unknownModel(name));
};

const modelPath = /^\/v1\/models\/([^/]+)$/;

/** The Messages API and the description of one model. Returns `null` for any other path. */
export const anthropic =
  (state: SimulatorState) =>
  (incoming: IncomingRequest): SimulatedCall | null => {
    const { method, path } = incoming;
    if (path === '/v1/messages' && method === 'POST') {
      const body = parseJson(incoming.body.toString('utf8'));
      const answered = () => createMessage(state, incoming, body);
      return {
        vendor: 'anthropic',
        operation: 'messages.create',
        body: withImageDigests(body, 'data'),
        errorResponse,
        respond: answered,
      };
    }
    const name = method === 'GET' ? modelPath.exec(path)?.[1] : undefined;
    if (name === undefined) return null;
    const model = decodePart(name);
    const answered = () => retrieveModel(incoming, model);
    return { vendor: 'anthropic', operation: 'models.retrieve', body: { model }, errorResponse, respond: answered };
  };

const decodePart = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
