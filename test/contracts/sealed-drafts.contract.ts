import { administrationEntry } from '@portcullis/backoffice/ports';
import { aBackTest, aPolicyDraft } from '@portcullis/contracts/builders';
import { expect } from 'chai';
import { rowIn } from '#contracts/drivers/driver-under-test';
import { changeRow, type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const damage = { _tag: 'Unavailable', kind: 'invalid_response' } as const;

/** Tests that whoever can write the database, and has no key, neither changes a draft nor who has written it. */
export const sealedDraftsContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`sealed drafts of policies: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);
    const sealed = () => storesWith(database(), 'a').policyDrafts;
    const { entry, stored: draft } = aPolicyDraft.first(aPolicyDraft(undefined, { note: 'a note of Rosa' }));
    const test = aBackTest({ findings: { ...aBackTest().findings, judged: 3 } });

    it('say nothing of who has written them, nor do their back-tests, and are damage in clear', async () => {
      await mustSucceed(sealed().insert(draft, entry));
      await mustSucceed(sealed().replaceBackTest(null, test));
      expect(JSON.stringify(await rowIn(database(), 'policy_drafts', draft.id)))
        .to.not.include('Rosa')
        .and.not.include(test.digest);
      expect(await mustSucceed(sealed().find(draft.id))).to.deep.equal(draft);
      expect(await mustSucceed(sealed().backTest(draft.id))).to.deep.equal(test);
      await changeRow(database(), 'policy_drafts', draft.id, {
        data: JSON.stringify(draft),
        back_test: JSON.stringify(test),
      });
      expect(await mustFail(sealed().find(draft.id))).to.include(damage);
      expect(await mustFail(sealed().backTest(draft.id))).to.include(damage);
    });

    it('open under no other id, for no other partner and in no other state', async () => {
      const stores = storesWith(database(), 'a');
      await mustSucceed(stores.keys.prepare);
      const other = aPolicyDraft.first(aPolicyDraft('draft0000000002'));
      await mustSucceed(stores.policyDrafts.insert(draft, entry));
      await mustSucceed(stores.policyDrafts.insert(other.stored, other.entry));
      await mustSucceed(stores.policyDrafts.replaceBackTest(null, aBackTest({ draftId: other.stored.id })));
      const stolen = await rowIn(database(), 'policy_drafts', other.stored.id);
      await changeRow(database(), 'policy_drafts', draft.id, {
        data: String(stolen['data']),
        back_test: String(stolen['back_test']),
        test_generation: 1,
      });
      expect(await mustFail(sealed().find(draft.id))).to.include(damage);
      expect(await mustFail(sealed().backTest(draft.id))).to.include(damage);
      for (const change of [{ status: 'approved' }, { status: 'draft', partner_key: 'globex' }]) {
        await changeRow(database(), 'policy_drafts', other.stored.id, change);
        expect(await mustFail(sealed().find(other.stored.id)), JSON.stringify(change)).to.include(damage);
      }
    });

    it('are listed beside one that does not open, which keeps no back-test of others from running', async () => {
      const stores = storesWith(database(), 'a');
      await mustSucceed(stores.keys.prepare);
      const other = aPolicyDraft.first(aPolicyDraft('draft0000000002'));
      await mustSucceed(stores.policyDrafts.insert(draft, entry));
      await mustSucceed(stores.policyDrafts.insert(other.stored, other.entry));
      for (const draftId of [draft.id, other.stored.id])
        await mustSucceed(stores.policyDrafts.replaceBackTest(null, aBackTest({ draftId })));
      await changeRow(database(), 'policy_drafts', draft.id, { version: 7, test_until: '2099-01-01T00:00:00.000Z' });
      const { createdAt, id, updatedAt } = draft;
      const known = {
        isDamaged: true,
        id,
        partnerId: 'acme',
        status: 'draft',
        createdAt,
        updatedAt,
      };
      const listed = await mustSucceed(sealed().ofPartner('acme'));
      expect(listed).to.have.deep.members([other.stored, known]);
      expect(await mustSucceed(sealed().standing(id))).to.deep.equal(known);
      expect(await mustSucceed(sealed().standing(other.stored.id))).to.deep.equal(other.stored);
    });

    it('are closed as they are where they do not open, and open no more as they were', async () => {
      const stores = storesWith(database(), 'a');
      await mustSucceed(stores.keys.prepare);
      await mustSucceed(stores.policyDrafts.insert(draft, entry));
      const whole = await rowIn(database(), 'policy_drafts', draft.id);
      await changeRow(database(), 'policy_drafts', draft.id, { updated_at: 'no time', data: 'nonsense' });
      const [damaged] = await mustSucceed(sealed().ofPartner('acme'));
      expect(damaged).to.deep.include({ id: draft.id, isDamaged: true, createdAt: draft.createdAt, updatedAt: null });
      const at = '2026-05-02T10:00:00.000Z';
      const tenant = { partnerId: 'acme', teamId: null };
      const said = { type: 'policy_draft.discarded', actor: entry.actor, tenant, at } as const;
      const closing = administrationEntry({ profileId: draft.id, seq: 1, hash: entry.hash }, said);
      await mustSucceed(sealed().discardDamaged(draft.id, closing));
      expect(await mustFail(sealed().discardDamaged(draft.id, closing))).to.include({ _tag: 'VersionConflict' });
      await changeRow(database(), 'policy_drafts', draft.id, { data: String(whole['data']) });
      expect(await mustSucceed(sealed().standing(draft.id))).to.deep.equal({
        isDamaged: true,
        id: draft.id,
        partnerId: 'acme',
        status: 'discarded',
        createdAt: draft.createdAt,
        updatedAt: at,
      });
    });
  });
};
