import {
  type EventFeed,
  type FeedEvent,
  type FeedPage,
  isProfileEvent,
  type PartnerProfileEvent,
} from '@portcullis/events/ports';
import type { Row, Write } from '@portcullis/record-store/driver';
import type { EventNumbering } from '#events/feed/number-events';
import { mustSucceed } from '../run.ts';
import { profileOf } from './driver-rows.ts';
import { logEntryInsert } from './log-entries.ts';

export const eventTime = '2026-05-01T10:00:00.000Z';

/** The stored form of an event. */
export const anEventText = (more: Row = {}): string =>
  JSON.stringify({ type: 'profile.submitted', at: eventTime, status: 'processing', ...more });

/** Inserts an entry for a partner. */
export const eventInsert = (profile: string, seq: number, partner = 'acme', more: Row = {}): Write => {
  const insert = logEntryInsert(profile, seq);
  const row = 'row' in insert ? insert.row : {};
  return { kind: 'insert', table: 'ledger', row: { ...row, partner_key: partner, event: anEventText(), ...more } };
};

/** Inserts the entries of a profile with these numbers; the odd ones are events. */
export const historyInserts = (n: number, first: number, last: number, partner = 'acme'): readonly Write[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at).map((seq) =>
    seq % 2 === 1 ? eventInsert(profileOf(n), seq, partner) : logEntryInsert(profileOf(n), seq),
  );

/** Follows the log to its end, round after round. */
export const numberEverything = async (numbering: EventNumbering, size: number): Promise<number> => {
  let numbered = 0;
  for (let round = 0; round < 20; round += 1) {
    const steps = [...Array(50).keys()];
    const followed = await numbering.follow(size, () => steps.pop() !== undefined);
    if (followed._tag === 'Right') numbered += followed.right;
  }
  return numbered;
};

/** An event that is one of a profile. */
export const ofProfile = (one: FeedEvent): FeedEvent & { readonly event: PartnerProfileEvent } => {
  const { event } = one;
  if (!isProfileEvent(event)) throw new Error('an event of an endpoint');
  return { ...one, event };
};

/** Every event of a feed of profiles, page by page, and how much of it is damaged. */
export const wholeFeed = async (
  feed: Pick<EventFeed, 'page'>,
  partnerId: string,
): Promise<{ readonly events: readonly ReturnType<typeof ofProfile>[]; readonly damaged: number }> => {
  const events: ReturnType<typeof ofProfile>[] = [];
  let damaged = 0;
  let after = 0;
  for (;;) {
    const page: FeedPage = await mustSucceed(feed.page(partnerId, after, 200));
    events.push(...page.events.map(ofProfile));
    damaged += page.damaged;
    if (page.last === null) return { events, damaged };
    after = page.last;
  }
};
