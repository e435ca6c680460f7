import {
  addMs,
  dayMs,
  E,
  type Either,
  type Invalid,
  isVisibleTo,
  pipe,
  type StaffPrincipal,
  type Status,
  statuses,
  type TaskEither,
  TE,
  type Tenant,
  type Unavailable,
} from '@portcullis/domain/kernel';
import { maxDueRows, withTrustedClock } from '@portcullis/domain/ports';
import { isoNow } from '@portcullis/domain/use-cases';
import type {
  WebhookDeliveries,
  WebhookEndpoint,
  WebhookEndpoints,
  WebhookStatus,
  WebhookTry,
} from '@portcullis/events/ports';
import { reviewPorts, useCase } from '../access/use-case.ts';
import type { WorkCounts } from '../ports/work-counts.ts';
import { countOf, type ReviewCount, type ReviewSummaryView, reviewSummary } from '../reviews/review-summary.ts';
import type { ReviewDeps } from '../reviews/review-view.ts';
import type { CheckHealth, Health } from './check-health.ts';

/** The days of the funnel: how far back it counts. */
export const funnelDays = [1, 7, 30] as const;
export type FunnelDays = (typeof funnelDays)[number];

/** How many profiles that were created within so many days have each status now, each up to `maxDueRows`. */
export type Funnel = {
  readonly days: FunnelDays;
  readonly counts: { readonly [S in Status]: ReviewCount };
};

/** The profiles in processing; the oldest was created then, `null` where none is, or too many to know. */
export type ProcessingView = { readonly profiles: ReviewCount; readonly oldestCreatedAt: string | null };

/** How an endpoint of the tenant is doing. */
export type EndpointHealth = {
  readonly id: string;
  readonly url: string;
  readonly status: WebhookStatus;
  readonly failingSince: string | null;
  readonly pausedUntil: string | null;
  readonly waiting: ReviewCount;
  readonly deadLetters: ReviewCount;
  /** The newest try that failed, of those that the first page of the log has. */
  readonly lastFailure: Pick<WebhookTry, 'at' | 'failure' | 'status'> | null;
};

export const operationsParts = ['readiness', 'queue', 'processing', 'funnel', 'webhooks'] as const;
export type OperationsPart = (typeof operationsParts)[number];

/** How the service does for a tenant. A part that could not be read is `null`, and its name is in `missing`. */
export type OperationsView = {
  readonly at: string;
  readonly readiness: Health | null;
  readonly queue: Pick<ReviewSummaryView, 'waiting' | 'overdue' | 'oldestWaitingSince'> | null;
  readonly processing: ProcessingView | null;
  readonly funnel: readonly Funnel[] | null;
  readonly webhooks: readonly EndpointHealth[] | null;
  readonly missing: readonly OperationsPart[];
};

/**
 * Reads how the service does for the tenant of a member of staff. Each part fails by itself, so that it always answers:
 * people look because something is wrong.
 */
export type ReadOperations = (input: { readonly caller: StaffPrincipal }) => TaskEither<Invalid, OperationsView>;

export type OperationsDeps = ReviewDeps & {
  readonly checkHealth: CheckHealth;
  readonly workCounts: Pick<WorkCounts, 'created'>;
  readonly webhookEndpoints: Pick<WebhookEndpoints, 'ofPartner'>;
  readonly webhookDeliveries: Pick<WebhookDeliveries, 'state' | 'waiting' | 'dead' | 'tries'>;
};

const readProcessing = (
  { workCounts }: OperationsDeps,
  { tenant }: StaffPrincipal,
): TaskEither<Unavailable, ProcessingView> =>
  pipe(
    workCounts.created(tenant, 'processing', null),
    TE.map((times) => {
      const profiles = countOf(times.length, maxDueRows);
      return { profiles, oldestCreatedAt: profiles.atLeast ? null : (times.at(-1) ?? null) };
    }),
  );

const countsSince = (times: ReadonlyMap<Status, readonly string[]>, since: string): Funnel['counts'] => {
  const count = (status: Status): ReviewCount =>
    countOf((times.get(status) ?? []).filter((at) => at >= since).length, maxDueRows);
  return {
    created: count('created'),
    in_progress: count('in_progress'),
    processing: count('processing'),
    requires_input: count('requires_input'),
    in_review: count('in_review'),
    approved: count('approved'),
    declined: count('declined'),
    lapsed: count('lapsed'),
    expired: count('expired'),
    canceled: count('canceled'),
  };
};

