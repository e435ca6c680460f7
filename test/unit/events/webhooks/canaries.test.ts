import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { memoryTables } from '#record-store/memory/tables';
import { aPerson, canaryWord } from '../../../support/records/stored-records.ts';
import { mustSucceed } from '../../../support/run.ts';
import { answered } from '../../../support/webhooks/scripted-sender.ts';
import { settle, webhookDatabase } from '../../../support/webhooks/webhook-database.ts';

describe('what webhooks say', () => {
  it('is nothing of the person: not in what is sent, nor in deliveries, nor in the log of tries', async () => {
    const memory = memoryTables();
    const { clock, create, happen, instance, script, sent, stores } = webhookDatabase(memoryDriver(memory));
    await create();
    for (const { entries, profile } of Array.from({ length: 40 }, aPerson)) {
      const events = entries.map((entry) => ({ ...entry, type: 'consent.granted' }));
      await mustSucceed(stores.profiles.insert({ profile, entries: events }, null));
    }
    expect([...(memory.rows.get('profiles') ?? [])]).to.have.length(40);
    script.answer = () => answered(sent.length % 3 === 0 ? 500 : 200);
    await happen([]);
    const delivery = instance('one');
    await settle(delivery, clock, 3);
    expect(new Set(sent.map(({ body }) => JSON.parse(body).data.id)).size).to.equal(40);
    for (const { body } of sent) {
      expect(Object.keys(JSON.parse(body))).to.deep.equal(['id', 'type', 'timestamp', 'data']);
      expect(Buffer.byteLength(body)).to.be.below(2048);
    }
    const tables = [
      'webhook_endpoints',
      'webhook_states',
      'webhook_deliveries',
      'webhook_tries',
      'work_leases',
    ] as const;
    const stored = tables.map((table) => [...(memory.rows.get(table)?.values() ?? [])]);
    expect(stored.every((rows) => rows.length > 0)).to.equal(true);
    expect(JSON.stringify([sent, stored])).to.not.include(canaryWord);
  });
});
