import { addDays } from '@portcullis/domain/kernel';
import { expect } from 'chai';

describe('a calendar day', () => {
  it('is shifted correctly over the ends of months and years, and over 29 February', () => {
    const moved = [
      addDays('2026-05-01', 0),
      addDays('2026-12-31', 1),
      addDays('2027-01-01', -1),
      addDays('2024-02-28', 1),
      addDays('2026-02-28', 1),
      addDays('2026-03-29', 1),
    ];
    expect(moved).to.deep.equal(['2026-05-01', '2027-01-01', '2026-12-31', '2024-02-29', '2026-03-01', '2026-03-30']);
  });
});
