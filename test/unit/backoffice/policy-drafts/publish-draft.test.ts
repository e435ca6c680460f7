import { examineLedger } from '@portcullis/backoffice';
import { E, TE } from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import { alreadyExists, unavailable } from '@portcullis/domain/kernel';
import type { RecordStore } from '@portcullis/record-store';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { memoryTables } from '#record-store/memory/tables';
import { aProductionPolicy } from '../../../support/builders/policies.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { draftService, noor, rosa } from '../../../support/services/draft-service.ts';

const policy = aProductionPolicy();
const digest = policyDigest(policy);
const tenant = { partnerId: 'acme', teamId: null };

/** A service with a draft of Rosa. */
const withDraft = async (change?: (stores: RecordStore) => Partial<RecordStore>) => {
  const driver = memoryDriver(memoryTables());
  const service = draftService(driver, change);
  const { draft } = await mustSucceed(service.services.createDraft({ caller: rosa, policy, note: null }));
  const publication = { id: draft.id, expectedRevision: 1, digest };
  const entries = () => mustSucceed(service.stores.ledgerReader.entries(draft.id, { afterSeq: 0, limit: 20 }));
  return { ...service, driver, draft, publication, entries };
};

const isInUse = async ({ policyRepository }: RecordStore): Promise<boolean> =>
  E.isRight(await policyRepository.latest(policy.id, tenant)());

