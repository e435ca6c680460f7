import { type ProfileStore, TE } from '@portcullis/domain';
import { expect } from 'chai';
import { profileFindings } from '#cli/doctor/row-findings';
import { mustSucceed } from '../../../support/run.ts';

/** Profiles of which no row opens. */
const damaged = (count: number) => {
  let reads = 0;
  const scan: ProfileStore['scan'] = (after, limit) => {
    reads += 1;
    const begin = after === null ? 0 : Number(after) + 1;
    const ids = Array.from({ length: Math.min(limit, count - begin) }, (_, n) => String(begin + n));
    const next = begin + ids.length < count ? (ids.at(-1) ?? null) : null;
    return TE.right({ profiles: [], next, damaged: ids.map((id) => ({ id, cause: 'record_damaged' as const })) });
  };
  return { profiles: { scan }, reads: () => reads };
};

const found = async (records: ReturnType<typeof damaged>, opensAll: boolean) =>
  (await mustSucceed(() => profileFindings(records, { opensAll, namesLocked: false }))).map((finding) => finding.found);

describe('the profiles that the doctor opens', () => {
  it('are the first 10,000, and it says so', async () => {
    const records = damaged(10_150);
    const [rows, limit, ...others] = await found(records, false);
    expect(rows).to.match(/^10000 rows do not open, or contradict themselves: 0, 1, .*, 19 and 9980 more\.$/);
    expect(limit).to.equal('the first 10000 by their ids; npx portcullis doctor --all opens every one.');
    expect([others, records.reads()]).to.deep.equal([[], 100]);
  });

  it('are all of them where that is asked for, or where there are no more', async () => {
    for (const [count, opensAll] of [
      [10_150, true],
      [10_000, false],
    ] as const) {
      const records = damaged(count);
      const [rows, ...others] = await found(records, opensAll);
      expect(rows).to.match(new RegExp(`^${count} rows .* and ${count - 20} more`));
      expect([others, records.reads()]).to.deep.equal([[], Math.ceil(count / 100)]);
    }
  });
});
