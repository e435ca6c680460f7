import { setTimeout as sleep } from 'node:timers/promises';
import { E } from '@portcullis/domain';
import { decode, t } from '@portcullis/domain/kernel';
import { bodyOf, type ClientRequest, type Outcome } from '../../cluster/http-client.ts';

/** An event of a profile has its version, and one of an endpoint has none. */
const EventData = t.union([
  t.type({ object: t.literal('profile'), id: t.string, version: t.number }),
  t.type({ object: t.literal('webhook_endpoint'), id: t.string }),
]);

const Page = t.type({
  data: t.array(t.type({ id: t.string, type: t.string, data: EventData }, 'event of the feed')),
  next_after: t.string,
  has_more: t.boolean,
  damaged: t.number,
});

/** An event as a reader of the feed got it: of which profile or endpoint, and its JSON. */
export type ReadEvent = {
  readonly id: string;
  readonly type: string;
  readonly subjectId: string;
  /** The version of the profile; `null` for an event of an endpoint. */
  readonly version: number | null;
  readonly text: string;
};

/** How many events of profiles stand behind one of the same profile that has their version or a later one. */
export const countDisordered = (events: readonly ReadEvent[]): number => {
  const versions = new Map<string, number>();
  return events.filter(({ subjectId, version }) => {
    const before = versions.get(subjectId) ?? 0;
    if (version !== null) versions.set(subjectId, Math.max(before, version));
    return version !== null && version <= before;
  }).length;
};

export type Ask = (asked: ClientRequest) => Promise<Outcome>;

/** A program of the partner that keeps its cursor, and asks again with it where it got no answer. */
export type FeedReader = {
  readonly events: readonly ReadEvent[];
  readonly counts: () => { readonly pages: number; readonly failed: number; readonly damaged: number };
  /** Ends it behind the answer that it waits for. */
  readonly stop: () => Promise<void>;
};

type Source = { readonly ask: Ask; readonly token: string };

/** Follows the feed from its oldest event on until it is stopped, or until its end where it need not wait. */
export const followFeed = ({ ask, token }: Source, waitSeconds: number | null): FeedReader => {
  const events: ReadEvent[] = [];
  const counts = { pages: 0, failed: 0, damaged: 0 };
  let isOver = false;
  const run = async (): Promise<void> => {
    let after = '';
    while (!isOver) {
      const path = `/api/events?limit=100&wait=${waitSeconds ?? 0}${after === '' ? '' : `&after=${after}`}`;
      const outcome = await ask({ path, token });
      const page = outcome.status === 200 ? decode(Page, bodyOf(outcome)) : null;
      if (page === null || E.isLeft(page)) {
        counts.failed += 1;
        await sleep(50);
        continue;
      }
      const { damaged, data, has_more: hasMore, next_after: next } = page.right;
      counts.pages += 1;
      counts.damaged += damaged;
      for (const event of data) {
        const { data: subject, id, type } = event;
        const version = subject.object === 'profile' ? subject.version : null;
        events.push({ id, type, subjectId: subject.id, version, text: JSON.stringify(event) });
      }
      after = next;
      if (waitSeconds === null && !hasMore) return;
    }
  };
  const running = run();
  return {
    events,
    counts: () => counts,
    stop: async () => {
      isOver = waitSeconds !== null;
      await running;
    },
  };
};
