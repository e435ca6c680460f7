import { Anthropic } from '@anthropic-ai/sdk';
import type { Fetch, OngoingCall } from '@portcullis/vendor-client';

const defaultBaseUrl = 'https://api.anthropic.com';
/** The API version whose responses the codecs describe. */
const apiVersion = '2026-10-21';
/** This is longer than any deadline of a call: the vendor client ends calls, the SDK does not. */
const timeoutMs = 600_000;

export type AnthropicClientOptions = {
  readonly apiKey: string;
  /** The address of a stand-in for the provider; `null` for Anthropic itself. */
  readonly endpoint: string | null;
};

/** The origins that the client sends to. The vendor client must allow them. */
export const anthropicOrigins = (endpoint: string | null): readonly string[] => [
  new URL(endpoint ?? defaultBaseUrl).origin,
];

/**
 * Sends the body that the SDK built with our own headers alone. The SDK adds to every request what it finds in
 * `ANTHROPIC_CUSTOM_HEADERS`, as well as the key and a description of this machine, and none of its options prevents
 * that.
 */
const fetchWithOwnHeaders =
  (apiKey: string, { fetch }: OngoingCall): Fetch =>
  (input, { method, body, signal } = {}) =>
    fetch(input, {
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
 * Sets every option that the SDK would otherwise read from the environment or from files of the user, so that none of
 * them can change where photos are sent or under whose account. The vendor client retries, the SDK does not. Nothing is
 * logged, because at its more verbose levels the SDK writes whole requests. Each call has a client of its own, so that
 * the client can send nothing for another call.
 */
export const anthropicClient = ({ apiKey, endpoint }: AnthropicClientOptions, call: OngoingCall): Anthropic =>
  new Anthropic({
    apiKey,
    authToken: null,
    webhookKey: null,
    baseURL: endpoint ?? defaultBaseUrl,
    fetch: fetchWithOwnHeaders(apiKey, call),
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    openTelemetry: false,
  });
