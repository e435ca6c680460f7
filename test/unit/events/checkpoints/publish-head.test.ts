import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { noFeed } from '@portcullis/contracts/builders';
import { createEntryRelay } from '@portcullis/events';
import { type Checkpoint, type HeadSigner, signedText } from '@portcullis/events/ports';
import { createRecordStore } from '@portcullis/record-store';
import type { Row } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { memoryTables } from '#record-store/memory/tables';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { fillEntries } from '../../../support/records/log-entries.ts';
import { mustSucceed } from '../../../support/run.ts';

const signer: HeadSigner = { publicKey: 'key', sign: (text) => ({ publicKey: 'key', value: `signed ${text}` }) };

const aLog = () => {
  const tables = memoryTables();
  const { ledgerLog } = createRecordStore(memoryDriver(tables), aKeyring(), sequentialIds());
  const clock = fakeClock();
  let seq = 0;
  const relayWith = (name: string, by: HeadSigner | null) =>
    createEntryRelay({
      ledgerLog,
      clock,
      ids: sequentialIds(name),
      signer: by,
      feedNumbers: noFeed,
    });
  const add = (): void => {
    seq += 1;
    fillEntries(tables, 1, seq, seq);
  };
  const rows = (): readonly Row[] => [...(tables.rows.get('ledger_heads')?.values() ?? [])];
  /** Changes the newest head past every rule, as somebody with the database can. */
  const forge = (columns: Row): void => {
    const last = rows().at(-1);
    tables.rows.get('ledger_heads')?.set(String(last?.['id']), { ...last, ...columns });
  };
  const sizes = (): readonly unknown[] => rows().map(({ size }) => size);
  const newest = async (): Promise<Checkpoint> => {
    const head = await mustSucceed(ledgerLog.newestHead());
    if (head === null) throw new Error('there is no head');
    return head;
  };
  return {
    clock,
    relayWith,
    add,
    forge,
    newest,
    rows,
    sizes,
  };
};

describe('the heads of the log', () => {
  it('are made once a minute while entries are added, and not otherwise', async () => {
    const { add, clock, relayWith, sizes } = aLog();
    const relay = relayWith('one', signer);
    await mustSucceed(relay.round());
    expect(sizes()).to.deep.equal([]);
    for (let second = 0; second < 180; second += 1) {
      if (second < 90) add();
      await mustSucceed(relay.round());
      clock.advance(1000);
    }
    expect(sizes()).to.deep.equal([1, 61, 90]);
  });

  for (const [name, columns] of [
    ['has a time two minutes ahead', { at: '2026-05-01T00:02:00.000Z' }],
    ['has the time of another age', { at: '9999-12-31T00:00:00.000Z' }],
    ['has no time', { at: 'never' }],
    ['has more entries than the log', { size: Number.MAX_SAFE_INTEGER }],
  ] as const)
    it(`are made again when the newest one in the database ${name}`, async () => {
      const { add, forge, relayWith, rows } = aLog();
      add();
      await mustSucceed(relayWith('one', signer).stop());
      forge(columns);
      add();
      await mustSucceed(relayWith('two', signer).round());
      const made = rows().map(({ size, at }) => [size, at]);
      expect(made).to.deep.include([2, '2026-05-01T00:00:00.000Z']);
    });

  it('are made at the stop of what was added since', async () => {
    const { add, relayWith, sizes } = aLog();
    const relay = relayWith('one', signer);
    add();
    await mustSucceed(relay.round());
    add();
    await mustSucceed(relay.round());
    add();
    await mustSucceed(relay.stop());
    expect(sizes()).to.deep.equal([1, 3]);
  });

  it('are signed over size, hash, time and log', async () => {
    const { add, newest, relayWith } = aLog();
    add();
    await mustSucceed(relayWith('one', signer).stop());
    const head = await newest();
    const text = `{"format":"portcullis-checkpoint/1","hash":"${head.hash}","log_id":"${head.logId}","size":1,"time":"2026-05-01T00:00:00.000Z"}`;
    expect(signedText(head)).to.equal(text);
    expect(head.signature).to.deep.equal({ publicKey: 'key', value: `signed ${text}` });
  });

  it('are unsigned without a key, and the newest one is signed once there is one', async () => {
    const { add, newest, relayWith, sizes } = aLog();
    add();
    await mustSucceed(relayWith('without', null).stop());
    expect((await newest()).signature).to.equal(null);
    await mustSucceed(relayWith('with', signer).round());
    expect((await newest()).signature?.publicKey).to.equal('key');
    expect(sizes()).to.deep.equal([1]);
  });
});
