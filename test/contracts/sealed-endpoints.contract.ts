import { aDeliveryChange, aDeliveryState, anEndpoint, aTry } from '@portcullis/contracts/builders';
import { eventTypes } from '@portcullis/events/ports';
import { expect } from 'chai';
import { rowIn, rowsIn } from '#contracts/drivers/driver-under-test';
import { changeRow, type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const later = '2026-05-01T11:00:00.000Z';
const damage = { _tag: 'Unavailable', kind: 'invalid_response' } as const;

/** Tests that whoever can read or write the database, and has no key, learns no secret and redirects no event. */
export const sealedEndpointsContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`sealed endpoints: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);
    const sealed = () => storesWith(database(), 'a');
    const { id } = anEndpoint();
    const row = () => rowIn(database(), 'webhook_endpoints', id);

    it('say neither their URL nor their secret, and are damage in clear', async () => {
      await mustSucceed(sealed().webhookEndpoints.insert(anEndpoint(), 0));
      expect(JSON.stringify(await row()))
        .to.not.include('whsec_')
        .and.not.include('acme.example');
      expect(await mustSucceed(sealed().webhookEndpoints.find(id))).to.deep.equal(anEndpoint());
      await changeRow(database(), 'webhook_endpoints', id, { data: JSON.stringify(anEndpoint()) });
      expect(await mustFail(sealed().webhookEndpoints.find(id))).to.include(damage);
    });

    it('are changed although they are as long as they can be', async () => {
      const longest = anEndpoint(id, {
        url: `https://acme.example/${';'.repeat(1003)}`,
        description: '"'.repeat(100),
        types: eventTypes,
        disabledReason: 'requested',
        secrets: [...anEndpoint().secrets, { secret: anEndpoint().secrets[0]?.secret ?? '', endsAt: later }],
      });
      const inEveryScript = `{{x}} [[y]] {:z}; -- ' ${'漢'.repeat(75)}`;
      const { webhookEndpoints } = sealed();
      await mustSucceed(webhookEndpoints.insert(anEndpoint(), 0));
      await mustSucceed(webhookEndpoints.replace({ ...longest, version: 2 }));
      expect(await mustSucceed(webhookEndpoints.find(id))).to.deep.equal({ ...longest, version: 2 });
      await mustSucceed(webhookEndpoints.replace({ ...longest, description: inEveryScript, version: 3 }));
      expect(await mustSucceed(webhookEndpoints.find(id))).to.have.property('description', inEveryScript);
    });

    it('lose no try of their log but those of a row that was changed, which is named', async () => {
      const { webhookDeliveries, webhookEndpoints } = sealed();
      await mustSucceed(webhookEndpoints.insert(anEndpoint(), 0));
      let seen = (await mustSucceed(webhookDeliveries.state(id))) ?? aDeliveryState;
      for (const attempt of [1, 2, 3]) {
        const next = { ...aDeliveryState, id: `state000000001${attempt}` };
        const changes = aDeliveryChange({ tries: [{ ...aTry, attempt }] });
        await mustSucceed(webhookDeliveries.record(seen, next, changes, `2026-05-01T10:00:0${attempt}.000Z`));
        seen = next;
      }
      const changed = (await rowsIn(database(), 'webhook_tries')).find(({ at }) => String(at).includes('10:00:02'));
      for (const lines of ['nothing', '[{"at":"2026-05-01T10:00:00.000Z"}]']) {
        await changeRow(database(), 'webhook_tries', String(changed?.['id']), { lines });
        const { damaged, tries } = await mustSucceed(webhookDeliveries.tries(id, null));
        expect([tries.map(({ attempt }) => attempt), damaged], lines).to.deep.equal([[3, 1], [changed?.['id']]]);
      }
    });

    it('open under no other id and for no other partner', async () => {
      const stores = sealed();
      await mustSucceed(stores.keys.prepare);
      const other = anEndpoint('endpoint0000002', { url: 'https://evil.example/' });
      await mustSucceed(stores.webhookEndpoints.insert(anEndpoint(), 0));
      await mustSucceed(stores.webhookEndpoints.insert(other, 0));
      const stolen = await rowIn(database(), 'webhook_endpoints', other.id);
      await changeRow(database(), 'webhook_endpoints', id, { data: String(stolen['data']) });
      expect(await mustFail(sealed().webhookEndpoints.find(id))).to.include(damage);
      await changeRow(database(), 'webhook_endpoints', other.id, { partner_key: 'globex' });
      expect(await mustFail(sealed().webhookEndpoints.find(other.id))).to.include(damage);
    });
  });
};
