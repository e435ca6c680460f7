import type { BrowserContext, Route } from 'playwright-core';
import type { LedgerEntry, ListEntry, Profile, Review, StaffMember, WireCount } from '#console/model/wire';
import { anEntryBody } from '../../support/http/console-bodies.ts';
import { explanation, histories, pictureOf, profileOf, redactedProfileOf, reviewOf } from './cases.ts';
import { administrationAnswer, openAdministration, type StubAdministration } from './stub-administration.ts';
import { type Answer, listAnswer, problem } from './stub-answer.ts';
import { duplicatesAnswer, listsAnswer } from './stub-lists.ts';
import { openPolicies, policyAnswer, type StubPolicies } from './stub-policies.ts';
import { retentionAnswer } from './stub-retention.ts';

/** One person at one browser, and what it has asked for. */
export type Seat = {
  /** Who is signed in; a test that ends a session sets it to `null`. */
  member: StaffMember | null;
  /** Who signs in with the right password. */
  readonly account: StaffMember;
  isOffline: boolean;
  readonly calls: { readonly method: string; readonly path: string; readonly body: unknown }[];
};

/** A service that has the cases of a few people, for as many browsers as are attached to it. */
export type StubApi = {
  readonly reviews: Map<string, Review>;
  readonly entries: Map<string, LedgerEntry[]>;
  /** What is to be said of a profile beside what its case says. */
  readonly profiles: Map<string, Partial<Profile>>;
  readonly lists: Map<string, ListEntry>;
  readonly policies: StubPolicies;
  readonly administration: StubAdministration;
  /** How the service lets staff sign in. */
  methods: readonly string[];
  readonly attach: (context: BrowserContext, account: StaffMember, isSignedIn?: boolean) => Promise<Seat>;
};

type Asked = {
  readonly method: string;
  readonly url: URL;
  readonly body: Record<string, unknown>;
  readonly seat: Seat;
};

const leaseMs = 15 * 60_000;
const isLive = ({ claim }: Review): boolean => claim !== null && Date.parse(claim.until) > Date.now();
const holds = (review: Review, member: StaffMember): boolean => isLive(review) && review.claim?.staff_id === member.id;

/** A case as a member sees it. */
const seenBy = (review: Review, member: StaffMember): Review => ({
  ...review,
  claim: review.claim && { ...review.claim, is_mine: review.claim.staff_id === member.id },
});

const claimedBy = (review: Review, { id, name }: StaffMember): Review => ({
  ...review,
  claim: { staff_id: id, name, until: new Date(Date.now() + leaseMs).toISOString(), is_mine: true },
});

const statusAfter = {
  approve: 'approved',
  decline: 'declined',
  request_input: 'requires_input',
  reopen: 'in_review',
} as const;
type Decided = keyof typeof statusAfter;
const isDecided = (outcome: unknown): outcome is Decided => typeof outcome === 'string' && outcome in statusAfter;

const claimsOf = (review: Review, member: StaffMember): string => {
  if (!isLive(review)) return 'none';
  return holds(review, member) ? 'mine' : 'others';
};

const queueAnswer = (api: StubApi, { searchParams: query }: URL, member: StaffMember): Answer => {
  const wanted = (review: Review): boolean =>
    review.is_waiting &&
    (query.get('claimed') ?? claimsOf(review, member)) === claimsOf(review, member) &&
    (!query.has('reason') || review.status_reasons.some((reason) => reason === query.get('reason'))) &&
    (query.get('policy') ?? review.policy.id) === review.policy.id &&
    (!query.has('overdue') || review.is_overdue);
  const shown = [...api.reviews.values()].filter(wanted).map((review) => seenBy(review, member));
  return listAnswer(shown, { looked: api.reviews.size });
};

const count = (reviews: readonly Review[]): WireCount => ({ value: reviews.length, at_least: false });

const summaryAnswer = (api: StubApi, member: StaffMember): Answer => {
  const waiting = [...api.reviews.values()].filter((review) => review.is_waiting);
  const body = {
    object: 'review_summary',
    waiting: count(waiting),
    claimed: count(waiting.filter(isLive)),
    mine: count(waiting.filter((review) => holds(review, member))),
    overdue: count(waiting.filter((review) => review.is_overdue)),
    oldest_waiting_since: waiting[0]?.waiting_since ?? null,
  };
  return { status: 200, body };
};

