import { apiVersion } from '../api/routes.ts';
import { required } from './required.ts';
import type { Fetch, RetryLimits, ServiceConnection } from './send.ts';

/** Where the service is, and how calls are made. */
export type ConnectionOptions = Partial<RetryLimits> & {
  /** The address of the service, such as `https://verify.example.org`. */
  readonly baseUrl: string;
  /** The function that sends the requests; the global `fetch` without it. */
  readonly fetch?: Fetch | undefined;
  /** The version of the API for which the program was written, a date; the one of these types without it. */
  readonly version?: string | undefined;
};

const defaultLimits: RetryLimits = { maxTries: 4, maxWaitSeconds: 60, timeoutSeconds: 100 };

/** A connection without tokens: for what needs none. */
export const connect = (options: ConnectionOptions): Omit<ServiceConnection, 'token' | 'dropToken'> => {
  const {
    baseUrl,
    fetch: given,
    version = apiVersion,
    maxTries = defaultLimits.maxTries,
    maxWaitSeconds = defaultLimits.maxWaitSeconds,
    timeoutSeconds = defaultLimits.timeoutSeconds,
  } = required(options, 'options');
  // Without it every call would look like an outage, and be tried again.
  if (!/^https?:\/\/./i.test(baseUrl)) throw new TypeError('baseUrl is no http or https address.');
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    version,
    // Browsers want their `fetch` to be called as a function of the global object.
    fetch: given ?? ((url, init) => fetch(url, init)),
    limits: { maxTries, maxWaitSeconds, timeoutSeconds },
  };
};
