import { Anthropic } from '@anthropic-ai/sdk';
import type { Fetch, WayOut } from '@portcullis/outgoing';

const home = 'https://api.anthropic.com';
/** The version of the interface whose answers the codecs know. */
const apiVersion = '2026-10-21';
/** Longer than any deadline of a call: the way out ends calls, not the SDK. */
const timeoutMs = 600_000;

export type ClientOptions = {
  readonly apiKey: string;
  /** Where a stand-in for the provider is; `null` for Anthropic itself. */
  readonly endpoint: string | null;
  readonly way: WayOut;
};

/** The addresses that the client sends to, for the allowed origins of the way out. */
export const anthropicOrigins = (endpoint: string | null): readonly string[] => [new URL(endpoint ?? home).origin];

/**
 * Sends the body that the SDK made, under headers that are ours alone: the SDK adds what it finds in
 * `ANTHROPIC_CUSTOM_HEADERS` to every request, the key and a description of this machine among them, and no option of its
 * own stops that.
 */
const underOurHeaders =
  ({ apiKey, way }: ClientOptions): Fetch =>
  (input, { method, body, signal } = {}) =>
    way.fetch(input, {
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'portcullis',
        authorization: `Bearer ${apiKey}`,
        'anthropic-version': apiVersion,
      },
      ...(method !== undefined && { method }),
      ...(body !== undefined && { body }),
      ...(signal !== undefined && { signal }),
    });

/**
 * Everything that the SDK would otherwise look for in the environment or in files of the user is said here, so that none
 * of them can change where photos go or in whose name. The way out tries again, not the SDK, and nothing is logged:
 * at its more talkative levels the SDK writes whole requests.
 */
export const anthropicClient = (options: ClientOptions): Anthropic =>
  new Anthropic({
    apiKey: options.apiKey,
    authToken: null,
    webhookKey: null,
    baseURL: options.endpoint ?? home,
    fetch: underOurHeaders(options),
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    openTelemetry: false,
  });
