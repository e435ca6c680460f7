import { expect } from 'chai';
import { claimOf, slaOf } from '#console/model/review-times';
import type { Review } from '#console/model/wire';
import { aReview } from '../../../support/http/console-bodies.ts';

const hour = 3_600_000;
const start = Date.parse('2026-05-04T10:00:00.000Z');
const at = (hours: number): number => start + hours * hour;
const iso = (hours: number): string => new Date(at(hours)).toISOString();

const review = (given: Partial<Review> = {}): Review => ({
  ...aReview,
  waiting_since: iso(0),
  due_at: iso(24),
  ...given,
});

describe('the term of a case', () => {
  it('is in time, soon over in its last four hours, and then overdue', () => {
    const states = [0, 19.9, 20, 23.9, 24, 30].map((hours) => slaOf(review(), at(hours)).state);
    expect(states).to.deep.equal(['in_time', 'in_time', 'soon', 'soon', 'overdue', 'overdue']);
  });

  it('is soon over in its last quarter where it is short', () => {
    const short = review({ due_at: iso(2) });
    expect([1.4, 1.5].map((hours) => slaOf(short, at(hours)).state)).to.deep.equal(['in_time', 'soon']);
  });

  it('says how much is left, and by how much it has passed', () => {
    expect(slaOf(review(), at(22)).milliseconds).to.equal(2 * hour);
    expect(slaOf(review(), at(30)).milliseconds).to.equal(6 * hour);
  });

  it('is overdue where the service says so, by whatever clock', () => {
    expect(slaOf(review({ is_overdue: true }), at(1))).to.deep.equal({ state: 'overdue', milliseconds: 0 });
  });

  it('is none where none was set', () => {
    expect(slaOf(review({ due_at: null }), at(1)).state).to.equal('none');
    expect(slaOf(review({ waiting_since: null }), at(1)).state).to.equal('in_time');
  });
});

describe('the claim of a case', () => {
  const claim = (isMine: boolean) => ({ staff_id: 'staff-1', name: 'Rosa', until: iso(0.25), is_mine: isMine });

  it('is free, mine or of others, and lapses by itself', () => {
    const states = [
      claimOf(review(), at(0)),
      claimOf(review({ claim: claim(true) }), at(0)),
      claimOf(review({ claim: claim(false) }), at(0)),
      claimOf(review({ claim: claim(true) }), at(0.25)),
      claimOf(review({ claim: claim(false) }), at(0.25)),
    ].map(({ state }) => state);
    expect(states).to.deep.equal(['free', 'mine', 'others', 'lapsed', 'free']);
  });

  it('says what is left of it', () => {
    expect(claimOf(review({ claim: claim(true) }), at(0.2)).milliseconds).to.equal(3 * 60_000);
  });
});