/** Counts the newest profiles of each status by the index of lists: ten statements, however many profiles there are. */
const readFunnel =
  ({ clock, workCounts }: OperationsDeps, tenant: Tenant): TaskEither<Unavailable, readonly Funnel[]> =>
  async () => {
    const now = isoNow(clock);
    const times = new Map<Status, readonly string[]>();
    for (const status of statuses) {
      const created = await workCounts.created(tenant, status, addMs(now, -Math.max(...funnelDays) * dayMs))();
      if (E.isLeft(created)) return created;
      times.set(status, created.right);
    }
    return E.right(funnelDays.map((days) => ({ days, counts: countsSince(times, addMs(now, -days * dayMs)) })));
  };

/** How many deliveries of an endpoint are counted at most; for more the count is a minimum (`atLeast`). */
const mostDeliveries = 200;

const lastFailureOf = (tries: readonly WebhookTry[]): EndpointHealth['lastFailure'] => {
  const failed = tries.find(({ outcome }) => outcome !== 'delivered');
  return failed === undefined ? null : { at: failed.at, failure: failed.failure, status: failed.status };
};

const readEndpoint = async (
  { webhookDeliveries }: OperationsDeps,
  { id, status, url }: WebhookEndpoint,
): Promise<Either<Unavailable, EndpointHealth>> => {
  const state = await webhookDeliveries.state(id)();
  if (E.isLeft(state)) return state;
  const waiting = await webhookDeliveries.waiting(id, mostDeliveries)();
  if (E.isLeft(waiting)) return waiting;
  const dead = await webhookDeliveries.dead(id, 0, mostDeliveries)();
  if (E.isLeft(dead)) return dead;
  const tries = await webhookDeliveries.tries(id, null)();
  if (E.isLeft(tries)) return tries;
  return E.right({
    id,
    status,
    url,
    failingSince: state.right?.failingSince ?? null,
    pausedUntil: state.right?.pausedUntil ?? null,
    waiting: countOf(waiting.right.length, mostDeliveries),
    deadLetters: countOf(dead.right.length, mostDeliveries),
    lastFailure: lastFailureOf(tries.right.tries),
  });
};

const readWebhooks =
  (deps: OperationsDeps, tenant: Tenant): TaskEither<Unavailable, readonly EndpointHealth[]> =>
  async () => {
    const endpoints = await deps.webhookEndpoints.ofPartner(tenant.partnerId)();
    if (E.isLeft(endpoints)) return endpoints;
    const own = endpoints.right.endpoints.filter((endpoint) => isVisibleTo(tenant, endpoint.tenant));
    const read: EndpointHealth[] = [];
    for (const endpoint of own) {
      const health = await readEndpoint(deps, endpoint);
      if (E.isLeft(health)) return health;
      read.push(health.right);
    }
    return E.right(read);
  };

/** The answer of a part; `null` where it has none. A store that throws is no reason to show nothing at all. */
const orNull = async <A>(part: TaskEither<unknown, A>): Promise<A | null> => {
  try {
    const answer = await part();
    return E.isLeft(answer) ? null : answer.right;
  } catch {
    return null;
  }
};

export const readOperations = useCase(
  'readOperations',
  [...reviewPorts, 'checkHealth', 'workCounts', 'webhookEndpoints', 'webhookDeliveries'],
  (deps: OperationsDeps): ReadOperations =>
    ({ caller }) =>
    async () => {
      const { clock } = deps;
      const [readiness, queue, processing, funnel, webhooks] = await Promise.all([
        orNull(deps.checkHealth()),
        orNull(reviewSummary(deps)({ caller })),
        orNull(readProcessing(deps, caller)),
        orNull(withTrustedClock(clock, readFunnel(deps, caller.tenant))),
        orNull(readWebhooks(deps, caller.tenant)),
      ]);
      const parts = { readiness, queue, processing, funnel, webhooks };
      const missing = operationsParts.filter((part) => parts[part] === null);
      return E.right({ at: isoNow(clock), ...parts, missing });
    },
);
