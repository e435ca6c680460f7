import { type NotFound, notFound, pipe, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import type { UnavailableKind } from '@portcullis/domain/kernel';
import {
  type CallRecord,
  createVendorClient,
  type Fetch,
  type OwnedVendorClient,
  unavailableFrom,
  VendorCallError,
  type VendorLimits,
} from '@portcullis/vendor-client';

/** The circuit never opens. */
const neverOpens: VendorLimits['breaker'] = { failures: Number.POSITIVE_INFINITY, openMs: 1000 };

export const testLimits: VendorLimits = {
  deadlineMs: 5000,
  maxBytes: 64 * 1024,
  concurrency: 50,
  queue: 50,
  maxAttempts: 2,
  breaker: neverOpens,
};

/** A vendor client with the records of its calls, and the simplest adapter over it. */
export type TestVendorClient = {
  readonly way: OwnedVendorClient;
  readonly records: readonly CallRecord[];
  /** Requests a path; answers the status and the text. */
  readonly ask: (
    path?: string,
    init?: RequestInit,
    enclosing?: AbortSignal,
  ) => TaskEither<NotFound | Unavailable, VendorResponse>;
};
export type VendorResponse = { readonly status: number; readonly headers: Headers; readonly text: string };

const byStatus: ReadonlyMap<number, UnavailableKind> = new Map([
  [400, 'rejected'],
  [403, 'not_configured'],
  [429, 'quota'],
  [504, 'timeout'],
]);

/** Answers what a status means to the adapters; `null` for a valid response. */
const meaningOf = ({ status }: VendorResponse): NotFound | Unavailable | null => {
  if (status === 404) return notFound;
  const kind = byStatus.get(status) ?? (status >= 500 ? 'unavailable' : null);
  return kind === null ? null : unavailable('device', null, kind);
};

export const name = { service: 'device', operation: 'ask' } as const;

type ClientOptions = { readonly random?: () => number; readonly monotonic?: () => number };

export const aVendorClient = (
  url: string,
  limits: Partial<VendorLimits> = {},
  surroundings: ClientOptions = {},
): TestVendorClient => {
  const records: CallRecord[] = [];
  const way = createVendorClient({
    provider: 'tried',
    origins: [url],
    limits: { ...testLimits, ...limits },
    random: () => 0,
    ...surroundings,
    observe: (record) => records.push(record),
  });
  const once = (fetch: Fetch, path: string, init: RequestInit): TaskEither<Unavailable, VendorResponse> =>
    TE.tryCatch(
      async () => {
        const response = await fetch(`${url}${path}`, init);
        return { status: response.status, headers: response.headers, text: await response.text() };
      },
      (thrown) => unavailableFrom('device', thrown),
    );
  const ask: TestVendorClient['ask'] = (path = '/', init = {}, enclosing) =>
    way.call(
      name,
      ({ fetch }) =>
        pipe(
          once(fetch, path, init),
          TE.flatMap((asked) => {
            const reason = meaningOf(asked);
            return reason === null ? TE.right(asked) : TE.left(reason);
          }),
        ),
      enclosing,
    );
  return { way, records, ask };
};

/** Answers the code of the fault that caused an outage. */
const faultCodeOf = (reason: NotFound | Unavailable): string | null => {
  for (let at: unknown = reason; typeof at === 'object' && at !== null; at = Reflect.get(at, 'cause')) {
    if (at instanceof VendorCallError) return at.code;
  }
  return null;
};

/** The result of a call, in short. */
export type ShortReason = { readonly kind: string; readonly code: string | null };

export const shortReason = (reason: NotFound | Unavailable): ShortReason =>
  reason._tag === 'Unavailable' ? { kind: reason.kind, code: faultCodeOf(reason) } : { kind: reason._tag, code: null };

/** Answers the result of some work with its duration in milliseconds. */
const timed = async <A>(work: () => Promise<A>): Promise<{ readonly answer: A; readonly ms: number }> => {
  const began = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - began };
};

/**
 * Answers the result of a call with its duration, and with the part of it for which the machine is not the reason: the
 * duration without what a timer of the same deadline was late, or the processor time if that is more.
 */
export const timedCall = async <A>(call: () => Promise<A>, deadline: number) => {
  const began = performance.now();
  const usedBefore = process.cpuUsage();
  const fired = new Promise<number>((resolve) => setTimeout(() => resolve(performance.now()), deadline));
  const { answer, ms } = await timed(call);
  const { system, user } = process.cpuUsage(usedBefore);
  const lateMs = Math.max(0, (await fired) - began - deadline);
  return { answer, ms, ownMs: Math.max(ms - lateMs, (system + user) / 1000) };
};