/** Decides as the service does: by the holder of a claim, under the version that was read, with all approvals. */
const decide = (api: StubApi, review: Review, member: StaffMember, body: Asked['body']): Answer => {
  const { expected_version: version, note, outcome } = body;
  if (!isDecided(outcome)) return problem(400, 'invalid_request');
  if (outcome !== 'reopen' && !holds(review, member)) return problem(409, 'claim_required');
  if (version !== review.version) return problem(409, 'version_conflict');
  if (outcome !== 'approve' && !note) return problem(422, 'validation_failed');
  const given = outcome === 'approve' ? review.approvals.given + 1 : review.approvals.given;
  const isLast = outcome !== 'approve' || given >= review.approvals.needed;
  const status = isLast ? statusAfter[outcome] : review.status;
  const next: Review = {
    ...review,
    status,
    is_waiting: status === 'in_review',
    claim: null,
    approvals: { ...review.approvals, given },
    version: review.version + 1,
  };
  api.reviews.set(review.profile_id, next);
  const made: LedgerEntry = {
    ...anEntryBody,
    id: `entry-${review.version}-${review.profile_id}`,
    seq: 7 + (review.version - 9),
    type: {
      approve: 'review_approved',
      decline: 'review_declined',
      request_input: 'input_requested',
      reopen: 'reopened',
    }[outcome],
    to: status,
    actor: { type: 'reviewer', id: member.id },
    personal: { reviewer_name: member.name, note },
    occurred_at: new Date().toISOString(),
  };
  api.entries.set(review.profile_id, [...(api.entries.get(review.profile_id) ?? []), made]);
  return {
    status: 200,
    body: { object: 'review_decision', entry: made, profile_status: status, review: seenBy(next, member) },
  };
};

const changeClaim = (api: StubApi, review: Review, verb: string, { body }: Asked, member: StaffMember): Answer => {
  if (verb === 'claim' && isLive(review) && !holds(review, member) && body['take_over'] !== true)
    return problem(409, 'review_claimed');
  if (verb === 'release' && !holds(review, member)) return problem(409, 'claim_required');
  const next = verb === 'claim' ? claimedBy(review, member) : { ...review, claim: null };
  api.reviews.set(review.profile_id, next);
  return { status: 200, body: seenBy(next, member) };
};

const reviewAnswer = (api: StubApi, asked: Asked, member: StaffMember): Answer => {
  const [, , , id = '', verb] = asked.url.pathname.split('/');
  if (asked.method === 'POST' && id === 'next') {
    const free = [...api.reviews.values()].find((review) => review.is_waiting && !isLive(review));
    if (free !== undefined) api.reviews.set(free.profile_id, claimedBy(free, member));
    const review = free === undefined ? null : seenBy(claimedBy(free, member), member);
    return { status: 200, body: { object: 'next_review', review } };
  }
  if (id === 'summary') return summaryAnswer(api, member);
  const review = api.reviews.get(id);
  if (review === undefined) return problem(404, 'not_found');
  if (verb === 'decision') return decide(api, review, member, asked.body);
  if (verb === 'duplicates') return duplicatesAnswer(api, review);
  if (verb !== undefined) return changeClaim(api, review, verb, asked, member);
  return { status: 200, body: seenBy(review, member) };
};

const profileAnswer = (api: StubApi, url: URL, member: StaffMember): Answer => {
  const [, , kind, id = '', part, fileId = ''] = url.pathname.split('/');
  const review = api.reviews.get(id);
  if (review === undefined) return problem(404, 'not_found');
  const seesPersons = member.permissions.includes('persons:read');
  if (kind === 'status_history' || kind === 'verification_history') {
    const data =
      kind === 'status_history' ? [...histories.status, ...(api.entries.get(id) ?? [])] : histories.verification;
    return { status: 200, body: { object: 'list', data, next_after_seq: null } };
  }
  if (part === 'decision') return { status: 200, body: explanation };
  if (part === 'files') return { status: 200, bytes: pictureOf(fileId) };
  return { status: 200, body: { ...(seesPersons ? profileOf : redactedProfileOf)(review), ...api.profiles.get(id) } };
};

