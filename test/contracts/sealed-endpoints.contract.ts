import { eventTypes } from '@portcullis/domain/ledger';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { aKeyring } from '../support/builders/keyrings.ts';
import { changeRow, type OpenRecordDatabase, rowIn, useRecordDatabase } from '../support/records/record-database.ts';
import { storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';
import { anEndpoint } from '../support/webhooks/endpoints.ts';

const later = '2026-05-01T11:00:00.000Z';
const damage = { _tag: 'Unavailable', kind: 'invalid_response' } as const;

/** Tests that whoever can read or write the database, and has no key, learns no secret and redirects no event. */
export const sealedEndpointsContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`sealed endpoints: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);
    const sealed = () => storesWith(database(), 'a');
    const clear = () => storesWith(database());
    const { id } = anEndpoint();
    const row = () => rowIn(database(), 'webhook_endpoints', id);

    it('say neither their URL nor their secret, and are read as they were before there were keys', async () => {
      await mustSucceed(clear().webhookEndpoints.insert(anEndpoint(), 0));
      const inClear = await row();
      expect(JSON.stringify(inClear)).to.include('whsec_').and.include('acme.example');
      expect(await mustSucceed(sealed().webhookEndpoints.find(id))).to.deep.equal(anEndpoint());
      const { remaining, status } = await mustSucceed(clear().rotate(aKeyring('a'), () => undefined));
      expect([remaining, status.unboundCount.webhook_endpoints]).to.deep.equal([[], 0]);
      expect(JSON.stringify(await row()))
        .to.not.include('whsec_')
        .and.not.include('acme.example');
      expect(await mustSucceed(sealed().webhookEndpoints.find(id))).to.deep.equal(anEndpoint());
      await changeRow(database(), 'webhook_endpoints', id, { data: String(inClear['data']) });
      expect(await mustFail(sealed().webhookEndpoints.find(id))).to.include(damage);
    });

    it('keep what was changed while the keys were brought to them', async () => {
      await mustSucceed(clear().webhookEndpoints.insert(anEndpoint(), 0));
      const changed = anEndpoint(id, { url: 'https://acme.example/moved', version: 2 });
      const { driver } = database();
      let isChanged = false;
      const get: RecordDriver['get'] = (table, ...asked) => {
        const read = driver.get(table, ...asked);
        if (table !== 'webhook_endpoints' || isChanged) return read;
        isChanged = true;
        return async () => {
          const row = await read();
          await mustSucceed(sealed().webhookEndpoints.replace(changed));
          return row;
        };
      };
      await mustSucceed(storesWith({ driver: { ...driver, get } }).rotate(aKeyring('a'), () => undefined));
      expect([isChanged, await mustSucceed(sealed().webhookEndpoints.find(id))]).to.deep.equal([true, changed]);
    });

    for (const [kind, stores] of [
      ['sealed', sealed],
      ['in clear', clear],
    ] as const)
      it(`are changed although they are as long as they can be, ${kind}`, async () => {
        const longest = anEndpoint(id, {
          url: `https://acme.example/${';'.repeat(1003)}`,
          description: '"'.repeat(100),
          types: eventTypes,
          disabledReason: 'requested',
          secrets: [...anEndpoint().secrets, { secret: anEndpoint().secrets[0]?.secret ?? '', endsAt: later }],
        });
        const inEveryScript = `{{x}} [[y]] {:z}; -- ' ${'漢'.repeat(75)}`;
        const { webhookEndpoints } = stores();
        await mustSucceed(webhookEndpoints.insert(anEndpoint(), 0));
        await mustSucceed(webhookEndpoints.replace({ ...longest, version: 2 }));
        expect(await mustSucceed(webhookEndpoints.find(id))).to.deep.equal({ ...longest, version: 2 });
        await mustSucceed(webhookEndpoints.replace({ ...longest, description: inEveryScript, version: 3 }));
        expect(await mustSucceed(webhookEndpoints.find(id))).to.have.property('description', inEveryScript);
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
