import assert from 'node:assert/strict';
import { TE } from '@portcullis/domain';
import type { EventFeed, FeedWait, FeedWatch } from '@portcullis/events/ports';
import type { Runner } from './shared/runner.ts';

/** Answers a watch over feeds whose heads it asks for. */
export type OpenFeedWatch = (feed: Pick<EventFeed, 'heads'>) => FeedWatch;

/** The feed of each partner is at place 5. */
const heads: EventFeed['heads'] = (partnerIds) =>
  TE.right(partnerIds.map((partnerId) => ({ partnerId, place: 5, first: 1 })));

/** Tests what every FeedWatch guarantees. */
export const feedWatchContract = ({ describe, it }: Runner, name: string, open: OpenFeedWatch): void => {
  describe(`FeedWatch contract: ${name}`, () => {
    const begun = (waitMs: number): FeedWait => {
      const wait = open({ heads }).begin('acme', waitMs);
      assert.ok(wait !== null);
      return wait;
    };

    it('says that a feed has come further than a place', async () => {
      const wait = begun(20_000);
      assert.equal(await wait.hasPassed(4), true);
      wait.end();
    });

    it('says that it has not once the time is over, or the wait has ended', async () => {
      assert.equal(await begun(20).hasPassed(5), false);
      const wait = begun(20_000);
      const passed = wait.hasPassed(5);
      wait.end();
      wait.end();
      assert.equal(await passed, false);
    });
  });
};
