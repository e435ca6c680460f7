import { E, type MachinePrincipal, TE } from '@portcullis/domain';
import {
  decodeFeedCursor,
  type EventFeed,
  type EventType,
  type FeedEvent,
  type PartnerProfileEvent,
} from '@portcullis/events/ports';
import { expect } from 'chai';
import { readEvents } from '#events/feed/read-events';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

const now = '2026-05-01T00:00:00.000Z';

const anEvent = (place: number, more: Partial<PartnerProfileEvent> = {}, teamId: string | null = null): FeedEvent => ({
  place,
  row: `row${place}`,
  tenant: { partnerId: 'acme', teamId },
  event: {
    type: 'profile.approved',
    at: now,
    profileId: `p${place}`,
    version: 1,
    status: 'approved',
    previousStatus: null,
    reasons: [],
    ...more,
  },
});

const events = (from: number, to: number, of: (place: number) => FeedEvent = anEvent): readonly FeedEvent[] =>
  Array.from({ length: to - from + 1 }, (_, n) => of(from + n));

/** A feed of these events; `head` says what its head says, and `reads` counts what was asked. */
const aFeed = (own: readonly FeedEvent[], head: { place?: number; first?: number } = {}) => {
  const reads = { pages: 0, heads: 0 };
  const place = head.place ?? own.at(-1)?.place ?? 0;
  const feed: Pick<EventFeed, 'heads' | 'page'> = {
    heads: ([partnerId = '']) => {
      reads.heads += 1;
      return TE.right([{ partnerId, place, first: head.first ?? 1 }]);
    },
    page: (_, after, limit) => {
      reads.pages += 1;
      const found = own.filter((one) => one.place > after).slice(0, limit);
      const first = found[0]?.place ?? null;
      const last = found.at(-1)?.place ?? null;
      const holes = first === null || last === null ? 0 : last - first + 1 - found.length;
      return TE.right({ events: found, first, last, rows: found.length, damaged: holes });
    },
  };
  return { feed, reads };
};

const callerOf = (teamId: string | null): MachinePrincipal => ({
  kind: 'machine',
  clientId: 'c',
  tenant: { partnerId: 'acme', teamId },
  scopes: ['events:read'],
});

const read = (
  { feed }: ReturnType<typeof aFeed>,
  after: number | null,
  more: { types?: readonly EventType[]; limit?: number; teamId?: string } = {},
) =>
  readEvents({ eventFeed: feed, clock: fakeClock(now) })({
    caller: callerOf(more.teamId ?? null),
    after,
    types: more.types ?? null,
    limit: more.limit ?? 100,
  });

const placesOf = (page: { readonly events: readonly FeedEvent[] }) => page.events.map(({ place }) => place);

