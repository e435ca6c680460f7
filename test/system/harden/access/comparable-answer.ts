import type { RawResponse } from './http-client.ts';

/**
 * Headers that depend on the time, the caller's budget or the connection (RFC 9110 section 7.6.1), and not on the
 * resource.
 */
const unrelatedHeaders = /^(date|ratelimit.*|connection|keep-alive)$/;

/** Answers everything in a response that depends on the requested resource. */
export const comparableAnswer = ({ bytes, headers, status }: RawResponse): string => {
  const rest = Object.entries(headers).filter(([name]) => !unrelatedHeaders.test(name));
  return JSON.stringify([status, rest.sort(), bytes.toString('base64')]);
};
