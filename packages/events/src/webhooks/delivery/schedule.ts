import type { IdGenerator } from '@portcullis/domain/ports';
import type { DeliveryState } from '../../ports/webhook-deliveries.ts';
import type { WebhookResult } from '../../ports/webhook-sender.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pause before each attempt of an event: the schedule of Standard Webhooks. */
export const retryDelaysMs: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** The share of a delay by which it may be shorter or longer (jitter). */
const jitter = 0.1;

/**
 * After this number of failed attempts in a row there is one at a time, every five seconds. After as many more as can
 * have been under way when the endpoint began to fail, the pause doubles up to a minute.
 */
const openCircuitAfter = 10;
const longerPausesAfter = 26;
const firstProbeMs = 5 * second;
const probeEveryMs = minute;

const probePauseMs = (failures: number): number =>
  failures < openCircuitAfter
    ? 0
    : Math.min(probeEveryMs, firstProbeMs * 2 ** Math.max(0, failures - longerPausesAfter));

/** The answers of a receiver that does not believe a signature. */
const refusals: readonly number[] = [400, 401, 403];

/** An endpoint is disabled after it has received nothing for this time. */
export const disableAfterMs = 120 * hour;

/** How long attempts and dead letters are kept. */
export const webhookKeptMs = 720 * hour;

/** The longest `Retry-After` that is honoured, and the pause for an endpoint that throttles without the header. */
const maxPauseMs = 24 * hour;
const defaultPauseMs = 10 * second;

/** The answers by which an endpoint asks for fewer requests. */
const throttles: readonly number[] = [429, 502, 503, 504];

/** A number from 0 to 1, out of 32 random bits. */
const random = (ids: IdGenerator): number => Number.parseInt(ids.salt().slice(0, 8), 16) / 0xffff_ffff;

/** When an event is tried again, by the number of its attempts; `null` if it has had the maximum. */
export const nextTryAt = (attempts: number, now: number, ids: IdGenerator): number | null => {
  const delay = retryDelaysMs[attempts];
  return delay === undefined ? null : Math.round(now + delay * (1 - jitter + 2 * jitter * random(ids)));
};

/**
 * The meaning of a result. `gone`: the endpoint wants no more events (410). `ours`: the attempt failed on our side,
 * which says nothing about the endpoint.
 */
export type TryVerdict = 'delivered' | 'failed' | 'gone' | 'ours';

export const verdictOf = (result: WebhookResult): TryVerdict => {
  if (result._tag === 'NotAnswered')
    return result.failure === 'service_stopping' || result.failure === 'no_descriptors' ? 'ours' : 'failed';
  if (result.status === 410) return 'gone';
  return result.status >= 200 && result.status < 300 ? 'delivered' : 'failed';
};

/** The pause that an endpoint asks for, in milliseconds; 0 if it asks for none. */
const pauseOf = (result: WebhookResult): number => {
  if (result._tag === 'NotAnswered' || !throttles.includes(result.status)) return 0;
  const { retryAfterSeconds } = result;
  return retryAfterSeconds === null ? defaultPauseMs : Math.min(retryAfterSeconds * second, maxPauseMs);
};

/** The health of an endpoint: its failures in a row, since when, and until when it is paused. */
export type EndpointHealth = Pick<DeliveryState, 'failures' | 'failingSince' | 'pausedUntil'>;

/** Whether an endpoint is paused. No pause is longer than a day: a later end comes from a clock that was ahead. */
export const isPaused = ({ pausedUntil }: EndpointHealth, now: number): boolean => {
  const leftMs = pausedUntil === null ? 0 : Date.parse(pausedUntil) - now;
  return leftMs > 0 && leftMs <= maxPauseMs;
};

const iso = (time: number): string => new Date(time).toISOString();

/**
 * The health of an endpoint after an attempt. A shorter pause does not shorten a longer one, nor does the success of a
 * request that was in flight when the pause was asked for. While two secrets sign, refusals of signatures open no
 * circuit: some instances of the receiver may have another secret than the others, and events go on to those that have.
 */
export const healthAfter = (
  health: EndpointHealth,
  result: WebhookResult,
  now: number,
  isRotating = false,
): EndpointHealth => {
  const verdict = verdictOf(result);
  if (verdict === 'ours') return health;
  if (verdict === 'delivered')
    return { failures: 0, failingSince: null, pausedUntil: isPaused(health, now) ? health.pausedUntil : null };
  const isRefused = isRotating && result._tag !== 'NotAnswered' && refusals.includes(result.status);
  const failures = isRefused ? Math.min(health.failures + 1, openCircuitAfter - 1) : health.failures + 1;
  const pauseMs = Math.max(pauseOf(result), probePauseMs(failures));
  const until = Math.max(now + pauseMs, isPaused(health, now) ? Date.parse(health.pausedUntil ?? '') : 0);
  return { failures, failingSince: health.failingSince ?? iso(now), pausedUntil: until > now ? iso(until) : null };
};

/** Whether the circuit is open, so that only one event at a time is tried. */
export const isCircuitOpen = ({ failures }: EndpointHealth): boolean => failures >= openCircuitAfter;

/** Whether an endpoint has failed long enough to be disabled. */
export const hasFailedForTooLong = ({ failingSince }: EndpointHealth, now: number): boolean =>
  failingSince !== null && now - Date.parse(failingSince) >= disableAfterMs;
