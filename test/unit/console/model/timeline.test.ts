import { expect } from 'chai';
import { mergeHistories, noteOf, reviewerOf } from '#console/model/timeline';
import type { LedgerEntry } from '#console/model/wire';
import { anEntryBody } from '../../../support/http/console-bodies.ts';

const entry = (seq: number, given: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ...anEntryBody,
  id: `entry-${seq}`,
  seq,
  ...given,
});

const shown = (...histories: readonly (readonly LedgerEntry[])[]) => shownBeside([], ...histories);
const shownBeside = (damaged: readonly number[], ...histories: readonly (readonly LedgerEntry[])[]) =>
  mergeHistories(...histories.map((entries) => ({ entries, damaged }))).map((item) =>
    item.kind === 'gap' ? `${item.from}-${item.to}` : item.kind === 'entry' ? item.seq : `${item.seq} damaged`,
  );

describe('the timeline', () => {
  it('merges two histories by their numbers, whatever order they come in', () => {
    expect(shown([entry(4), entry(1)], [entry(3), entry(2)])).to.deep.equal([1, 2, 3, 4]);
  });

  it('shows an entry that stands in both histories once', () => {
    expect(shown([entry(1), entry(2)], [entry(2), entry(3)])).to.deep.equal([1, 2, 3]);
  });

  it('says where entries are missing, at the beginning too', () => {
    expect(shown([entry(3)], [entry(7)])).to.deep.equal(['1-2', 3, '4-6', 7]);
    expect(shown([], [])).to.deep.equal([]);
  });

  it('says which entries cannot be read, the last one too', () => {
    expect(shownBeside([3, 5], [entry(1)], [entry(4)])).to.deep.equal([1, '2-2', '3 damaged', 4, '5 damaged']);
  });

  it('has the note and the name of a reviewer where the reader may see them', () => {
    const reviewed = entry(1, { personal: { note: 'Seen in the branch.', reviewer_name: 'M. Keller' } });
    expect([noteOf(reviewed), reviewerOf(reviewed)]).to.deep.equal(['Seen in the branch.', 'M. Keller']);
    expect([noteOf(entry(1)), reviewerOf(entry(1, { personal: { note: 7 } }))]).to.deep.equal([null, null]);
  });
});
