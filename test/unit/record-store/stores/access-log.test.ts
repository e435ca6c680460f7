import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { sequentialIds } from '../../../support/clock/sequential-ids.ts';
import { anAccessBatch } from '../../../support/records/access-lines.ts';
import { mustSucceed } from '../../../support/run.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 4, 1, 10, minute)).toISOString();
const all = { viewer: null, after: null, from: null, until: '9999', limit: 100 };

/** A log of 60 rows with so many lines each, over a driver that counts the rows that are read. */
const logOf = async (linesPerRow: number) => {
  const driver = memoryDriver();
  const counts = { rows: 0, reads: 0 };
  const counting: RecordDriver = {
    ...driver,
    page: (table, query) => async () => {
      const found = await mustSucceed(driver.page(table, query));
      if (table === 'access_log') {
        counts.rows += found.length;
        counts.reads += 1;
      }
      return driver.page(table, query)();
    },
  };
  const { accessLog } = createRecordStore(counting, aKeyring('a'), sequentialIds());
  for (let row = 0; row < 60; row += 1) {
    const words = Array.from({ length: linesPerRow }, (_, n) => `r${row}-${n}`);
    await mustSucceed(accessLog.append([anAccessBatch(at(row), words)]));
  }
  return { accessLog, counts };
};

describe('a page of the access log', () => {
  it('opens no more rows than it needs: two where each has as many lines as are wanted', async () => {
    const { accessLog, counts } = await logOf(200);
    const { lines, more } = await mustSucceed(accessLog.page(all));
    expect([lines.length, more]).to.deep.equal([100, true]);
    expect(counts).to.deep.equal({ rows: 2, reads: 1 });
  });

  it('reads further rows in a few reads where they have few lines, at most 50', async () => {
    const { accessLog, counts } = await logOf(1);
    const { lines, more } = await mustSucceed(accessLog.page(all));
    expect(lines.map(({ line }) => line.request_id)).to.deep.equal(Array.from({ length: 50 }, (_, n) => `r${n}-0`));
    expect(more).to.equal(true);
    expect(counts).to.deep.equal({ rows: 50, reads: 5 });
    const after = lines.at(-1)?.position ?? null;
    const rest = await mustSucceed(accessLog.page({ ...all, after }));
    expect([rest.lines.length, rest.more]).to.deep.equal([10, false]);
  });
});
