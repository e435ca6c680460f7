import { type Client, createClient } from '@portcullis/client';
import { connectionFailure } from '../demo/failure.ts';
import type { ApiAccess } from './api-access.ts';

/** How calls end: after so many seconds without an answer, and when the command has to stop. */
export type CallLimits = { readonly answerSeconds: number; readonly stop: AbortSignal };

/**
 * A client that tries each call once, because the commands wait by themselves and say for what. Where no answer
 * arrives, or it has to stop, `detail` of the problem says in words what was wrong.
 */
export const openPartnerClient = (access: ApiAccess, { answerSeconds, stop }: CallLimits): Client =>
  createClient({
    ...access,
    maxTries: 1,
    timeoutSeconds: answerSeconds,
    fetch: (url, init) =>
      fetch(url, { ...init, signal: AbortSignal.any([stop, ...(init.signal ? [init.signal] : [])]) }).catch(
        (cause: unknown) => {
          throw new Error(`${access.baseUrl} cannot be reached (${connectionFailure(cause)}).`, { cause });
        },
      ),
  });
