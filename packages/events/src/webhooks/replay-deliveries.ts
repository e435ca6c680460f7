import {
  E,
  type Either,
  type Invalid,
  invalid,
  isVisibleTo,
  type TaskEither,
  type Unavailable,
} from '@portcullis/domain/kernel';
import type { IdGenerator } from '@portcullis/domain/ports';
import { clockFault, isoNow } from '@portcullis/domain/use-cases';
import { useCase } from '../input/use-case.ts';
import type { EventFeed } from '../ports/event-feed.ts';
import { maxDeliveryChanges, type PlaceRange, type WebhookDeliveries } from '../ports/webhook-deliveries.ts';
import type { WebhookEndpoint } from '../ports/webhook-endpoints.ts';
import {
  changeEndpoint,
  type EndpointDeps,
  type EndpointFailure,
  type OwnEndpoint,
  ownEndpoint,
} from './own-endpoint.ts';
import { updateState } from './update-state.ts';

/**
 * The target of a repetition. `event`: one event (`evt_` and an id). `range`: the events of the feed behind a place, up
 * to another one or to its end. `dead_letters`: every delivery that was given up.
 */
export type ReplayTarget =
  | { readonly kind: 'event'; readonly eventId: string }
  | { readonly kind: 'range'; readonly after: number; readonly until: number | null }
  | { readonly kind: 'dead_letters' };

/** Sends events once more. Answers how many events, or deliveries, that are at most. */
export type ReplayDeliveries = (
  input: OwnEndpoint & { readonly target: ReplayTarget },
) => TaskEither<EndpointFailure | Invalid, number>;

type Deps = EndpointDeps & {
  readonly deliveries: Pick<WebhookDeliveries, 'dead' | 'record' | 'revive' | 'state'>;
  readonly eventFeed: Pick<EventFeed, 'find' | 'heads'>;
  readonly ids: IdGenerator;
};

/** The maximum number of dead letters that one request revives. */
const maxRevived = 1000;

const noEvent = invalid([{ pointer: '/event', message: 'is no event that this endpoint may have' }]);
const noRange = invalid([{ pointer: '/after', message: 'nothing is left behind this cursor' }]);

type Failure = Invalid | Unavailable;

const rangeOf = async (
  { eventFeed }: Deps,
  { tenant }: WebhookEndpoint,
  target: Exclude<ReplayTarget, { readonly kind: 'dead_letters' }>,
): Promise<Either<Failure, PlaceRange>> => {
  if (target.kind === 'event') {
    const found = await eventFeed.find(tenant.partnerId, target.eventId.slice('evt_'.length))();
    if (E.isLeft(found)) return found;
    if (found.right === null || !isVisibleTo(tenant, found.right.tenant)) return E.left(noEvent);
    return E.right({ from: found.right.place, to: found.right.place });
  }
  const heads = await eventFeed.heads([tenant.partnerId])();
  if (E.isLeft(heads)) return heads;
  const { first = 1, place = 0 } = heads.right[0] ?? {};
  const range = { from: Math.max(target.after + 1, first), to: Math.min(target.until ?? place, place) };
  return range.from > range.to ? E.left(noRange) : E.right(range);
};

/** Replays that overlap, or follow each other, are made as one over both. */
const joined = (one: PlaceRange | null, other: PlaceRange): PlaceRange =>
  one === null ? other : { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };

const reviveAll = async ({ clock, deliveries }: Deps, endpointId: string): Promise<Either<Unavailable, number>> => {
  let revived = 0;
  let after = 0;
  while (revived < maxRevived) {
    const letters = await deliveries.dead(endpointId, after, maxDeliveryChanges)();
    if (E.isLeft(letters)) return letters;
    const last = letters.right.at(-1);
    if (last === undefined) break;
    const done = await deliveries.revive(letters.right, isoNow(clock))();
    if (E.isLeft(done)) return done;
    revived += letters.right.length;
    after = last.place;
  }
  return E.right(revived);
};

export const replayDeliveries = useCase(
  'replayDeliveries',
  ['endpoints', 'clock', 'deliveries', 'eventFeed', 'ids'],
  (deps: Deps): ReplayDeliveries =>
    ({ caller, id, target }) =>
    async () => {
      const fault = clockFault(deps.clock);
      if (fault) return E.left(fault);
      const endpoint = await ownEndpoint(deps, { caller, id });
      if (E.isLeft(endpoint)) return endpoint;
      let count = 0;
      if (target.kind === 'dead_letters') {
        const revived = await reviveAll(deps, id);
        if (E.isLeft(revived)) return revived;
        count = revived.right;
      } else {
        const range = await rangeOf(deps, endpoint.right, target);
        if (E.isLeft(range)) return range;
        count = range.right.to - range.right.from + 1;
        const replay = range.right;
        const asked = await updateState(deps, id, (state) => ({
          state: { ...state, replay: joined(state.replay, replay) },
        }));
        if (E.isLeft(asked)) return asked;
      }
      // The deliverer reads everything again for an endpoint with another version.
      const noticed = await changeEndpoint(deps, { caller, id }, () => ({}));
      return E.isLeft(noticed) ? noticed : E.right(count);
    },
);
