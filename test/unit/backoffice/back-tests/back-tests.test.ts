import { sequentialIds } from '@portcullis/adapter-memory/testing';
import type { BackTest } from '@portcullis/backoffice/ports';
import { aPolicyDraft } from '@portcullis/contracts/builders';
import { type Policy, TE } from '@portcullis/domain';
import type { PolicyPath, PolicyWithPaths } from '@portcullis/domain/checks';
import { type StaffPrincipal, unavailable } from '@portcullis/domain/kernel';
import { createRecordStore, type RecordStore } from '@portcullis/record-store';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { backTests } from '#backoffice/back-tests/back-tests';
import { memoryTables } from '#record-store/memory/tables';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { policy as decidedBy } from '../../../support/builders/profile-states.ts';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { withDamagedEntry } from '../../../support/services/damaged-ledger.ts';
import { decidedPeople, draftOfBackTest } from '../../../support/services/decided-people.ts';
import { elsewhere, rosa } from '../../../support/services/draft-service.ts';

/** Somebody who reads of persons, which an admin does not. */
const auditor: StaffPrincipal = { ...rosa, roles: ['auditor'] };

/** A gate at which a back-test stays until it is opened. */
const aGate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const pass = (): Promise<void> => {
    arrive();
    return opened;
  };
  return { open, arrived, pass };
};

/** Instances over one store, with drafts of one policy, and six people who were approved or declined by turns. */
const withPeople = async (policy: Policy = draftOfBackTest) => {
  const people = await decidedPeople(6);
  const [first] = people;
  if (!first) throw new Error('nobody');
  const clock = fakeClock();
  const stores = createRecordStore(memoryDriver(memoryTables()), aKeyring(), sequentialIds('drafts'));
  const drafts = ['draft0000000001', 'draft0000000002', 'draft0000000003'] as const;
  for (const [n, id] of drafts.entries()) {
    const { entry, stored } = aPolicyDraft.first(
      aPolicyDraft(id, { policy: { ...policy, version: id }, partnerId: n === 2 ? 'globex' : 'acme' }),
    );
    await mustSucceed(stores.policyDrafts.insert(stored, entry));
  }
  const failed: unknown[] = [];
  const instance = (
    pause: () => Promise<void> = async () => undefined,
    change: (policyDrafts: RecordStore['policyDrafts']) => Partial<RecordStore['policyDrafts']> = () => ({}),
    damagedId = '',
  ) => {
    const { profiles } = first.service;
    const ledgerReader = withDamagedEntry(first.service.ledgerReader, damagedId);
    const policyDrafts = { ...stores.policyDrafts, ...change(stores.policyDrafts) };
    return backTests({
      policyDrafts,
      profiles,
      ledgerReader,
      clock,
      pause,
      onFailed: (cause) => failed.push(cause),
    });
  };
  const [id, other, foreign] = drafts;
  return {
    clock,
    failed,
    foreign,
    id,
    instance,
    other,
    people,
    stores,
  };
};

/** The back-test of a draft once it has ended. */
const ended = async (stores: RecordStore, id: string): Promise<BackTest> => {
  for (;;) {
    const test = await mustSucceed(stores.policyDrafts.backTest(id));
    if (test !== null && test.state !== 'running') return test;
    await new Promise(setImmediate);
  }
};

/** The policy by which they were decided, with these paths. */
const pathsDraft = (paths: (path: PolicyPath) => readonly PolicyPath[]): PolicyWithPaths => {
  const { checks, optionalSteps, steps, ...common } = { ...decidedBy, id: 'mine', version: '1' };
  return { ...common, paths: paths({ id: 'document', steps, optionalSteps, checks }), always: {} };
};

describe('a back-test of a draft with paths', () => {
  const cellsOf = async (policy: Policy) => {
    const { id, instance, stores } = await withPeople(policy);
    await mustSucceed(instance().startBackTest({ caller: rosa, id }));
    return (await ended(stores, id)).findings.cells;
  };

  it('changes nothing where its one path is the policy by which was decided', async () => {
    expect(await cellsOf(pathsDraft((path) => [path]))).to.deep.equal([
      { from: 'approve', to: 'approve', count: 3 },
      { from: 'decline', to: 'decline', count: 3 },
    ]);
  });

  it('approves by another path what one can never pass, and declines by both', async () => {
    const draft = pathsDraft((path) => [
      { ...path, id: 'claims', checks: { ...path.checks, claimed_data: 'required', document_barcode: 'required' } },
      path,
    ]);
    expect(await cellsOf(draft)).to.deep.equal([
      { from: 'approve', to: 'approve', count: 3 },
      { from: 'decline', to: 'decline', count: 3 },
    ]);
    const alone = { ...draft, paths: draft.paths.slice(0, 1) };
    expect((await cellsOf(alone)).map(({ from, to }) => [from, to])).to.not.deep.include(['approve', 'approve']);
  });
});

