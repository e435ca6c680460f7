import { deterministicId, t } from '@portcullis/domain/kernel';
import { decodeEvent, type FeedEvent, type FeedHead, type FollowedEntry } from '@portcullis/events/ports';
import { allOf, type Condition, compare, equal } from '../../driver/condition.ts';
import { decodeColumnText } from '../../rows/column-text.ts';

/** A row of `feed_heads`. The row without a partner says up to which place of the log every event was numbered. */
export const FeedHeadRow = t.type({ partner_key: t.string, place: t.number, first: t.number });
export type FeedHeadRow = t.TypeOf<typeof FeedHeadRow>;

/** The id of the row of a partner's feed, or of the row without a partner (`''`). */
export const feedHeadId = (partnerKey: string): string => deterministicId(`feed/${partnerKey}`);

export const feedHeadOfRow = ({ first, partner_key, place }: FeedHeadRow): FeedHead => ({
  partnerId: decodeColumnText(partner_key),
  place,
  first,
});

export const FollowedRow = t.type({ id: t.string, place: t.number, partner_key: t.string, feed_place: t.number });
export type FollowedRow = t.TypeOf<typeof FollowedRow>;

export const followedColumns = ['id', 'place', 'partner_key', 'feed_place'];

export const followedOfRow = ({ feed_place, id, partner_key, place }: FollowedRow): FollowedEntry => ({
  row: id,
  place,
  partnerId: decodeColumnText(partner_key),
  isNumbered: feed_place !== 0,
});

export const FeedRow = t.type({
  id: t.string,
  profile: t.string,
  seq: t.number,
  place: t.number,
  partner_key: t.string,
  event: t.string,
  feed_place: t.number,
});
export type FeedRow = t.TypeOf<typeof FeedRow>;

export const feedColumns = ['id', 'profile', 'seq', 'place', 'partner_key', 'event', 'feed_place'];

/** The event of a row, or `null` where it cannot be read. */
export const eventOfRow = ({ event: text, feed_place, id, partner_key, profile, seq }: FeedRow): FeedEvent | null => {
  const opened = decodeEvent(profile, seq, text);
  if (opened === null) return null;
  const { event, teamId } = opened;
  return { place: feed_place, row: id, tenant: { partnerId: decodeColumnText(partner_key), teamId }, event };
};

/** The rows of a feed behind a place. A row without a place is none, whatever else it says. */
export const afterFeedPlace = (partnerKey: string, place: number): Condition =>
  allOf([equal({ partner_key: partnerKey }), compare('feed_place', '>', Math.max(place, 0))]);
