import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { anAccessBatch, anAccessLine } from '@portcullis/contracts/builders';
import { deterministicId } from '@portcullis/domain/kernel';
import { decodeAccessPosition, encodeAccessPosition } from '@portcullis/domain/serialization';
import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver, Row } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

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
  const { accessLog, keys } = createRecordStore(counting, aKeyring('a'), sequentialIds());
  await mustSucceed(keys.prepare);
  counts.reads = 0;
  for (let row = 0; row < 60; row += 1) {
    const words = Array.from({ length: linesPerRow }, (_, n) => `r${row}-${n}`);
    await mustSucceed(accessLog.append([anAccessBatch(at(row), words)]));
  }
  return { accessLog, counts };
};

/** Changes a row past the store, as somebody without a key does. */
const changeRow = (driver: RecordDriver, id: string, columns: Row) =>
  mustSucceed(driver.transaction([{ kind: 'update', table: 'access_log', id, columns }]));

describe('a page of the access log', () => {
  it('shows every other line beside rows that were changed, and names those', async () => {
    const driver = memoryDriver();
    const stores = createRecordStore(driver, aKeyring('a'), sequentialIds());
    await mustSucceed(stores.keys.prepare);
    const batches = Array.from({ length: 5 }, (_, n) => anAccessBatch(at(n), [`r${n}`]));
    for (const batch of batches) await mustSucceed(stores.accessLog.append([batch]));
    const idOf = (n: number) => batches[n]?.id ?? '';
    await changeRow(driver, idOf(1), { lines: { sealed: 'sealed:AQ==' } });
    await changeRow(driver, idOf(2), { lines: null });
    await changeRow(driver, idOf(4), { lines: [anAccessLine()] });
    const { damaged, lines, next } = await mustSucceed(stores.accessLog.page(all));
    expect(lines.map(({ line }) => line.request_id)).to.deep.equal(['r0', 'r3']);
    expect(damaged).to.deep.equal([1, 2, 4].map((n) => ({ id: idOf(n), at: at(n) })));
    expect(next).to.equal(null);
    const first = await mustSucceed(stores.accessLog.page({ ...all, limit: 1 }));
    const second = await mustSucceed(stores.accessLog.page({ ...all, limit: 1, after: first.next }));
    expect([first, second].map((page) => [page.lines.length, page.damaged.length])).to.deep.equal([
      [1, 0],
      [1, 2],
    ]);
  });

  it('leads on over more damaged rows than a page reads, and is refused where their times lead nowhere', async () => {
    const driver = memoryDriver();
    const { accessLog } = createRecordStore(driver, aKeyring('a'), sequentialIds());
    const batches = Array.from({ length: 51 }, (_, n) => anAccessBatch(at(n), [`r${n}`]));
    for (const batch of batches) await mustSucceed(accessLog.append([batch]));
    for (const { id } of batches.slice(0, 50)) await changeRow(driver, id, { lines: {} });
    const page = await mustSucceed(accessLog.page(all));
    expect([page.lines.length, page.damaged.length]).to.deep.equal([0, 50]);
    const after = decodeAccessPosition(encodeAccessPosition(page.next ?? { at: '', id: '', line: 0 }));
    const rest = await mustSucceed(accessLog.page({ ...all, after }));
    expect(rest.lines.map(({ line }) => line.request_id)).to.deep.equal(['r50']);
    for (const { id } of batches.slice(0, 50)) await changeRow(driver, id, { at: '2026-05-01' });
    expect(await mustFail(accessLog.page(all))).to.include({ _tag: 'Unavailable', outageCause: 'record_damaged' });
  });

  it('is refused where a key is missing or was replaced: then no row is damaged, and none can be read', async () => {
    const driver = memoryDriver();
    const { accessLog, keys } = createRecordStore(driver, aKeyring('a'), sequentialIds());
    await mustSucceed(keys.prepare);
    await mustSucceed(accessLog.append([anAccessBatch(at(1), ['r'])]));
    expect(await mustFail(createRecordStore(driver, aKeyring('b'), sequentialIds()).accessLog.page(all))).to.include({
      kind: 'rejected',
    });
    const id = deterministicId('service_key/texts');
    const columns = { key_id: '', wrapped: '1'.repeat(64) };
    await mustSucceed(driver.transaction([{ kind: 'update', table: 'service_keys', id, columns }]));
    const { accessLog: fresh } = createRecordStore(driver, aKeyring('a'), sequentialIds());
    expect(await mustFail(fresh.page(all))).to.include({ kind: 'rejected' });
  });

  it('opens no more rows than it needs: two where each has as many lines as are wanted', async () => {
    const { accessLog, counts } = await logOf(200);
    const { lines, next } = await mustSucceed(accessLog.page(all));
    expect([lines.length, next]).to.deep.equal([100, lines[99]?.position]);
    expect(counts).to.deep.equal({ rows: 2, reads: 1 });
  });

  it('reads further rows in a few reads where they have few lines, at most 50', async () => {
    const { accessLog, counts } = await logOf(1);
    const { lines, next: after } = await mustSucceed(accessLog.page(all));
    expect(lines.map(({ line }) => line.request_id)).to.deep.equal(Array.from({ length: 50 }, (_, n) => `r${n}-0`));
    expect(after).to.deep.equal(lines.at(-1)?.position);
    expect(counts).to.deep.equal({ rows: 50, reads: 5 });
    const rest = await mustSucceed(accessLog.page({ ...all, after }));
    expect([rest.lines.length, rest.next]).to.deep.equal([10, null]);
  });
});
