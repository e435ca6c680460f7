import { randomUUID } from 'node:crypto';
import {
  headerOf,
  type IncomingRequest,
  type SimulatedCall,
  type VendorError,
  type VendorResponse,
} from './core/exchange.ts';
import { simulatorKeys } from './core/keys.ts';
import type { SimulatorState } from './core/state.ts';
import { linkedIdOf, scriptedEvent } from './fingerprint-event.ts';

const defaultErrors: { readonly [status: number]: readonly [code: string, message: string] } = {
  400: ['request_cannot_be_parsed', 'invalid event_id'],
  403: ['subscription_not_active', 'forbidden'],
  404: ['event_not_found', 'event id not found'],
  409: ['state_not_ready', 'resource is not ready'],
  413: ['payload_too_large', 'payload too large'],
  429: ['too_many_requests', 'too many requests'],
  503: ['service_unavailable', 'service unavailable'],
};

const messageByCode: { readonly [code: string]: string } = {
  secret_api_key_required: 'secret API key in header is missing or empty',
  secret_api_key_not_found: 'no fingerprint workspace found for specified secret API key',
  wrong_region: 'wrong region',
  feature_not_enabled: 'feature not enabled',
};

const jsonResponse = (status: number, body: object, headers: VendorError['headers'] = {}): VendorResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'x-request-id': randomUUID(), ...headers },
  body: JSON.stringify(body),
});

const errorResponse = ({ status, code, message, headers }: VendorError): VendorResponse => {
  const [usualCode, usualMessage] = defaultErrors[status] ?? ['failed', 'internal server error'];
  const error = {
    code: code ?? usualCode,
    message: message ?? (code === undefined ? usualMessage : (messageByCode[code] ?? code)),
  };
  return jsonResponse(status, { error }, headers);
};

/** Why a request is refused; `null` when it is accepted. */
const authError = (incoming: IncomingRequest): VendorError | null => {
  const header = headerOf(incoming, 'authorization') ?? '';
  const key = /^Bearer +(\S+)$/.exec(header)?.[1];
  if (key === undefined) return { status: 403, code: 'secret_api_key_required' };
  return key === simulatorKeys.fingerprintKey ? null : { status: 403, code: 'secret_api_key_not_found' };
};

/** The valid form of an id. The vendor does not look up anything else. */
const eventIdPattern = /^[A-Za-z0-9._-]{1,132}$/;
const simulatedIdPattern = /^sim-.{1,128}$/;
/** The vendor's own form: milliseconds since 1970, a dot, letters and digits. */
const vendorIdPattern = /^(\d{13})\.[A-Za-z0-9]+$/;
const hourMs = 3_600_000;

/**
 * When an event happened: now for `sim-…`, otherwise at the time in its id, which must be within an hour of now.
 * Returns `null` when there is no such event.
 */
const eventTime = (eventId: string, now: number): number | null => {
  if (simulatedIdPattern.test(eventId)) return now;
  const time = Number(vendorIdPattern.exec(eventId)?.[1] ?? Number.NaN);
  return Math.abs(now - time) <= hourMs ? time : null;
};

const getEvent = (state: SimulatorState, incoming: IncomingRequest, eventId: string | null): VendorResponse => {
  const fault = authError(incoming);
  if (fault !== null) return errorResponse(fault);
  if (eventId === null || !eventIdPattern.test(eventId)) return errorResponse({ status: 400 });
  const at = eventTime(eventId, state.clock.now());
  if (at === null) return errorResponse({ status: 404 });
  const { unavailable, ...signs } = state.scenario().device;
  const { event } = state.script();
  if (state.isDown('device', linkedIdOf(eventId, event) ?? eventId, unavailable)) return errorResponse({ status: 503 });
  return jsonResponse(200, scriptedEvent({ eventId, signs, at, page: state.page }, event));
};

/** The id in a path. Returns `null` when its percent-encoding is invalid. */
const decodeId = (part: string): string | null => {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
};

const eventPath = /^\/v4\/events\/([^/]*)$/;

/** One event of the Server API, version 4. Returns `null` for any other path. */
export const fingerprint =
  (state: SimulatorState) =>
  (incoming: IncomingRequest): SimulatedCall | null => {
    const part = incoming.method === 'GET' ? eventPath.exec(incoming.path)?.[1] : undefined;
    if (part === undefined) return null;
    const eventId = decodeId(part);
    const body = { event_id: eventId ?? part };
    return {
      vendor: 'fingerprint',
      operation: 'events.get',
      body,
      errorResponse,
      respond: () => getEvent(state, incoming, eventId),
    };
  };
