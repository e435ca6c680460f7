import { examineLedger, type ListEntryView, type ListSubject } from '@portcullis/backoffice';
import type { ListedEntry } from '@portcullis/backoffice/ports';
import { listOf, setListed } from '@portcullis/contracts/builders';
import { E, pipe, TE } from '@portcullis/domain';
import { documentDigest } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { readLists } from '#backoffice/lists/read-lists';
import { havingShown } from '../../../support/builders/shown.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { aReviewDesk, aStaffMember } from '../../../support/services/review-desk.ts';

const senior = aStaffMember(1, ['senior']);
const admin = aStaffMember(2, ['admin']);
const ofTeam = (teamId: string, partnerId = 'acme') => ({ ...senior, tenant: { partnerId, teamId } });
const ofGlobex = { ...senior, tenant: { partnerId: 'globex', teamId: null } };

const opened = () => {
  const desk = aReviewDesk();
  const add = (subject: ListSubject, caller = senior, list: 'blocked' | 'allowed' = 'blocked') =>
    desk.addToList({ caller, list, subject, note: 'Reported as stolen.' });
  const listed = async (caller = senior) =>
    (await mustSucceed(desk.readLists({ caller, filter: { limit: 50 } }))).items;
  return { desk, add, listed };
};

const printed = { by: 'document', number: 'L898 902-C3', issuer: 'Utopia' } as const;
const inPrint = { ...printed, issuer: 'UTO' };

const kindsOf = (entries: readonly ListEntryView[]) => entries.map(({ kind, list }) => `${kind} ${list}`).toSorted();

