import { setMaxListeners } from 'node:events';
import {
  type WebhookFailure,
  type WebhookRequest,
  type WebhookResult,
  type WebhookSender,
  webhookFailures,
} from '@portcullis/events/ports';
import {
  type Admission,
  type ConnectionPool,
  exchangeOutageCause,
  newConnectionPool,
  type PendingRequest,
  retryAfterOf,
} from '@portcullis/vendor-client/transport';
import { type AddressFilter, addressFilter } from './addresses.ts';
import { dnsResolver, type Resolve } from './dns-resolver.ts';
import { addressRefused, guardedLookup, isAddressRefused } from './guarded-lookup.ts';
import { webhookHeaders } from './signature.ts';
import { urlRejection } from './url-rejection.ts';

export type WebhookSenderOptions = {
  /** Whether requests may be sent without TLS. */
  readonly allowHttp: boolean;
  /** Addresses and networks, such as `10.1.0.0/16`, that are sent to although they are not public. */
  readonly allowedNetworks: readonly string[];
  /** How names are resolved; by the DNS servers of this machine where it is not given. */
  readonly resolve?: Resolve;
  /** The time for a whole request, the name and the body of the answer included; 15 seconds where it is not given. */
  readonly deadlineMs?: number;
};

/** A sender with its connections. */
export type OwnedWebhookSender = WebhookSender & {
  /** Ends the requests under way as `service_stopping`, closes all connections, and sends nothing from then on. */
  readonly close: () => Promise<void>;
};

/**
 * An idle connection is closed before common receivers close it, which may happen while a request is on its way. The
 * certificate is verified whatever the options of the process are.
 */
const connectionOptions = {
  timeout: 1500,
  // As many as there are requests to an endpoint at once: one that is closed after each burst is opened for the next.
  maxFreeSockets: 16,
  rejectUnauthorized: true,
  minVersion: 'TLSv1.2',
  // The next of several addresses of a name is tried when one does not answer; all of them were judged.
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: 1000,
} as const;

/** The bytes of an answer's body that are read, so that its connection can be used again. A longer one closes it. */
const maxBodyBytes = 4096;
const maxRetryAfterSeconds = 86_400;

const fixedHeaders = { accept: '*/*', 'accept-encoding': 'identity' };

/** The failures of this sender alone: of an address, and of its own end. */
const ownFailures: readonly WebhookFailure[] = ['refused_address', 'service_stopping'];

const failureOf = (thrown: unknown): WebhookFailure => {
  if (isAddressRefused(thrown)) return 'refused_address';
  const cause = exchangeOutageCause(thrown);
  return webhookFailures.find((failure) => failure === cause && !ownFailures.includes(failure)) ?? 'unexpected';
};

type Answer = Awaited<PendingRequest['response']>;

/** A date is relative to that of the answer, or, where it has none, to the time of the try. */
const secondsToWait = ({ headers }: Answer, { at }: WebhookRequest): number | null => {
  const ms = retryAfterOf({ date: at.toUTCString(), ...headers }, maxRetryAfterSeconds);
  return ms === null ? null : Math.ceil(ms / 1000);
};

/** Reads the body of an answer and drops it. Settles when the body has ended, or its connection. */
const dropBody = (answer: Answer, stop: () => void): Promise<void> =>
  new Promise((resolve) => {
    let size = 0;
    answer.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size > maxBodyBytes) stop();
    });
    answer.on('error', () => undefined);
    answer.on('end', resolve);
    answer.on('close', resolve);
  });

type EndedBy = 'timeout' | 'service_stopping';

