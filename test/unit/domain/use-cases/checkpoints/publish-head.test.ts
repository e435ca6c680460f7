import { E, TE, unavailable } from '@portcullis/domain';
import { type Checkpoint, signedText } from '@portcullis/domain/ledger';
import type { HeadSigner, TimestampAuthority } from '@portcullis/domain/ports';
import { createEntryRelay } from '@portcullis/domain/use-cases';
import { createRecordStore } from '@portcullis/record-store';
import type { Row } from '@portcullis/record-store/driver';
import { memoryDriver, memoryTables } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { sequentialIds } from '../../../../support/clock/sequential-ids.ts';
import { fillEntries } from '../../../../support/records/log-entries.ts';
import { mustSucceed } from '../../../../support/run.ts';
import { noFeed } from '../../../../support/services/log-relay.ts';

const minute = 60_000;
const signer: HeadSigner = { publicKey: 'key', sign: (text) => ({ publicKey: 'key', value: `signed ${text}` }) };

const aLog = () => {
  const tables = memoryTables();
  const { ledgerLog } = createRecordStore(memoryDriver(tables), null, sequentialIds());
  const clock = fakeClock();
  const failures: string[] = [];
  let seq = 0;
  const relayWith = (name: string, by: HeadSigner | null, timestamps: TimestampAuthority | null = null) =>
    createEntryRelay({
      ledgerLog,
      clock,
      ids: sequentialIds(name),
      signer: by,
      timestamps,
      feedNumbers: noFeed,
      onStampFailure: ({ kind }) => void failures.push(kind),
    });
  const add = (): void => {
    seq += 1;
    fillEntries(tables, 1, seq, seq);
  };
  /** Changes the newest head past every rule, as somebody with the database can. */
  const forge = (columns: Row): void => {
    const [newest] = [...(tables.rows.get('ledger_heads')?.values() ?? [])].slice(-1);
    tables.rows.get('ledger_heads')?.set(String(newest?.['id']), { ...newest, ...columns });
  };
  const heads = (): Promise<readonly Checkpoint[]> => mustSucceed(ledgerLog.heads(0, 100));
  const sizes = async () => (await heads()).map(({ size }) => size);
  return {
    clock,
    relayWith,
    add,
    forge,
    heads,
    sizes,
    failures,
  };
};

describe('the heads of the log', () => {
  it('are made once a minute while entries are added, and not otherwise', async () => {
    const { add, clock, relayWith, sizes } = aLog();
    const relay = relayWith('one', signer);
    await mustSucceed(relay.round());
    expect(await sizes()).to.deep.equal([]);
    for (let second = 0; second < 180; second += 1) {
      if (second < 90) add();
      await mustSucceed(relay.round());
      clock.advance(1000);
    }
    expect(await sizes()).to.deep.equal([1, 61, 90]);
  });

  for (const [name, columns] of [
    ['has a time two minutes ahead', { at: '2026-05-01T00:02:00.000Z' }],
    ['has the time of another age', { at: '9999-12-31T00:00:00.000Z' }],
    ['has no time', { at: 'never' }],
    ['has more entries than the log', { size: Number.MAX_SAFE_INTEGER }],
  ] as const)
    it(`are made again when the newest one in the database ${name}`, async () => {
      const { add, forge, heads, relayWith } = aLog();
      add();
      await mustSucceed(relayWith('one', signer).stop());
      forge(columns);
      add();
      await mustSucceed(relayWith('two', signer).round());
      const made = (await heads()).map(({ size, time }) => [size, time]);
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
    expect(await sizes()).to.deep.equal([1, 3]);
  });

  it('are signed over size, root, time and log', async () => {
    const { add, heads, relayWith } = aLog();
    add();
    await mustSucceed(relayWith('one', signer).stop());
    const [head] = await heads();
    if (head === undefined) throw new Error('there is a head');
    const text = `{"format":"portcullis-checkpoint/1","log_id":"${head.logId}","root":"${head.root}","size":1,"time":"2026-05-01T00:00:00.000Z"}`;
    expect(signedText(head)).to.equal(text);
    expect(head.signature).to.deep.equal({ publicKey: 'key', value: `signed ${text}` });
  });

  it('are unsigned without a key, and the newest one is signed once there is one', async () => {
    const { add, heads, relayWith } = aLog();
    add();
    await mustSucceed(relayWith('without', null).stop());
    expect((await heads()).map(({ signature }) => signature)).to.deep.equal([null]);
    await mustSucceed(relayWith('with', signer).round());
    expect((await heads()).map(({ size, signature }) => [size, signature?.publicKey])).to.deep.equal([[1, 'key']]);
  });

  it('are stamped, and kept before the authority has answered', async () => {
    const { add, heads, relayWith } = aLog();
    let answerStamp: (stamp: string) => void = () => undefined;
    const stamped: string[] = [];
    const stamp: TimestampAuthority['stamp'] = (text) => async () => {
      stamped.push(text);
      return E.right(
        await new Promise<string>((resolve) => {
          answerStamp = resolve;
        }),
      );
    };
    const relay = relayWith('one', signer, { stamp });
    add();
    await mustSucceed(relay.round());
    const [head] = await heads();
    expect(head?.timestamp).to.equal(null);
    expect(stamped).to.deep.equal([head && signedText(head)]);
    answerStamp('a stamp');
    await mustSucceed(relay.stop());
    expect((await heads()).map(({ timestamp }) => timestamp)).to.deep.equal(['a stamp']);
  });

  it('are stamped a minute later when the authority has failed, which is told', async () => {
    const { add, clock, failures, heads, relayWith } = aLog();
    let isOut = true;
    const stamp: TimestampAuthority['stamp'] = () =>
      isOut ? TE.left(unavailable('timestamps', 'is out')) : TE.right('a stamp');
    const relay = relayWith('one', signer, { stamp });
    add();
    for (let second = 0; second < 59; second += 1) {
      await mustSucceed(relay.round());
      clock.advance(1000);
    }
    expect(failures).to.deep.equal(['unavailable']);
    isOut = false;
    clock.advance(minute);
    await mustSucceed(relay.stop());
    expect((await heads()).map(({ timestamp }) => timestamp)).to.deep.equal(['a stamp']);
  });
});
