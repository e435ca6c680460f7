import { memoryClock, sequentialIds } from '@portcullis/adapter-memory/testing';
import { E, TE } from '@portcullis/domain';
import { createEntryRelay, type createEventNumbering } from '@portcullis/events';
import {
  type EventFeed,
  type FeedEvent,
  type FeedNumbers,
  type HeadSigner,
  isProfileEvent,
  type LedgerLog,
  type PartnerProfileEvent,
  type PlacedEntry,
} from '@portcullis/events/ports';
import { resultOf } from './runner.ts';

/** The numbers of feeds in which nothing is an event. */
export const noFeed: FeedNumbers = {
  followed: () => TE.right(Number.MAX_SAFE_INTEGER),
  behind: () => TE.right([]),
  open: () => TE.right(0),
  number: () => TE.right(true),
  moveOn: () => TE.right(true),
};

let relays = 0;

/** Places every entry as the service does that stops then, and answers how many there were. */
export const placeEverything = async (
  ledgerLog: LedgerLog,
  signer: HeadSigner | null,
  feedNumbers = noFeed,
): Promise<number> => {
  relays += 1;
  const clock = memoryClock(Date.parse('2026-05-01T00:00:00.000Z'));
  const relay = createEntryRelay({ ledgerLog, clock, ids: sequentialIds(`relay ${relays}`), signer, feedNumbers });
  let placed = 0;
  for (let round = await resultOf(relay.round()); round > 0; round = await resultOf(relay.round())) placed += round;
  return placed + (await resultOf(relay.stop()));
};

/** Follows the log to its end, round after round. */
export const numberEverything = async (
  numbering: ReturnType<typeof createEventNumbering>,
  size: number,
): Promise<number> => {
  let numbered = 0;
  for (let round = 0; round < 20; round += 1) {
    const steps = [...Array(50).keys()];
    const followed = await numbering.follow(size, () => steps.pop() !== undefined);
    if (E.isRight(followed)) numbered += followed.right;
  }
  return numbered;
};

/** Every entry that has a place. */
export const placedEntries = async (log: LedgerLog): Promise<readonly PlacedEntry[]> => {
  const found: PlacedEntry[] = [];
  for (;;) {
    const page = await resultOf(log.entries(found.at(-1)?.place ?? 0, 1000));
    found.push(...page);
    if (page.length < 1000) return found;
  }
};

type ProfileFeedEvent = FeedEvent & { readonly event: PartnerProfileEvent };

/** An event that is one of a profile. */
export const ofProfile = (one: FeedEvent): ProfileFeedEvent => {
  const { event } = one;
  if (!isProfileEvent(event)) throw new Error('an event of an endpoint');
  return { ...one, event };
};

/** Every event of a feed of profiles, page by page, and how much of it is damaged. */
export const wholeFeed = async (
  feed: Pick<EventFeed, 'page'>,
  partnerId: string,
): Promise<{ readonly events: readonly ProfileFeedEvent[]; readonly damaged: number }> => {
  const events: ProfileFeedEvent[] = [];
  let damaged = 0;
  let after = 0;
  for (;;) {
    const page = await resultOf(feed.page(partnerId, after, 200));
    events.push(...page.events.map(ofProfile));
    damaged += page.damaged;
    if (page.last === null) return { events, damaged };
    after = page.last;
  }
};