describe('the lists of a partner, for its staff', () => {
  it('take what a profile has shown of a kind, in all of its attempts, with who, when, why and by which profile', async () => {
    const { add, desk, listed } = opened();
    const first = havingShown({ number: 'A1', visitorId: 'phone' });
    const second = havingShown({ number: 'B2', attempt: 2, picture: '2' });
    await desk.add(60, { id: first.id, evidence: [...first.evidence, ...second.evidence] });
    const { entries, isNew } = await mustSucceed(add({ by: 'profile', id: first.id, kind: 'document' }));
    const said = {
      list: 'blocked',
      kind: 'document',
      profileId: first.id,
      note: 'Reported as stolen.',
      isOwn: true,
      addedBy: { type: 'reviewer', id: senior.staffId },
      addedAt: '2026-05-04T09:30:00.000Z',
      isRedacted: false,
    };
    expect([isNew, entries.map(({ id: _, ...entry }) => entry)]).to.deep.equal([true, [said, said]]);
    expect(await listed()).to.have.deep.members([...entries]);
    const again = await mustSucceed(add({ by: 'profile', id: first.id, kind: 'document' }, admin));
    expect([again.isNew, again.entries.map(({ id }) => id)]).to.deep.equal([false, entries.map(({ id }) => id)]);
    for (const kind of ['person', 'image', 'device'] as const)
      expect((await mustSucceed(add({ by: 'profile', id: first.id, kind }))).isNew, kind).to.equal(true);
  });

  it('take a document by its number and issuer, however they are written, as the command and an attempt do', async () => {
    const { add, desk } = opened();
    const key = await mustSucceed(desk.stores.duplicateIndex.partnerKey('acme'));
    const { entries } = await mustSucceed(add(inPrint));
    expect(entries).to.have.length(1);
    const digest = documentDigest(key, 'L898902C3', 'UTO');
    expect(await listOf(desk.stores, 'acme', 'document', digest)).to.equal('blocked');
    const shown = havingShown({ number: 'L898902C3' });
    await desk.add(5, { id: shown.id, evidence: shown.evidence });
    const again = await mustSucceed(add({ by: 'profile', id: shown.id, kind: 'document' }));
    expect([again.isNew, again.entries]).to.deep.equal([false, entries]);
  });

  it('refuse what nobody has shown, and a document without a number or an issuer', async () => {
    const { add, desk, listed } = opened();
    const shown = havingShown();
    await desk.add(5, { id: shown.id, evidence: shown.evidence });
    const faultOf = async (subject: ListSubject) => {
      const failure = await mustFail(add(subject));
      return failure._tag === 'Invalid' ? failure.faults.map(({ pointer }) => pointer).join() : failure._tag;
    };
    expect(await faultOf({ by: 'profile', id: shown.id, kind: 'device' })).to.equal('/kind');
    expect(await faultOf({ by: 'profile', id: 'nobody000000001', kind: 'device' })).to.equal('NotFound');
    expect(await faultOf({ ...printed, number: '--' })).to.equal('/document_number');
    expect(await faultOf({ ...printed, issuer: 'Nowhere' })).to.equal('/issuing_country');
    expect(await listed()).to.deep.equal([]);
  });

  it('have something on one of them alone, and none once it is taken off', async () => {
    const { add, desk, listed } = opened();
    await mustSucceed(add(inPrint));
    desk.clock.advance(1000);
    const { entries } = await mustSucceed(add(inPrint, senior, 'allowed'));
    expect(kindsOf(await listed())).to.deep.equal(['document allowed']);
    expect(entries[0]?.addedAt).to.equal('2026-05-04T09:30:01.000Z');
    const id = entries[0]?.id ?? '';
    await mustSucceed(desk.removeFromList({ caller: senior, id }));
    expect(await mustFail(desk.removeFromList({ caller: senior, id }))).to.include({ _tag: 'NotFound' });
    expect(await listed()).to.deep.equal([]);
    expect((await mustSucceed(add(inPrint))).isNew).to.equal(true);
  });

  it('have whatever is done in a ledger, by whom and to what kind, without a profile or a digest', async () => {
    const { add, desk } = opened();
    const { duplicateIndex, listStore } = desk.stores;
    const key = await mustSucceed(duplicateIndex.partnerKey('acme'));
    const digest = documentDigest(key, 'L898902C3', 'UTO');
    await setListed(desk.stores, 'acme', 'document', digest, 'allowed');
    const { entries } = await mustSucceed(add(inPrint));
    const kept = await mustSucceed(listStore.find(entries[0]?.id ?? ''));
    await mustSucceed(desk.removeFromList({ caller: admin, id: entries[0]?.id ?? '' }));
    const { chains, inspector, ledgerReader, profiles, recordScanner } = desk.stores;
    const ids = await mustSucceed(recordScanner.chainIds(null, 100));
    const found = [];
    for (const id of ids) found.push(...(await mustSucceed(ledgerReader.entries(id, { afterSeq: 0, limit: 10 }))));
    expect(found.map(({ type, actor, data }) => [type, actor.id, data]).toSorted()).to.deep.equal(
      [
        ['list_entry.added', 'operator', { list: 'allowed', kind: 'document', partner_id: 'acme' }],
        ['list_entry.removed', senior.staffId, { list: 'allowed', kind: 'document', partner_id: 'acme' }],
        ['list_entry.added', senior.staffId, { list: 'blocked', kind: 'document', partner_id: 'acme' }],
        ['list_entry.removed', admin.staffId, { list: 'blocked', kind: 'document', partner_id: 'acme' }],
      ].toSorted(),
    );
    expect(JSON.stringify(found)).to.not.include(digest).and.not.include(kept?.id);
    const judge = () => async () => E.right([]);
    const examine = examineLedger({
      profiles,
      ledgerReader,
      chains,
      index: recordScanner,
      inspector,
      judge,
      readsFiles: false,
    });
    const { examined } = await mustSucceed(examine.page(null));
    expect(examined.flatMap(({ faults }) => faults)).to.deep.equal([]);
    expect(examined.reduce((sum, one) => sum + one.entries, 0)).to.equal(4);
  });

  it('are those of one partner, whose teams see all of it and less of what others have put there', async () => {
    const { add, desk, listed } = opened();
    const north = ofTeam('north');
    const shown = havingShown({ number: 'N1' });
    await desk.add(5, { id: shown.id, evidence: shown.evidence, tenant: north.tenant });
    const own = await mustSucceed(add({ by: 'profile', id: shown.id, kind: 'document' }, north));
    const ofPartner = await mustSucceed(add(inPrint));
    expect(await listed(ofGlobex)).to.deep.equal([]);
    const withheld = { profileId: null, note: null, addedBy: null, isOwn: false };
    const ownEntry = own.entries[0];
    const partnerEntry = ofPartner.entries[0];
    expect(await listed(north)).to.have.deep.members([ownEntry, { ...partnerEntry, ...withheld }]);
    expect(await listed(ofTeam('south'))).to.have.deep.members([
      { ...ownEntry, ...withheld },
      { ...partnerEntry, ...withheld },
    ]);
    expect(await listed()).to.have.deep.members([ownEntry, partnerEntry]);
    for (const caller of [ofGlobex, ofTeam('south'), ofTeam('north', 'globex')])
      for (const id of [ownEntry?.id ?? '', partnerEntry?.id ?? ''])
        expect(await mustFail(desk.removeFromList({ caller, id }))).to.include({ _tag: 'NotFound' });
    await mustSucceed(desk.removeFromList({ caller: north, id: ownEntry?.id ?? '' }));
    expect(kindsOf(await listed())).to.deep.equal(['document blocked']);
  });

  it('are not turned by a team where the partner or another team has decided', async () => {
    const { add, listed } = opened();
    const { entries } = await mustSucceed(add(inPrint));
    const refused = await mustFail(add(inPrint, ofTeam('north'), 'allowed'));
    expect(refused).to.deep.include({ _tag: 'Invalid' });
    expect(refused._tag === 'Invalid' && refused.faults[0]?.pointer).to.equal('/list');
    const same = await mustSucceed(add(inPrint, ofTeam('north')));
    expect(same).to.deep.equal({
      isNew: false,
      entries: entries.map((entry) => ({ ...entry, profileId: null, note: null, addedBy: null, isOwn: false })),
    });
    expect(await listed()).to.deep.equal(entries);
  });

  it('say of how many nobody knows, each once, and show the others', async () => {
    const { add, desk } = opened();
    for (const number of ['A1', 'B2', 'C3']) {
      await mustSucceed(add({ ...inPrint, number }));
      desk.clock.advance(1000);
    }
    const { listStore, profiles } = desk.stores;
    const { page } = listStore;
    const [, second] = await mustSucceed(page('acme', null, null, 10));
    const spoil = (rows: readonly ListedEntry[]): readonly ListedEntry[] =>
      rows.map((row) => (row.position.id === second?.position.id ? { ...row, entry: null } : row));
    const read = readLists({ profiles, listStore: { page: (...asked) => pipe(page(...asked), TE.map(spoil)) } });
    const { damaged, items, next } = await mustSucceed(read({ caller: senior, filter: { limit: 2 } }));
    expect([damaged, items.length, next]).to.deep.equal([1, 2, null]);
    const first = await mustSucceed(read({ caller: senior, filter: { limit: 1 } }));
    const rest = await mustSucceed(read({ caller: senior, filter: { limit: 2, cursor: first.next ?? '' } }));
    expect([first.items.length, first.damaged + rest.damaged, rest.items.length]).to.deep.equal([1, 1, 1]);
  });

  it('are read page by page, of one list and of one kind, each entry once', async () => {
    const { add, desk } = opened();
    for (let n = 0; n < 5; n += 1) {
      const shown = havingShown({ number: `N${n}`, names: `DOE<<${'ABCDE'[n]}`, picture: `${n}` });
      await desk.add(5 + n, { id: shown.id, evidence: shown.evidence });
      desk.clock.advance(1000);
      await mustSucceed(add({ by: 'profile', id: shown.id, kind: 'document' }, senior, n % 2 ? 'allowed' : 'blocked'));
      await mustSucceed(add({ by: 'profile', id: shown.id, kind: 'person' }));
    }
    const walk = async (
      filter: { readonly list?: 'blocked' | 'allowed'; readonly kind?: 'document' },
      limit: number,
    ) => {
      const found: ListEntryView[] = [];
      let cursor: string | null = null;
      do {
        const asked = { ...filter, limit, ...(cursor !== null && { cursor }) };
        const page: { readonly items: readonly ListEntryView[]; readonly next: string | null } = await mustSucceed(
          desk.readLists({ caller: senior, filter: asked }),
        );
        expect(page.items.length).to.be.at.most(limit);
        found.push(...page.items);
        cursor = page.next;
      } while (cursor !== null);
      return found;
    };
    const all = await walk({}, 50);
    const times = all.map(({ addedAt }) => addedAt ?? '');
    expect(all).to.have.length(10);
    expect(times).to.deep.equal(times.toSorted().toReversed());
    for (const limit of [1, 3, 10]) {
      expect(await walk({}, limit), `${limit}`).to.deep.equal(all);
      const blocked = await walk({ list: 'blocked', kind: 'document' }, limit);
      expect(kindsOf(blocked), `${limit}`).to.deep.equal(Array.from({ length: 3 }, () => 'document blocked'));
      expect(kindsOf(await walk({ list: 'allowed' }, limit))).to.deep.equal(['document allowed', 'document allowed']);
    }
  });
});