describe('the reading of a feed', () => {
  it('begins with the oldest event that is kept, goes on behind a cursor, and says where it ends', async () => {
    const feed = aFeed(events(3, 9), { first: 3 });
    const one = await mustSucceed(read(feed, null, { limit: 4 }));
    expect([placesOf(one), one.next, one.hasMore]).to.deep.equal([[3, 4, 5, 6], 6, true]);
    const two = await mustSucceed(read(feed, one.next, { limit: 4 }));
    expect([placesOf(two), two.next, two.hasMore]).to.deep.equal([[7, 8, 9], 9, false]);
    const three = await mustSucceed(read(feed, two.next));
    expect(three).to.deep.equal({ events: [], next: 9, hasMore: false, damaged: 0 });
  });

  it('takes one statement where events follow the cursor, and one more where none does', async () => {
    const feed = aFeed(events(1, 9));
    await mustSucceed(read(feed, 4));
    expect(feed.reads).to.deep.equal({ pages: 1, heads: 0 });
    await mustSucceed(read(feed, 9));
    expect(feed.reads).to.deep.equal({ pages: 2, heads: 1 });
  });

  it('answers that events are gone, with the first cursor that is left', async () => {
    const feed = aFeed(events(6, 9), { first: 6 });
    const failure = await mustFail(read(feed, 4));
    expect(failure._tag).to.equal('EventsGone');
    const cursor = failure._tag === 'EventsGone' ? failure.cursor : '';
    const place = decodeFeedCursor('acme', cursor);
    expect(place).to.equal(5);
    expect(placesOf(await mustSucceed(read(feed, place)))).to.deep.equal([6, 7, 8, 9]);
  });

  it('refuses a cursor before the beginning although the rows are still there', async () => {
    const old = (place: number) => anEvent(place, { at: '2026-03-01T00:00:00.000Z' });
    expect((await mustFail(read(aFeed(events(1, 9, old), { first: 8 }), 4)))._tag).to.equal('EventsGone');
  });

  it('refuses a cursor from the future, as a restored database gets it, instead of waiting for it', async () => {
    expect((await mustFail(read(aFeed(events(1, 9)), 12)))._tag).to.equal('EventsGone');
    expect((await mustFail(read(aFeed([]), 1)))._tag).to.equal('EventsGone');
  });

  it('counts events that somebody has removed: behind the cursor, between others, and at the end', async () => {
    const all = events(1, 9);
    const without = (...places: readonly number[]) =>
      aFeed(
        all.filter(({ place }) => !places.includes(place)),
        { place: 9 },
      );
    for (const gone of [5, 7]) {
      const page = await mustSucceed(read(without(gone), 4));
      expect([placesOf(page).length, page.damaged, page.next], `${gone}`).to.deep.equal([4, 1, 9]);
    }
    const cut = await mustSucceed(read(without(8, 9), 7));
    expect(cut).to.deep.equal({ events: [], next: 9, hasMore: false, damaged: 2 });
  });

  it('takes an event that comes between its two reads for no damage', async () => {
    const { feed } = aFeed(events(1, 9));
    let isFirst = true;
    const late: typeof feed = {
      ...feed,
      page:
        (...asked) =>
        async () => {
          const page = isFirst ? feed.page('acme', 99, 1) : feed.page(...asked);
          isFirst = false;
          return page();
        },
    };
    const page = await mustSucceed(read({ feed: late, reads: { pages: 0, heads: 0 } }, 8));
    expect([placesOf(page), page.damaged]).to.deep.equal([[9], 0]);
  });

  it('shows a team its own events, and asked for types only those, without losing its place', async () => {
    const mixed = aFeed(
      events(1, 8, (place) =>
        anEvent(place, { type: place % 4 === 0 ? 'profile.declined' : 'profile.approved' }, place % 2 ? 'north' : null),
      ),
    );
    const north = await mustSucceed(read(mixed, 0, { teamId: 'north', limit: 3 }));
    expect([placesOf(north), north.next, north.hasMore]).to.deep.equal([[1, 3, 5], 5, true]);
    const declined = await mustSucceed(read(mixed, 0, { types: ['profile.declined'] }));
    expect([placesOf(declined), declined.next, declined.hasMore]).to.deep.equal([[4, 8], 8, false]);
    expect(placesOf(await mustSucceed(read(mixed, 0, { teamId: 'north', types: ['profile.declined'] })))).to.deep.equal(
      [],
    );
  });

  it('looks at a thousand events for one answer, and then says that there are more', async () => {
    const feed = aFeed(events(1, 1500));
    const none = await mustSucceed(read(feed, 0, { types: ['profile.lapsed'] }));
    expect([placesOf(none), none.next, none.hasMore]).to.deep.equal([[], 1000, true]);
    expect(feed.reads.pages).to.equal(5);
    expect(await mustSucceed(read(feed, 1000, { types: ['profile.lapsed'] }))).to.include({
      next: 1500,
      hasMore: false,
    });
  });

  it('answers an outage as one', async () => {
    const { feed } = aFeed([]);
    const away = {
      _tag: 'Unavailable',
      service: 'database',
      kind: 'timeout',
      cause: '',
      retryAfterSeconds: 5,
    } as const;
    const reading = readEvents({ eventFeed: { ...feed, page: () => TE.left(away) }, clock: fakeClock(now) });
    const answer = await reading({ caller: callerOf(null), after: 3, types: null, limit: 5 })();
    expect(answer).to.deep.equal(E.left(away));
  });
});