/** Ends a request at its deadline, or when the sender is closed; `endedBy` answers which of them it was. */
const limit = (deadlineMs: number, closing: AbortSignal, end: () => void) => {
  let endedBy: EndedBy | null = null;
  const endBy = (word: EndedBy) => (): void => {
    endedBy ??= word;
    end();
  };
  const onClose = endBy('service_stopping');
  const timer = setTimeout(endBy('timeout'), deadlineMs);
  closing.addEventListener('abort', onClose);
  return {
    endedBy: (): EndedBy | null => endedBy,
    release: (): void => {
      clearTimeout(timer);
      closing.removeEventListener('abort', onClose);
    },
  };
};

type SenderParts = {
  readonly pool: ConnectionPool;
  readonly isAllowed: AddressFilter;
  readonly rejectionOf: WebhookSender['rejectionOf'];
  readonly closing: AbortSignal;
  readonly deadlineMs: number;
};

const begin = ({ pool }: SenderParts, request: WebhookRequest, admission: Admission): PendingRequest | null => {
  try {
    const headers = { ...fixedHeaders, ...webhookHeaders(request) };
    return pool.send({ url: new URL(request.url).href, method: 'POST', headers }, request.body, admission);
  } catch {
    // A secret that is none, or an id that is no value of a header.
    return null;
  }
};

const sendRequest = async (parts: SenderParts, request: WebhookRequest): Promise<WebhookResult> => {
  const { closing, deadlineMs, isAllowed, rejectionOf } = parts;
  const startedAt = performance.now();
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  let address: string | null = null;
  const failed = (failure: WebhookFailure): WebhookResult => ({
    _tag: 'NotAnswered',
    failure,
    ms: elapsed(),
    address,
  });
  if (closing.aborted) return failed('service_stopping');
  if (rejectionOf(request.url) !== null) return failed('refused_address');
  // Nothing is sent over any connection to an address that is not allowed.
  const pending = begin(parts, request, async ({ peer }) => {
    const reached = await peer();
    if (!isAllowed(reached)) throw addressRefused();
    address = reached;
  });
  if (pending === null) return failed('unexpected');
  const { endedBy, release } = limit(deadlineMs, closing, pending.destroy);
  try {
    const answer = await pending.response;
    const { statusCode: status = 0 } = answer;
    if (status < 200 || status > 599) {
      pending.destroy();
      return failed('bad_answer');
    }
    const retryAfterSeconds = secondsToWait(answer, request);
    const result = { _tag: 'Answered', status, retryAfterSeconds, ms: elapsed(), address: address ?? '' } as const;
    await dropBody(answer, pending.destroy);
    // The answer came before the whole request was accepted, or its sender continues after its end.
    if (!answer.complete || !pending.isFullySent()) pending.destroy();
    return result;
  } catch (thrown) {
    return failed(endedBy() ?? failureOf(thrown));
  } finally {
    release();
  }
};

/**
 * Sends webhooks to addresses that are public or listed, over connections that are kept for a moment. Redirects are not
 * followed, proxies in the environment are ignored, and nothing of an answer is kept except its status and
 * `Retry-After`.
 */
export const webhookSender = (options: WebhookSenderOptions): OwnedWebhookSender => {
  const { allowHttp, allowedNetworks, resolve = dnsResolver(), deadlineMs = 15_000 } = options;
  const isAllowed = addressFilter(allowedNetworks);
  const rejectionOf = urlRejection(isAllowed, allowHttp);
  const controller = new AbortController();
  const closing = controller.signal;
  // Each request and each name listens.
  setMaxListeners(0, closing);
  const pool = newConnectionPool({ ...connectionOptions, lookup: guardedLookup(resolve, isAllowed, closing) });
  const parts: SenderParts = { pool, isAllowed, rejectionOf, closing, deadlineMs };
  const underWay = new Set<Promise<WebhookResult>>();
  return {
    rejectionOf,
    send: (request) => async () => {
      const sent = sendRequest(parts, request);
      underWay.add(sent);
      try {
        return await sent;
      } finally {
        underWay.delete(sent);
      }
    },
    close: async () => {
      controller.abort();
      await Promise.all(underWay);
      pool.closeIdle();
    },
  };
};