describe('a back-test of a draft', () => {
  it('counts what would change over the decisions of its partner, and names some of them', async () => {
    const { failed, id, instance, people, stores } = await withPeople();
    const { readBackTest, startBackTest } = instance();
    const own = { caller: rosa, id };
    expect(await mustFail(readBackTest(own))).to.deep.equal({ _tag: 'NotFound' });
    expect(await mustSucceed(startBackTest(own))).to.include({ state: 'running', revision: 1, generation: 1 });
    const { findings, ...test } = await ended(stores, id);
    expect(test).to.deep.include({ state: 'done', heldUntil: '' });
    expect(test.finishedAt).to.equal(test.startedAt);
    const idsOf = (rest: number) => people.flatMap((one, n) => (n % 2 === rest ? [one.id] : [])).toSorted();
    expect({
      ...findings,
      examples: findings.examples.map((one) => ({ ...one, profileIds: one.profileIds.toSorted() })),
    }).to.deep.equal({
      judged: 6,
      unjudged: 0,
      cells: [
        { from: 'approve', to: 'retry', count: 3 },
        { from: 'decline', to: 'review', count: 3 },
      ],
      reasons: [{ reason: 'liveness_low_score', comes: 6, goes: 0 }],
      examples: [
        { from: 'approve', to: 'retry', profileIds: idsOf(0) },
        { from: 'decline', to: 'review', profileIds: idsOf(1) },
      ],
    });
    expect(await mustSucceed(readBackTest({ ...own, caller: auditor }))).to.deep.equal({ ...test, findings });
    expect(failed).to.deep.equal([]);
  });

  it('leaves out a profile of which an entry does not open, and counts it', async () => {
    const { failed, id, instance, people, stores } = await withPeople();
    const { startBackTest } = instance(undefined, undefined, people[0]?.id);
    await mustSucceed(startBackTest({ caller: rosa, id }));
    const { findings, state } = await ended(stores, id);
    expect({ state, judged: findings.judged, damaged: findings.damaged }).to.deep.equal({
      state: 'done',
      judged: 5,
      damaged: 1,
    });
    expect(failed).to.deep.equal([]);
  });

  it('sees the profiles of its partner alone', async () => {
    const { foreign, instance, stores } = await withPeople();
    const caller = elsewhere(rosa, 'globex');
    await mustSucceed(instance().startBackTest({ caller, id: foreign }));
    expect((await ended(stores, foreign)).findings).to.deep.include({ judged: 0, cells: [], examples: [] });
  });

  it('is nobody else’s, is not started by a team or without a need, and names no profiles to whom it must not', async () => {
    const { id, instance, stores } = await withPeople();
    const { readBackTest, startBackTest } = instance();
    const globex = elsewhere(rosa, 'globex');
    const north = elsewhere(rosa, 'acme', 'north');
    expect(await mustFail(startBackTest({ caller: globex, id }))).to.deep.equal({ _tag: 'NotFound' });
    expect(await mustFail(startBackTest({ caller: north, id }))).to.include({ _tag: 'InsufficientPermission' });
    await mustSucceed(startBackTest({ caller: rosa, id }));
    await ended(stores, id);
    for (const caller of [globex, north])
      expect(await mustFail(readBackTest({ caller, id }))).to.deep.equal({ _tag: 'NotFound' });
    for (const caller of [{ ...rosa, roles: [] }, rosa]) {
      const { findings } = await mustSucceed(readBackTest({ caller, id }));
      expect([findings.judged, findings.cells.length, findings.examples]).to.deep.equal([6, 2, []]);
    }
    const named = await mustSucceed(readBackTest({ caller: { ...rosa, roles: ['admin', 'auditor'] }, id }));
    expect(named.findings.examples.length).to.equal(2);
  });

  it('is one at a time at an instance and for a draft, and the same one where the same document is asked for', async () => {
    const { foreign, id, instance, other, stores } = await withPeople();
    const gate = aGate();
    const here = instance(gate.pass);
    const there = instance();
    const own = { caller: rosa, id };
    const started = await mustSucceed(here.startBackTest(own));
    await gate.arrived;
    for (const one of [here, there]) expect(await mustSucceed(one.startBackTest(own))).to.deep.equal(started);
    const busy = { _tag: 'LimitReached', limit: 'back_tests' };
    expect(await mustFail(here.startBackTest({ ...own, id: other }))).to.include(busy);
    const globex = { caller: elsewhere(rosa, 'globex'), id: foreign };
    expect(await mustFail(here.startBackTest(globex))).to.include(busy);
    await mustSucceed(there.startBackTest(globex));
    gate.open();
    await Promise.all([ended(stores, id), ended(stores, foreign)]);
    expect(await mustSucceed(there.startBackTest({ ...own, id: other }))).to.include({ draftId: other });
    await ended(stores, other);
  });

  it('is begun once where the same document is asked for many times at once', async () => {
    const { id, instance, other, stores } = await withPeople();
    const gate = aGate();
    const { startBackTest } = instance(gate.pass);
    const asked = Array.from({ length: 10 }, () => mustSucceed(startBackTest({ caller: rosa, id })));
    const refused = mustFail(startBackTest({ caller: rosa, id: other }));
    const started = await Promise.all(asked);
    for (const one of started) expect(one).to.include({ draftId: id, generation: 1, state: 'running' });
    expect(await refused).to.include({ _tag: 'LimitReached', limit: 'back_tests' });
    gate.open();
    expect(await ended(stores, id)).to.include({ state: 'done', generation: 2 });
  });

  it('tells how far it is, and counts as interrupted once its instance says nothing more', async () => {
    const { clock, id, instance, stores } = await withPeople();
    const gate = aGate();
    const dying = instance(gate.pass);
    const own = { caller: rosa, id };
    await mustSucceed(dying.startBackTest(own));
    await gate.arrived;
    clock.advance(29_999);
    expect(await mustSucceed(dying.readBackTest(own))).to.include({ state: 'running' });
    clock.advance(1);
    const next = instance();
    expect(await mustSucceed(next.readBackTest(own))).to.include({ state: 'interrupted' });
    expect(await mustSucceed(next.startBackTest(own))).to.include({ generation: 2, state: 'running' });
    const done = await ended(stores, id);
    expect(done).to.include({ state: 'done', generation: 3 });
    // The instance that was taken for dead goes on, and changes nothing of the other's.
    gate.open();
    await dying.stop();
    expect(await mustSucceed(stores.policyDrafts.backTest(id))).to.deep.equal(done);
  });

  it('is interrupted by a stop, which waits for it, and by a store that is out', async () => {
    const { id, instance, other, people, stores } = await withPeople();
    const gate = aGate();
    const stopping = instance(gate.pass);
    await mustSucceed(stopping.startBackTest({ caller: rosa, id }));
    await gate.arrived;
    const stopped = stopping.stop();
    gate.open();
    await stopped;
    const { findings, state } = await ended(stores, id);
    expect([state, findings.judged]).to.deep.equal(['interrupted', 1]);
    expect(await mustFail(stopping.startBackTest({ caller: rosa, id: other }))).to.include({ _tag: 'LimitReached' });
    const [first] = people;
    if (!first) throw new Error('nobody');
    const { startBackTest } = backTests({
      policyDrafts: stores.policyDrafts,
      ledgerReader: first.service.ledgerReader,
      clock: fakeClock(),
      profiles: { ...first.service.profiles, list: () => TE.left(unavailable('database', 'out')) },
      pause: async () => undefined,
      onFailed: () => undefined,
    });
    await mustSucceed(startBackTest({ caller: rosa, id: other }));
    expect(await ended(stores, other)).to.include({ state: 'interrupted' });
  });

  it('lets others go on behind each decision, and writes what it has come to while it runs', async () => {
    const { clock, id, instance, stores } = await withPeople();
    const beats: (readonly [number, number])[] = [];
    let pauses = 0;
    const recording = (policyDrafts: RecordStore['policyDrafts']): Partial<RecordStore['policyDrafts']> => ({
      replaceBackTest: (seen, next) => {
        beats.push([next.generation, next.findings.judged]);
        return policyDrafts.replaceBackTest(seen, next);
      },
    });
    const { startBackTest } = instance(async () => {
      pauses += 1;
      clock.advance(1000);
    }, recording);
    await mustSucceed(startBackTest({ caller: rosa, id }));
    await ended(stores, id);
    expect([pauses, beats]).to.deep.equal([
      6,
      [
        [1, 0],
        [2, 6],
        [3, 6],
      ],
    ]);
  });

  it('is not begun for a draft that is closed', async () => {
    const { id, instance, stores } = await withPeople();
    const { entry, stored } = aPolicyDraft.first(aPolicyDraft('draft0000000009', { status: 'discarded' }));
    await mustSucceed(stores.policyDrafts.insert(stored, entry));
    expect(await mustFail(instance().startBackTest({ caller: rosa, id: stored.id }))).to.deep.equal({
      _tag: 'DraftClosed',
      status: 'discarded',
    });
    expect(await mustSucceed(stores.policyDrafts.backTest(id))).to.equal(null);
  });
});