/** Some of them have a name: it is behind the first profiles that are looked at, and any other name behind more. */
const nameAnswer = (api: StubApi, { body }: Asked, member: StaffMember): Answer => {
  const isFound = body['name'] === 'Kim Min-su' && body['cursor'] !== undefined;
  const found = [...api.reviews.values()].filter(({ profile_id: id }) => isFound && id === 'case00000000003');
  return listAnswer(
    found.map((review) => seenBy(review, member)),
    { looked: 200, damaged: 1, next_cursor: isFound ? null : '0.case00000000002' },
  );
};

const searchAnswer = (api: StubApi, asked: Asked, member: StaffMember): Answer => {
  const { body } = asked;
  if (body['name'] !== undefined) return nameAnswer(api, asked, member);
  const found = [...api.reviews.values()].filter(
    ({ profile_id: id, reference }) =>
      reference === body['reference'] || id === body['profile_id'] || body['document_number'] === 'L898902C3',
  );
  return listAnswer(found.map((review) => seenBy(review, member)));
};

const sessionAnswer = ({ body, method, seat }: Asked): Answer => {
  if (method === 'DELETE') {
    seat.member = null;
    return { status: 204 };
  }
  if (body['password'] !== 'right') return problem(401, 'invalid_credentials');
  seat.member = { ...seat.account };
  return { status: 200, body: seat.member };
};

const answer = (api: StubApi, asked: Asked): Answer => {
  const { pathname } = asked.url;
  if (pathname === '/api/staff/sign-in')
    return { status: 200, body: { object: 'staff_sign_in', methods: api.methods } };
  if (pathname === '/api/staff/session') return sessionAnswer(asked);
  const { member } = asked.seat;
  if (member === null) return problem(401, 'unauthenticated');
  if (pathname === '/api/staff/me') return { status: 200, body: member };
  if (pathname === '/api/staff/search') return searchAnswer(api, asked, member);
  if (pathname.startsWith('/api/lists')) return listsAnswer(api, asked, member);
  const ofAdministration = administrationAnswer(api.administration, asked, member);
  if (ofAdministration !== null) return ofAdministration;
  const ofRetention = retentionAnswer(api.reviews, asked, member);
  if (ofRetention !== null) return ofRetention;
  if (pathname === '/api/reviews') return queueAnswer(api, asked.url, member);
  if (pathname.startsWith('/api/polic')) return policyAnswer(api.policies, { ...asked, path: pathname }, member);
  if (pathname.startsWith('/api/reviews/')) return reviewAnswer(api, asked, member);
  return profileAnswer(api, asked.url, member);
};

const fulfill = (route: Route, { body, bytes, status }: Answer): Promise<void> =>
  bytes === undefined
    ? route.fulfill({
        status,
        contentType: status < 400 ? 'application/json' : 'application/problem+json',
        body: body === undefined ? '' : JSON.stringify(body),
      })
    : route.fulfill({ status, contentType: 'image/jpeg', body: bytes });

const jsonOf = (text: string | null): Record<string, unknown> => (text === null ? {} : JSON.parse(text));

/**
 * Answers the calls of the console as the contract of the staff API says, without a service: what the screens do with
 * each answer is tried here, and what the service really answers in the journey over a sandbox.
 */
export const openStubApi = (): StubApi => {
  const given = [
    reviewOf(1, { waitedHours: 30 }),
    reviewOf(2, { waitedHours: 22, status_reasons: ['document_number_doubtful'] }),
    reviewOf(3, { waitedHours: 2, policy: { id: 'strict', version: '1' }, approvals: { needed: 2, given: 0 } }),
    reviewOf(4, { status: 'approved', is_waiting: false, waiting_since: null, due_at: null, status_reasons: [] }),
  ];
  const api: StubApi = {
    reviews: new Map(given.map((review) => [review.profile_id, review])),
    entries: new Map(),
    profiles: new Map(),
    lists: new Map(),
    policies: openPolicies(),
    administration: openAdministration(),
    methods: ['password'],
    attach: async (context, account, isSignedIn = true) => {
      const seat: Seat = { member: isSignedIn ? account : null, account, isOffline: false, calls: [] };
      await context.route('**/api/**', (route) => {
        if (seat.isOffline) return route.abort('internetdisconnected');
        const request = route.request();
        const url = new URL(request.url());
        const body = jsonOf(request.postData());
        seat.calls.push({ method: request.method(), path: `${url.pathname}${url.search}`, body });
        return fulfill(route, answer(api, { method: request.method(), url, body, seat }));
      });
      return seat;
    },
  };
  return api;
};