describe('a draft that is published', () => {
  it('is in use for its partner, published by somebody else than its writers, and says so in its ledger', async () => {
    const { entries, publication, services, stores } = await withDraft();
    expect(await mustFail(services.publishDraft({ ...publication, caller: rosa }))).to.deep.equal({
      _tag: 'SecondPersonRequired',
    });
    expect(await isInUse(stores)).to.equal(false);
    const { draft, isPublishable } = await mustSucceed(services.publishDraft({ ...publication, caller: noor }));
    expect(draft).to.deep.include({ status: 'published', approvedBy: { staffId: noor.staffId, name: noor.name } });
    expect(isPublishable).to.equal(false);
    expect(await mustSucceed(stores.policyRepository.latest(policy.id, tenant))).to.deep.equal(policy);
    const elsewhere = stores.policyRepository.latest(policy.id, { partnerId: 'globex', teamId: null });
    expect(await mustFail(elsewhere)).to.include({ _tag: 'NotFound' });
    const said = { policy_id: policy.id, policy_version: policy.version, digest, revision: 1, partner_id: 'acme' };
    const both = { author: rosa.staffId, publisher: noor.staffId };
    expect((await entries()).map(({ actor, data, type }) => [type, actor.id, data])).to.deep.equal([
      ['policy_draft.created', rosa.staffId, said],
      ['policy_draft.approved', noor.staffId, { ...said, ...both }],
      ['policy_draft.published', noor.staffId, { ...said, ...both }],
    ]);
    const { chains, inspector, ledgerReader, profiles, recordScanner: index } = stores;
    const needs = {
      chains,
      inspector,
      ledgerReader,
      profiles,
      index,
      judge: () => TE.right([]),
      readsFiles: false,
    };
    expect(await mustSucceed(examineLedger(needs).one(draft.id))).to.deep.include({ faults: [] });
    expect(JSON.stringify(await entries()))
      .to.not.include('Rosa')
      .and.not.include('Noor');
  });

  it('is not published by anybody who has ever written a document of it', async () => {
    const { draft, publication, services, stores } = await withDraft();
    const input = { id: draft.id, note: null };
    const other = { ...policy, minimumAge: 21 };
    await mustSucceed(services.replaceDraft({ ...input, caller: noor, policy: other, expectedRevision: 1 }));
    await mustSucceed(services.replaceDraft({ ...input, caller: rosa, policy, expectedRevision: 2 }));
    for (const caller of [rosa, noor])
      expect(await mustFail(services.publishDraft({ ...publication, caller, expectedRevision: 3 }))).to.deep.equal({
        _tag: 'SecondPersonRequired',
      });
    const third = { ...noor, staffId: 'staff-adminxxxxxx3', name: 'Kim Park' };
    await mustSucceed(services.publishDraft({ ...publication, caller: third, expectedRevision: 3 }));
    expect(await isInUse(stores)).to.equal(true);
  });

  it('is the document that was read: another revision or digest is refused', async () => {
    const { publication, services, stores } = await withDraft();
    for (const other of [{ expectedRevision: 2 }, { digest: policyDigest({ ...policy, minimumAge: 21 }) }])
      expect(await mustFail(services.publishDraft({ ...publication, caller: noor, ...other }))).to.deep.equal({
        _tag: 'VersionConflict',
      });
    expect(await isInUse(stores)).to.equal(false);
  });

  it('is refused as `policy add` refuses it: by the lint, for the name in the code, and for one that is taken', async () => {
    const { services, stores } = await withDraft();
    await mustSucceed(stores.policyRepository.add({ ...policy, id: 'taken' }, null));
    const publish = async (changed: object) => {
      const document = { ...policy, ...changed };
      const { draft } = await mustSucceed(services.createDraft({ caller: rosa, policy: document, note: null }));
      const input = { caller: noor, id: draft.id, expectedRevision: 1, digest: policyDigest(document) };
      return mustFail(services.publishDraft(input));
    };
    expect(await publish({ liveness: { pass: 5, attack: 1 } })).to.deep.include({
      faults: [{ pointer: '/policy/liveness/pass', message: 'is under 10: everybody is live' }],
    });
    expect(await publish({ id: 'standard' })).to.have.nested.property('faults[0].pointer', '/policy/id');
    // The same document, which everybody may choose, is another one's as well.
    for (const changed of [{ id: 'taken' }, { id: 'taken', minimumAge: 21 }])
      expect(await publish(changed)).to.deep.equal({ _tag: 'PolicyExists' });
    expect((await mustSucceed(stores.policyRepository.list())).length).to.equal(1);
  });

  it('is no stored version again: that is taken, and stays behind the newer one', async () => {
    const { publication, services, stores } = await withDraft();
    await mustSucceed(stores.policyRepository.add(policy, 'acme'));
    const newer = { ...policy, version: `${policy.version}.1`, minimumAge: 21 };
    await mustSucceed(stores.policyRepository.add(newer, 'acme'));
    const { findings, isPublishable } = await mustSucceed(services.getDraft({ caller: noor, id: publication.id }));
    expect([isPublishable, findings.map(({ level, pointer }) => [level, pointer])]).to.deep.equal([
      false,
      [['error', '/version']],
    ]);
    expect(await mustFail(services.publishDraft({ ...publication, caller: noor }))).to.deep.equal({
      _tag: 'PolicyExists',
    });
    const { draft } = await mustSucceed(services.getDraft({ caller: noor, id: publication.id }));
    expect(draft).to.include({ status: 'draft', version: 1 });
  });

  it('is published again without a change, by whoever may', async () => {
    const { entries, publication, services, stores } = await withDraft();
    for (let n = 0; n < 2; n += 1) await mustSucceed(services.publishDraft({ ...publication, caller: noor }));
    expect([(await entries()).length, (await mustSucceed(stores.policyRepository.list())).length]).to.deep.equal([
      3, 1,
    ]);
  });

  it('is completed by publishing again where the process died before either of the last two writes', async () => {
    for (const died of ['before the policy', 'before the draft']) {
      let isDying = true;
      const dead = TE.left(unavailable('database', 'the process died'));
      const { driver, entries, publication, services, stores } = await withDraft(
        ({ policyDrafts, policyRepository }) => ({
          policyRepository: {
            ...policyRepository,
            add: (...given) => (isDying && died === 'before the policy' ? dead : policyRepository.add(...given)),
          },
          policyDrafts: {
            ...policyDrafts,
            replace: (draft, entry) =>
              isDying && draft.status === 'published' ? dead : policyDrafts.replace(draft, entry),
          },
        }),
      );
      expect(await mustFail(services.publishDraft({ ...publication, caller: noor })), died).to.include({
        _tag: 'Unavailable',
      });
      const { draft, isPublishable } = await mustSucceed(services.getDraft({ caller: rosa, id: publication.id }));
      expect([draft.status, await isInUse(stores)], died).to.deep.equal(['approved', died === 'before the draft']);
      expect(isPublishable, died).to.equal(true);
      // Nobody changes what was approved, and the second person of the publication is one of a writer still.
      const change = { caller: noor, id: draft.id, policy: { ...policy, minimumAge: 21 }, note: null };
      for (const write of [
        services.replaceDraft({ ...change, expectedRevision: 1 }),
        services.discardDraft({ caller: noor, id: draft.id }),
      ])
        expect(await mustFail(write), died).to.deep.equal({ _tag: 'DraftClosed', status: 'approved' });
      expect(await mustFail(services.publishDraft({ ...publication, caller: rosa }))).to.include({
        _tag: 'SecondPersonRequired',
      });
      isDying = false;
      const elsewhere = draftService(driver);
      await mustSucceed(elsewhere.services.publishDraft({ ...publication, caller: noor }));
      expect([await isInUse(stores), (await entries()).map(({ type }) => type).slice(1)], died).to.deep.equal([
        true,
        ['policy_draft.approved', 'policy_draft.published'],
      ]);
    }
  });

  it('is open again where somebody else has taken its name at the same moment', async () => {
    let isRace = true;
    const { entries, publication, services, stores } = await withDraft(({ policyRepository }) => ({
      policyRepository: {
        ...policyRepository,
        add: (...given) => (isRace ? TE.left(alreadyExists) : policyRepository.add(...given)),
      },
    }));
    expect(await mustFail(services.publishDraft({ ...publication, caller: noor }))).to.deep.equal({
      _tag: 'PolicyExists',
    });
    isRace = false;
    const { draft } = await mustSucceed(services.getDraft({ caller: rosa, id: publication.id }));
    expect(draft).to.include({ status: 'draft', approvedBy: null, revision: 1 });
    expect((await entries()).at(-1)?.type).to.equal('policy_draft.reopened');
    expect(await isInUse(stores)).to.equal(false);
  });
});
