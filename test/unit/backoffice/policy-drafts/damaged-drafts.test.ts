import { maxOpenDrafts } from '@portcullis/backoffice/ports';
import { aPolicyDraft } from '@portcullis/contracts/builders';
import { type LedgerEntry, verifyChain } from '@portcullis/domain';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { memoryTables } from '#record-store/memory/tables';
import { aPolicy } from '../../../support/builders/policies.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { draftService, elsewhere, noor, rosa } from '../../../support/services/draft-service.ts';

const written = { caller: rosa, policy: aPolicy(), note: null };

/** A draft of which somebody has changed the row, and what changes it further. */
const damagedDraft = async () => {
  const driver = memoryDriver(memoryTables());
  const { clock, services, stores } = draftService(driver);
  const { draft } = await mustSucceed(services.createDraft(written));
  const change = (columns: { readonly [column: string]: string }) =>
    mustSucceed(driver.transaction([{ kind: 'update', table: 'policy_drafts', id: draft.id, columns }]));
  await change({ data: '{}' });
  clock.advance(1000);
  const ledger = (): Promise<readonly LedgerEntry[]> =>
    mustSucceed(stores.ledgerReader.entries(draft.id, { afterSeq: 0, limit: 10 }));
  return {
    change,
    clock,
    draft,
    ledger,
    services,
    stores,
  };
};

describe('a draft of a policy whose row does not open', () => {
  it('is listed with its id and state beside the others, and says nothing else', async () => {
    const { draft, services } = await damagedDraft();
    const other = await mustSucceed(services.createDraft(written));
    const listed = await mustSucceed(services.listDrafts(noor));
    expect(listed).to.have.deep.members([
      other.draft,
      {
        isDamaged: true,
        id: draft.id,
        partnerId: 'acme',
        status: 'draft',
        createdAt: draft.createdAt,
        updatedAt: draft.updatedAt,
      },
    ]);
    expect(await mustSucceed(services.listDrafts(elsewhere(noor, 'globex')))).to.deep.equal([]);
  });

  for (const status of ['draft', 'approved'] as const)
    it(`is closed by whoever may write drafts, where it is said to be ${status}, with an entry of its ledger`, async () => {
      const { change, clock, draft, ledger, services } = await damagedDraft();
      await change({ status });
      const at = new Date(clock.now()).toISOString();
      const own = { caller: noor, id: draft.id };
      const closed = { isDamaged: true, id: draft.id, partnerId: 'acme', createdAt: draft.createdAt };
      for (let n = 0; n < 2; n += 1)
        expect(await mustSucceed(services.discardDraft(own))).to.deep.equal({
          draft: { ...closed, status: 'discarded', updatedAt: at },
        });
      const entries = await ledger();
      expect(entries.map(({ actor, data, type }) => [type, actor.id, data['damaged']])).to.deep.equal([
        ['policy_draft.created', rosa.staffId, undefined],
        ['policy_draft.discarded', noor.staffId, true],
      ]);
      expect(verifyChain(draft.id, entries)).to.deep.include({ ok: true });
      expect(await mustSucceed(services.listDrafts(noor))).to.deep.equal([
        { ...closed, status: 'discarded', updatedAt: at },
      ]);
    });

  it('is nobody’s who is not named by its ledger, whatever the row says, and is not closed by a team', async () => {
    const { change, draft, ledger, services } = await damagedDraft();
    const discard = (caller: typeof noor) => mustFail(services.discardDraft({ caller, id: draft.id }));
    expect(await discard(elsewhere(noor, 'globex'))).to.deep.equal({ _tag: 'NotFound' });
    expect(await discard(elsewhere(noor, 'acme', 'north'))).to.include({ _tag: 'NotFound' });
    await change({ partner_key: 'globex' });
    expect(await discard(elsewhere(noor, 'globex'))).to.deep.equal({ _tag: 'NotFound' });
    await change({ status: 'published' });
    expect(await discard(noor)).to.deep.equal({ _tag: 'DraftClosed', status: 'published' });
    expect((await ledger()).length).to.equal(1);
  });

  it('is an outage to its partner and to its teams, whatever is done with it, and does not exist for others', async () => {
    const { change, draft, services } = await damagedDraft();
    const { id } = draft;
    const uses = (caller: typeof noor) => [
      services.getDraft({ caller, id }),
      services.replaceDraft({ caller, id, policy: aPolicy({ version: '7' }), note: null, expectedRevision: 1 }),
      services.publishDraft({ caller, id, expectedRevision: 1, digest: 'd1'.repeat(32) }),
    ];
    for (const columns of [{}, { partner_key: 'globex' }]) {
      await change(columns);
      for (const teamId of [null, 'north']) {
        for (const use of uses(elsewhere(noor, 'globex', teamId)))
          expect(await mustFail(use)).to.deep.equal({ _tag: 'NotFound' });
        for (const use of uses(elsewhere(noor, 'acme', teamId)))
          expect(await mustFail(use)).to.include({ _tag: 'Unavailable', outageCause: 'record_damaged' });
      }
    }
  });

  it('counts among the open ones until it is closed', async () => {
    const { draft, services, stores } = await damagedDraft();
    for (let n = 1; n < maxOpenDrafts; n += 1) {
      const { entry, stored } = aPolicyDraft.first(aPolicyDraft(`draft00000000${String(n).padStart(2, '0')}`));
      await mustSucceed(stores.policyDrafts.insert(stored, entry));
    }
    expect(await mustFail(services.createDraft(written))).to.include({ _tag: 'DraftLimitReached' });
    await mustSucceed(services.discardDraft({ caller: noor, id: draft.id }));
    await mustSucceed(services.createDraft(written));
  });
});

describe('the limit of open drafts', () => {
  it('is kept by those who begin some at the same moment', async () => {
    const { services, stores } = draftService(memoryDriver(memoryTables()));
    for (let n = 2; n < maxOpenDrafts; n += 1) {
      const { entry, stored } = aPolicyDraft.first(aPolicyDraft(`draft00000000${String(n).padStart(2, '0')}`));
      await mustSucceed(stores.policyDrafts.insert(stored, entry));
    }
    const begun = await Promise.all(Array.from({ length: 5 }, () => services.createDraft(written)()));
    expect(begun.map(({ _tag }) => _tag).toSorted()).to.deep.equal(['Left', 'Left', 'Left', 'Right', 'Right']);
    expect((await mustSucceed(services.listDrafts(rosa))).length).to.equal(maxOpenDrafts);
  });
});
