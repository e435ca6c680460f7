import { randomUUID } from 'node:crypto';
import { type Answer, type Asked, headerOf, type Incoming, type Refusal } from '../exchange.ts';
import { simulatorKeys } from '../keys.ts';
import type { World } from '../world.ts';
import { linkedIdOf, scriptedEvent } from './event.ts';

const usual: { readonly [status: number]: readonly [code: string, message: string] } = {
  400: ['request_cannot_be_parsed', 'invalid event_id'],
  403: ['subscription_not_active', 'forbidden'],
  404: ['event_not_found', 'event id not found'],
  409: ['state_not_ready', 'resource is not ready'],
  413: ['payload_too_large', 'payload too large'],
  429: ['too_many_requests', 'too many requests'],
  503: ['service_unavailable', 'service unavailable'],
};

const messages: { readonly [code: string]: string } = {
  secret_api_key_required: 'secret API key in header is missing or empty',
  secret_api_key_not_found: 'no fingerprint workspace found for specified secret API key',
  wrong_region: 'wrong region',
  feature_not_enabled: 'feature not enabled',
};

const answer = (status: number, body: object, headers: Refusal['headers'] = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', 'x-request-id': randomUUID(), ...headers },
  body: JSON.stringify(body),
});

const refuse = ({ status, code, message, headers }: Refusal): Answer => {
  const [usualCode, usualMessage] = usual[status] ?? ['failed', 'internal server error'];
  const error = {
    code: code ?? usualCode,
    message: message ?? (code === undefined ? usualMessage : (messages[code] ?? code)),
  };
  return answer(status, { error }, headers);
};

/** Why a request is refused; `null` when it is accepted. */
const doorFault = (incoming: Incoming): Refusal | null => {
  const header = headerOf(incoming, 'authorization') ?? '';
  const key = /^Bearer +(\S+)$/.exec(header)?.[1];
  if (key === undefined) return { status: 403, code: 'secret_api_key_required' };
  return key === simulatorKeys.fingerprintKey ? null : { status: 403, code: 'secret_api_key_not_found' };
};

/** The valid form of an id. The vendor does not look up anything else. */
const idForm = /^[A-Za-z0-9._-]{1,132}$/;
const madeUp = /^sim-.{1,128}$/;
/** The vendor's own form: milliseconds since 1970, a dot, letters and digits. */
const ownForm = /^(\d{13})\.[A-Za-z0-9]+$/;
const hourMs = 3_600_000;

/**
 * When an event happened: now for `sim-…`, otherwise at the time in its id, which must be within an hour of now.
 * Returns `null` when there is no such event.
 */
const happenedAt = (eventId: string, now: number): number | null => {
  if (madeUp.test(eventId)) return now;
  const said = Number(ownForm.exec(eventId)?.[1] ?? Number.NaN);
  return Math.abs(now - said) <= hourMs ? said : null;
};

const getEvent = (world: World, incoming: Incoming, eventId: string | null): Answer => {
  const fault = doorFault(incoming);
  if (fault !== null) return refuse(fault);
  if (eventId === null || !idForm.test(eventId)) return refuse({ status: 400 });
  const at = happenedAt(eventId, world.clock.now());
  if (at === null) return refuse({ status: 404 });
  const { unavailable, ...signs } = world.scenario().device;
  const { event } = world.script();
  if (world.isDown('device', linkedIdOf(eventId, event) ?? eventId, unavailable)) return refuse({ status: 503 });
  return answer(200, scriptedEvent({ eventId, signs, at, page: world.page }, event));
};

/** The id in a path. Returns `null` when its percent-encoding is invalid. */
const idIn = (part: string): string | null => {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
};

const eventPath = /^\/v4\/events\/([^/]*)$/;

/** One event of the Server API, version 4. Returns `null` for any other path. */
export const fingerprint =
  (world: World) =>
  (incoming: Incoming): Asked | null => {
    const part = incoming.method === 'GET' ? eventPath.exec(incoming.path)?.[1] : undefined;
    if (part === undefined) return null;
    const eventId = idIn(part);
    const body = { event_id: eventId ?? part };
    return {
      vendor: 'fingerprint',
      operation: 'events.get',
      body,
      refuse,
      answer: () => getEvent(world, incoming, eventId),
    };
  };
