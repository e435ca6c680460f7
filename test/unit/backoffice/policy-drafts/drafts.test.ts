import { maxOpenDrafts } from '@portcullis/backoffice/ports';
import { aPolicyDraft } from '@portcullis/contracts/builders';
import { TE } from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import { unavailable } from '@portcullis/domain/kernel';
import { lintPolicy } from '@portcullis/explain';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { memoryTables } from '#record-store/memory/tables';
import { unknownCountries } from '../../../support/builders/country-lists.ts';
import { aPolicy, aProductionPolicy } from '../../../support/builders/policies.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { draftService, elsewhere, noor, rosa } from '../../../support/services/draft-service.ts';

const opened = () => draftService(memoryDriver(memoryTables()));
const policy = aProductionPolicy();
const written = { caller: rosa, policy, note: null };

describe('a draft of a policy', () => {
  it('is begun with its author, and then has whoever writes another document of it', async () => {
    const { clock, services } = opened();
    const { digest, draft, findings, isPublishable } = await mustSucceed(services.createDraft(written));
    expect([digest, findings, isPublishable]).to.deep.equal([policyDigest(policy), [], true]);
    expect(draft).to.deep.include({
      status: 'draft',
      revision: 1,
      partnerId: 'acme',
      approvedBy: null,
      writers: [{ staffId: rosa.staffId, name: 'Rosa Lind' }],
    });
    clock.advance(1000);
    const stricter = { ...policy, minimumAge: 21 };
    const input = { id: draft.id, policy: stricter, note: 'adults', expectedRevision: 1 };
    for (let n = 0; n < 2; n += 1) {
      const changed = await mustSucceed(services.replaceDraft({ ...input, caller: noor, expectedRevision: 1 + n }));
      expect(changed.draft.writers.map(({ name }) => name)).to.deep.equal(['Rosa Lind', 'Noor Haddad']);
      expect(changed.draft).to.deep.include({ revision: 2, note: 'adults', policy: stricter });
    }
    const stale = services.replaceDraft({ ...input, caller: rosa, note: 'stale' });
    expect(await mustFail(stale)).to.include({ _tag: 'VersionConflict' });
  });

  it('is begun once by an operation that is repeated, and is left behind by none that was answered with an outage', async () => {
    let isOut = false;
    const { services, stores } = draftService(memoryDriver(memoryTables()), ({ policyRepository }) => ({
      policyRepository: {
        ...policyRepository,
        get: (ref) => (isOut ? TE.left(unavailable('database', 'out')) : policyRepository.get(ref)),
      },
    }));
    const repeated = { ...written, operation: { id: 'operation-1', isRetry: false } };
    isOut = true;
    for (const input of [written, repeated])
      expect(await mustFail(services.createDraft(input))).to.include({ _tag: 'Unavailable' });
    expect(await mustSucceed(services.listDrafts(rosa))).to.deep.equal([]);
    isOut = false;
    const { draft } = await mustSucceed(services.createDraft(repeated));
    for (let n = 1; n < maxOpenDrafts; n += 1) {
      const { entry, stored } = aPolicyDraft.first(aPolicyDraft(`draft00000000${String(n).padStart(2, '0')}`));
      await mustSucceed(stores.policyDrafts.insert(stored, entry));
    }
    const again = { ...repeated, operation: { id: 'operation-1', isRetry: true } };
    expect((await mustSucceed(services.createDraft(again))).draft).to.deep.equal(draft);
    expect((await mustSucceed(services.listDrafts(rosa))).length).to.equal(maxOpenDrafts);
    const other = { ...repeated, operation: { id: 'operation-2', isRetry: false } };
    expect(await mustFail(services.createDraft(other))).to.include({ _tag: 'DraftLimitReached' });
  });

  it('is begun once by two attempts of one operation at the same moment', async () => {
    const { services } = opened();
    const repeated = { ...written, operation: { id: 'operation-1', isRetry: false } };
    const [one, two] = await Promise.all([
      mustSucceed(services.createDraft(repeated)),
      mustSucceed(services.createDraft(repeated)),
    ]);
    expect(one.draft).to.deep.equal(two.draft);
    expect(await mustSucceed(services.listDrafts(rosa))).to.deep.equal([one.draft]);
  });

  it('is answered to its last writer who sends the change again, and to nobody else', async () => {
    const { services } = opened();
    const { draft } = await mustSucceed(services.createDraft(written));
    const change = { ...written, id: draft.id, policy: { ...policy, minimumAge: 21 }, expectedRevision: 1 };
    const changed = await mustSucceed(services.replaceDraft({ ...change, caller: noor }));
    expect(await mustSucceed(services.replaceDraft({ ...change, caller: noor }))).to.deep.equal(changed);
    const others = [
      change,
      { ...change, caller: noor, note: 'another' },
      { ...change, caller: noor, policy },
      { ...change, caller: noor, expectedRevision: 3 },
    ];
    for (const other of others)
      expect(await mustFail(services.replaceDraft(other))).to.deep.equal({ _tag: 'VersionConflict' });
    expect((await mustSucceed(services.getDraft({ caller: rosa, id: draft.id }))).draft).to.deep.equal(changed.draft);
  });

  it('is refused with a pointer where it is no policy, and kept unpublishable where the lint refuses it', async () => {
    const { services } = opened();
    const refused = await mustFail(services.createDraft({ ...written, policy: { ...policy, minimumAge: 'old' } }));
    expect(refused).to.have.property('_tag', 'Invalid');
    expect(refused).to.have.nested.property('faults[0].pointer', '/policy/minimumAge');
    expect(await mustFail(services.createDraft({ ...written, policy: 'nothing' }))).to.include({ _tag: 'Invalid' });
    const lax = { ...policy, liveness: { pass: 5, attack: 1 } };
    const kept = await mustSucceed(services.createDraft({ ...written, policy: lax }));
    expect(kept.isPublishable).to.equal(false);
    expect(kept.findings).to.deep.include({
      level: 'error',
      pointer: '/liveness/pass',
      message: 'is under 10: everybody is live',
    });
  });

  it('has at most 300 countries in a list, and is shown where an earlier one has more', async () => {
    const { services, stores } = opened();
    const withList = (list: string, count: number) => ({
      ...policy,
      documents: { ...policy.documents, [list]: unknownCountries(count) },
    });
    const larger = aPolicyDraft('draft0000000009', { policy: withList('deniedCountries', 301) });
    const { entry, stored } = aPolicyDraft.first(larger);
    await mustSucceed(stores.policyDrafts.insert(stored, entry));
    expect((await mustSucceed(services.getDraft({ caller: rosa, id: stored.id }))).draft).to.deep.equal(stored);
    const change = { ...written, id: stored.id, expectedRevision: 1 };
    for (const list of ['allowedCountries', 'deniedCountries']) {
      const faults = [{ pointer: `/policy/documents/${list}`, message: 'has more than 300 countries' }];
      const tooMany = withList(list, 301);
      const created = await mustFail(services.createDraft({ ...written, policy: tooMany }));
      const changed = await mustFail(services.replaceDraft({ ...change, policy: tooMany }));
      for (const failed of [created, changed]) expect(failed).to.deep.equal({ _tag: 'Invalid', faults });
    }
    await mustSucceed(services.replaceDraft({ ...change, policy: withList('deniedCountries', 300) }));
  });

  it('is answered with 200 findings at most, the errors first, and with how many more there are', async () => {
    const { services } = opened();
    const document = {
      ...policy,
      liveness: { pass: 5, attack: 1 },
      documents: { ...policy.documents, deniedCountries: unknownCountries(300) },
    };
    const { findings, isPublishable } = await mustSucceed(services.createDraft({ ...written, policy: document }));
    expect([findings.length, findings[0]?.level, isPublishable]).to.deep.equal([201, 'error', false]);
    const all = lintPolicy(document);
    expect(findings.slice(0, 200)).to.deep.equal(all.slice(0, 200));
    expect(findings[200]).to.deep.equal({
      level: 'warning',
      pointer: '',
      message: `has ${all.length - 200} more findings, which are not shown`,
    });
  });

  it('cannot take the name of the policy in the code, nor one that is taken by another document', async () => {
    const { services, stores } = opened();
    await mustSucceed(stores.policyRepository.add(aPolicy({ minimumAge: 30 }), 'globex'));
    const pointers = async (changed: object) => {
      const { findings, isPublishable } = await mustSucceed(
        services.createDraft({ ...written, policy: { ...policy, ...changed } }),
      );
      return [isPublishable, findings.filter(({ level }) => level === 'error').map(({ pointer }) => pointer)];
    };
    expect(await pointers({ id: 'standard' })).to.deep.equal([false, ['/id']]);
    expect(await pointers({ id: 'strict' })).to.deep.equal([false, ['/version']]);
    expect(await pointers({ id: 'strict', version: '2' })).to.deep.equal([true, []]);
  });

  it('does not exist for another partner, and can be read but not written with the session of a team', async () => {
    const { services } = opened();
    const { draft } = await mustSucceed(services.createDraft(written));
    const globex = elsewhere(noor, 'globex');
    const north = elsewhere(noor, 'acme', 'north');
    const { id } = draft;
    const { discardDraft, publishDraft, replaceDraft } = services;
    const writes = [
      (caller: typeof noor) => replaceDraft({ caller, id, policy, note: 'x', expectedRevision: 1 }),
      (caller: typeof noor) => discardDraft({ caller, id }),
      (caller: typeof noor) => publishDraft({ caller, id, expectedRevision: 1, digest: policyDigest(policy) }),
    ];
    for (const write of writes) {
      expect(await mustFail(write(globex))).to.deep.equal({ _tag: 'NotFound' });
      expect(await mustFail(write(north))).to.deep.include({
        _tag: 'InsufficientPermission',
        permission: 'policies:write',
        of: 'partner',
      });
    }
    expect(await mustFail(services.createDraft({ ...written, caller: north }))).to.include({ of: 'partner' });
    expect(await mustFail(services.getDraft({ caller: globex, id: draft.id }))).to.include({ _tag: 'NotFound' });
    expect(await mustSucceed(services.listDrafts(globex))).to.deep.equal([]);
    expect((await mustSucceed(services.getDraft({ caller: north, id: draft.id }))).draft).to.deep.equal(draft);
    expect(await mustSucceed(services.listDrafts(north))).to.deep.equal([draft]);
  });

  it('is one of twenty that are open, and takes nothing more once it is discarded', async () => {
    const { services, stores } = opened();
    for (let n = 0; n < maxOpenDrafts; n += 1) {
      const { entry, stored } = aPolicyDraft.first(aPolicyDraft(`draft00000000${String(n).padStart(2, '0')}`));
      await mustSucceed(stores.policyDrafts.insert(stored, entry));
    }
    expect(await mustFail(services.createDraft(written))).to.deep.equal({ _tag: 'DraftLimitReached', limit: 20 });
    await mustSucceed(services.createDraft({ ...written, caller: elsewhere(rosa, 'globex') }));
    const own = { caller: noor, id: 'draft0000000000' };
    for (let n = 0; n < 2; n += 1)
      expect((await mustSucceed(services.discardDraft(own))).draft).to.include({ status: 'discarded', version: 2 });
    const { draft } = await mustSucceed(services.createDraft(written));
    expect(draft.status).to.equal('draft');
    const closed = { _tag: 'DraftClosed', status: 'discarded' };
    const change = { ...own, expectedRevision: 1 };
    expect(await mustFail(services.replaceDraft({ ...change, policy, note: null }))).to.deep.equal(closed);
    const digest = policyDigest(aPolicy());
    expect(await mustFail(services.publishDraft({ ...change, digest }))).to.deep.equal(closed);
  });
});
