import type { RecordDriver } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { turns } from '../../../support/clock/turns.ts';
import { answered } from '../../../support/webhooks/scripted-sender.ts';
import { webhookDatabase } from '../../../support/webhooks/webhook-database.ts';

/** A driver that notes how many tries each write of a log has. */
const countingDriver = () => {
  const base = memoryDriver();
  const written: number[] = [];
  const driver: RecordDriver = {
    ...base,
    transaction: (writes, options) => async () => {
      for (const write of writes)
        if (write.kind === 'insert' && write.table === 'webhook_tries')
          written.push(JSON.parse(String(write.row['lines'])).length);
      return base.transaction(writes, options)();
    },
  };
  return { driver, written };
};

/** An endpoint whose answers come when the test says, and results that wait until the test ends their time. */
const begin = async (status = 204) => {
  const { driver, written } = countingDriver();
  const base = webhookDatabase(driver);
  await base.create();
  const answers: (() => void)[] = [];
  const ends: (() => void)[] = [];
  const delivery = base.instance('one', { gather: () => new Promise((resolve) => ends.push(resolve)) });
  base.script.answer = () => new Promise((resolve) => answers.push(() => resolve(answered(status))));
  const answer = async (count: number) => {
    for (const one of answers.splice(0, count)) one();
    await turns();
  };
  const start = async (profiles: number) => {
    await base.happen(Array.from({ length: profiles }, (_, n) => n + 1));
    for (let n = 0; n < 2; n += 1) {
      await delivery.round();
      await turns();
      base.clock.advance(2000);
    }
  };
  return {
    ...base,
    answer,
    delivery,
    ends,
    start,
    written,
  };
};

describe('the results of webhooks', () => {
  it('are written together once there are as many as requests at once', async () => {
    const { answer, sent, start, written } = await begin();
    await start(40);
    expect(sent.length).to.equal(16);
    for (let n = 0; n < 15; n += 1) await answer(1);
    expect(written).to.deep.equal([]);
    await answer(1);
    expect(written).to.deep.equal([16]);
  });

  it('leave no more than 32 requests that are not written', async () => {
    const { answer, sent, start, written } = await begin();
    await start(60);
    for (let n = 0; n < 15; n += 1) await answer(1);
    expect(sent.length).to.equal(31);
    await answer(16);
    expect(written).to.deep.equal([31]);
    expect(sent.length).to.equal(47);
  });

  it('are written when their time is over, although a request takes long', async () => {
    const { answer, ends, start, written } = await begin();
    await start(3);
    await answer(2);
    expect(written).to.deep.equal([]);
    for (const end of ends) end();
    await turns();
    expect(written).to.deep.equal([2]);
    await answer(1);
    expect(written).to.deep.equal([2, 1]);
  });

  it('are written at once where nothing else is under way', async () => {
    const { answer, ends, start, written } = await begin();
    await start(1);
    await answer(1);
    expect(written).to.deep.equal([1]);
    expect(ends).to.deep.equal([]);
  });

  it('are written before the next event of their profile is sent', async () => {
    const { answer, ends, happen, sent, start, written } = await begin();
    await happen([1, 1]);
    await start(2);
    expect(sent.length).to.equal(2);
    await answer(1);
    expect([sent.length, written]).to.deep.equal([2, []]);
    for (const end of ends) end();
    await turns();
    expect([sent.length, written]).to.deep.equal([3, [1]]);
  });

  it('are written at once where one is no success', async () => {
    const { answer, start, written } = await begin(500);
    await start(3);
    await answer(1);
    expect(written).to.deep.equal([1]);
  });
});
