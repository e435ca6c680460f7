import { type MachinePrincipal, TE } from '@portcullis/domain';
import type { FeedWait, FeedWatch } from '@portcullis/events/ports';
import { expect } from 'chai';
import { followEvents } from '#events/feed/follow-events';
import type { EventPage, EventQuery } from '#events/feed/read-events';
import { theEvent } from '../../../support/http/stub-services.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

const caller: MachinePrincipal = {
  kind: 'machine',
  clientId: 'c',
  tenant: { partnerId: 'acme', teamId: null },
  scopes: ['events:read'],
};
const empty: EventPage = { events: [], next: 4, hasMore: false, damaged: 0 };

/** Follows a feed of these pages; the watch says so often that the feed went on. */
const follow = async (pages: readonly EventPage[], passes: number, waitMs = 25_000) => {
  const asked: (number | null)[] = [];
  const watched: unknown[] = [];
  let left = passes;
  let ended = 0;
  const wait: FeedWait = {
    hasPassed: async (place) => {
      watched.push(place);
      left -= 1;
      return left >= 0;
    },
    end: () => {
      ended += 1;
    },
  };
  const feedWatch: FeedWatch = {
    begin: (partnerId, ms) => {
      watched.push([partnerId, ms]);
      return wait;
    },
  };
  const readEvents = ({ after }: EventQuery) => {
    asked.push(after);
    return TE.right(pages[asked.length - 1] ?? empty);
  };
  const gone: (() => void)[] = [];
  const input = {
    caller,
    after: 3,
    types: null,
    limit: 10,
    waitMs,
    onGone: (end: () => void) => void gone.push(end),
  };
  const page = await mustSucceed(followEvents({ readEvents, feedWatch })(input));
  return { page, asked, watched, ended, gone };
};

describe('the following of a feed', () => {
  const some: EventPage = { events: [theEvent], next: 5, hasMore: false, damaged: 0 };

  it('reads once and watches nothing where nobody wants to wait', async () => {
    expect(await follow([empty], 9, 0)).to.deep.include({ page: empty, asked: [3], watched: [] });
  });

  it('waits for nothing where there is an event, where more can be read at once, or where something is damaged', async () => {
    for (const page of [some, { ...empty, hasMore: true }, { ...empty, damaged: 1 }])
      expect(await follow([page], 9)).to.deep.include({ page, asked: [3], ended: 1 });
  });

  it('reads on behind what it has looked at when the feed went on, until there is an event for the caller', async () => {
    const found = await follow([empty, { ...empty, next: 6 }, some], 9);
    expect(found).to.deep.include({ page: some, asked: [3, 4, 6], watched: [['acme', 25_000], 4, 6], ended: 1 });
  });

  it('answers an empty page with its cursor when the time is over', async () => {
    expect(await follow([empty], 0)).to.deep.include({ page: empty, asked: [3], ended: 1 });
  });

  it('ends its wait when the client has gone', async () => {
    const { ended, gone } = await follow([empty], 0);
    expect([gone.length, ended]).to.deep.equal([1, 1]);
  });

  it('is refused where as many wait as may', async () => {
    const full = followEvents({ readEvents: () => TE.right(empty), feedWatch: { begin: () => null } });
    const refusal = await mustFail(
      full({
        caller,
        after: 3,
        types: null,
        limit: 10,
        waitMs: 1000,
        onGone: () => undefined,
      }),
    );
    expect(refusal).to.include({ _tag: 'LimitReached', limit: 'event_waiters' });
  });
});
