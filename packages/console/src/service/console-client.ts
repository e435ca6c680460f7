import type {
  Credentials,
  DecisionAnswer,
  DecisionRequest,
  Explanation,
  FoundReviews,
  History,
  LedgerEntry,
  LedgerPage,
  LedgerQuery,
  NextReview,
  Profile,
  QueueFilters,
  QueueQuery,
  Review,
  ReviewList,
  ReviewSummary,
  SearchTerm,
  SignInMethods,
  StaffMember,
} from '../model/index.ts';
import { administrationCalls } from './administration-calls.ts';
import { addressOf, type Call, codeOf, createCall, type Fetch } from './call.ts';
import { listCalls } from './list-calls.ts';
import { policyCalls } from './policy-calls.ts';
import { retentionCalls } from './retention-calls.ts';
import { webhookCalls } from './webhook-calls.ts';

/** How many cases a page of the queue has, and for how many answers it, or a search, waits. */
const pageSize = 50;
const maxAnswers = 5;
/** A search that has found this many waits for no further answer. */
const enoughFound = 20;

const entriesPerPage = 100;
/** A profile has far fewer entries; the rest is read elsewhere. */
const maxPages = 10;

const historyOf = async (call: Call, path: string, signal?: AbortSignal): Promise<History> => {
  const entries: LedgerEntry[] = [];
  const damaged: number[] = [];
  let after: number | null = 0;
  for (let page = 0; page < maxPages && after !== null; page += 1) {
    const query: LedgerQuery = { limit: entriesPerPage, ...(after !== 0 && { after_seq: after }) };
    const read: LedgerPage = await call.json('GET', addressOf(path, query), undefined, signal);
    entries.push(...read.data);
    damaged.push(...(read.damaged_seqs ?? []));
    after = read.next_after_seq;
  }
  return { entries, damaged };
};

/** A profile about which nothing was decided has no explanation. */
const explanationOf = (call: Call, id: string, signal?: AbortSignal): Promise<Explanation | null> =>
  call.json<Explanation>('GET', `/api/profiles/${id}/decision`, undefined, signal).catch((error: unknown) => {
    if (codeOf(error) === 'not_found') return null;
    throw error;
  });

const sessionCalls = (call: Call) => ({
  signInMethods: (): Promise<SignInMethods> => call.json('GET', '/api/staff/sign-in'),
  signIn: (credentials: Credentials): Promise<StaffMember> => call.json('POST', '/api/staff/session', credentials),
  signOut: (): Promise<void> => call.json('DELETE', '/api/staff/session'),
  /** Forgets what was sent and not answered. */
  forget: call.forget,
  me: (): Promise<StaffMember> => call.json('GET', '/api/staff/me'),
});

/**
 * A page of the queue. An answer looks at 200 cases at most, so that a filter which few cases match takes several;
 * after `maxAnswers` the page says how many were looked at, and goes on when it is asked to.
 */
const queuePage = async (
  call: Call,
  filters: QueueFilters,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ReviewList> => {
  const data: Review[] = [];
  let next = cursor;
  let looked = 0;
  let damaged = 0;
  for (let answers = 0; answers < maxAnswers; answers += 1) {
    const limit = pageSize - data.length;
    const query: QueueQuery = { ...filters, limit, ...(next !== null && { cursor: next }) };
    const page: ReviewList = await call.json('GET', addressOf('/api/reviews', query), undefined, signal);
    data.push(...page.data);
    looked += page.looked;
    damaged += page.damaged ?? 0;
    next = page.next_cursor;
    if (next === null || data.length >= pageSize) break;
  }
  return { data, looked, damaged, next_cursor: next };
};

/** A search's findings behind a cursor: as a page of the queue, it waits for several answers. */
const searchPage = async (call: Call, term: SearchTerm, cursor: string | null): Promise<ReviewList> => {
  const data: Review[] = [];
  let next = cursor;
  let looked = 0;
  let damaged = 0;
  for (let answers = 0; answers < maxAnswers; answers += 1) {
    const body = { ...term, ...(next !== null && { cursor: next }) };
    const found: FoundReviews = await call.json('POST', '/api/staff/search', body);
    data.push(...found.data);
    looked += found.looked ?? 0;
    damaged += found.damaged ?? 0;
    next = found.next_cursor ?? null;
    if (next === null || data.length >= enoughFound) break;
  }
  return { data, looked, damaged, next_cursor: next };
};

const reviewCalls = (call: Call) => ({
  queue: (filters: QueueFilters, cursor: string | null, signal?: AbortSignal): Promise<ReviewList> =>
    queuePage(call, filters, cursor, signal),
  summary: (signal?: AbortSignal): Promise<ReviewSummary> =>
    call.json('GET', '/api/reviews/summary', undefined, signal),
  review: (id: string, signal?: AbortSignal): Promise<Review> =>
    call.json('GET', `/api/reviews/${id}`, undefined, signal),
  claimNext: (): Promise<NextReview> => call.postOnce('/api/reviews/next', {}),
  claim: (id: string, takeOver: boolean): Promise<Review> =>
    call.json('POST', `/api/reviews/${id}/claim`, takeOver ? { take_over: true } : {}),
  release: (id: string): Promise<Review> => call.json('POST', `/api/reviews/${id}/release`, {}),
  decide: (id: string, decision: DecisionRequest): Promise<DecisionAnswer> =>
    call.postOnce(`/api/reviews/${id}/decision`, decision),
  search: (term: SearchTerm, cursor: string | null): Promise<ReviewList> => searchPage(call, term, cursor),
});

const caseCalls = (call: Call) => ({
  profile: (id: string, signal?: AbortSignal): Promise<Profile> =>
    call.json('GET', `/api/profiles/${id}`, undefined, signal),
  explanation: (id: string, signal?: AbortSignal): Promise<Explanation | null> => explanationOf(call, id, signal),
  histories: (id: string, signal?: AbortSignal): Promise<readonly History[]> =>
    Promise.all(['status', 'verification'].map((kind) => historyOf(call, `/api/${kind}_history/${id}`, signal))),
  picture: (id: string, fileId: string, signal?: AbortSignal): Promise<Blob> =>
    call.bytes(`/api/profiles/${id}/files/${fileId}`, signal),
});

/** The calls of the console. `newKey` makes a text that no other call has. */
export const createConsoleClient = (fetch: Fetch, newKey: () => string) => {
  const call = createCall(fetch, newKey);
  return {
    ...sessionCalls(call),
    ...reviewCalls(call),
    ...caseCalls(call),
    ...retentionCalls(call),
    ...listCalls(call),
    ...policyCalls(call),
    ...webhookCalls(call),
    ...administrationCalls(call),
  };
};

export type ConsoleClient = ReturnType<typeof createConsoleClient>;
