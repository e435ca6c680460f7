import { aChangeOf } from '@portcullis/contracts/builders';
import { builtInPolicies, E, type ProfileId, TE, unavailable } from '@portcullis/domain';
import { versionConflict, withOutageCause } from '@portcullis/domain/kernel';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { eraseRestored } from '#cli/erasures/erase-restored';
import { ledgerRowOf } from '../../../support/records/log-entries.ts';
import { storeRecords, storesWith } from '../../../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

const policies = builtInPolicies({ livenessThreshold: 75, specimens: false });

/** A restored database with people, and what erases them again. What it does is counted, and what it prints is kept. */
const restored = async () => {
  const driver = memoryDriver();
  const stores = storesWith({ driver }, 'a');
  await mustSucceed(() => stores.keys.prepare());
  const people = (await storeRecords(stores, 3)).kept.map(({ change }) => change.profile.id);
  const lines: string[] = [];
  const run = { purges: 0, besides: 0, conflicts: 0 };
  const output = {
    print: (line: string) => void lines.push(line),
    printError: (line: string) => void lines.push(line),
  };
  const eraser: typeof stores.eraser = {
    ...stores.eraser,
    eraseBeside: (id) => {
      run.besides += 1;
      return stores.eraser.eraseBeside(id);
    },
    purge: () => {
      run.purges += 1;
      return stores.eraser.purge();
    },
  };

  /** The profiles as a run sees them that is always behind somebody else who changes one of them. */
  const contended = (contender: ProfileId, isOutage: () => boolean = () => false): typeof stores.profiles => ({
    ...stores.profiles,
    getAny: (id) =>
      isOutage() ? TE.left(unavailable('database', 'no answer', 'timeout')) : stores.profiles.getAny(id),
    commit: (change) => async () => {
      if (change.profile.id !== contender) return stores.profiles.commit(change)();
      const present = await mustSucceed(stores.profiles.getAny(contender));
      await mustSucceed(stores.profiles.commit(aChangeOf(present)));
      run.conflicts += 1;
      return E.left(versionConflict);
    },
  });
  const erase = (ids: readonly ProfileId[] = people, profiles = stores.profiles) => {
    const erasures = ids.map((id) => ({ id, requested_at: '2027-01-31T12:00:00.000Z', because: 'requested' as const }));
    return eraseRestored({ eraser, policies, profiles }, erasures, output);
  };
  const isErased = async (id: ProfileId) => (await mustSucceed(stores.profiles.getAny(id))).redaction !== undefined;
  return {
    contended,
    driver,
    erase,
    isErased,
    lines,
    people,
    run,
    stores,
  };
};

describe('erasing again over a restored database', () => {
  it('erases everybody behind a profile that is changed meanwhile, and names that one at its end', async () => {
    const { contended, erase, isErased, people, run } = await restored();
    const [anna = '', ben = '', cleo = ''] = people;
    expect(await erase(people, contended(anna))).to.deep.equal(
      E.left({
        code: 1,
        lines: [
          `The profile ${anna} is being changed: stop the service, then call this again.`,
          '2 of 3 erasures were made again.',
        ],
      }),
    );
    expect([await isErased(anna), await isErased(ben), await isErased(cleo)]).to.deep.equal([false, true, true]);
    expect(run.purges).to.equal(1);
    expect(await erase()).to.deep.equal(E.right({ count: 1, absent: 0 }));
  });

  it('destroys no sound row where the database gives no answer to whether it was changed', async () => {
    const { contended, erase, isErased, people, run } = await restored();
    const [anna = ''] = people;
    const ended = await erase(
      [anna],
      contended(anna, () => run.conflicts === 3),
    );
    expect(ended).to.have.nested.property('left.code', 2);
    expect(run.conflicts).to.equal(3);
    expect(await isErased(anna)).to.equal(false);
    expect(await erase([anna])).to.deep.equal(E.right({ count: 1, absent: 0 }));
  });

  it('destroys no sound row where the database refuses, or somebody else answers in its place', async () => {
    const { erase, isErased, people, stores } = await restored();
    for (const [kind, word] of [
      ['rejected', 'login_refused'],
      ['invalid_response', 'bad_answer'],
    ] as const) {
      const refused = withOutageCause(unavailable('database', 'refused', kind), word);
      const ended = await erase(people, { ...stores.profiles, getAny: () => TE.left(refused) });
      expect(ended, word).to.have.nested.property('left.code', 2);
      for (const id of people) expect(await isErased(id), word).to.equal(false);
    }
  });

  it('purges whenever somebody is in the list, also where an earlier run left nothing else to do', async () => {
    const { driver, erase, people, run, stores } = await restored();
    const [anna = ''] = people;
    await mustSucceed(driver.transaction([{ kind: 'delete', table: 'profiles', id: anna }]));
    await mustSucceed(stores.eraser.eraseBeside(anna));
    for (const purges of [1, 2]) {
      expect(await erase([anna])).to.deep.equal(E.right({ count: 0, absent: 1 }));
      // An erasure that finds nothing tells the purge of the key whose copies it may have to overwrite.
      expect(run).to.include({ purges, besides: purges });
    }
    expect(await erase([])).to.deep.equal(E.right({ count: 0, absent: 0 }));
    expect(run.purges).to.equal(2);
  });

  it('destroys a damaged profile once, and takes it for erased afterwards', async () => {
    const { driver, erase, lines, people, run, stores } = await restored();
    const [anna = '', ben = ''] = people;
    const { version } = await mustSucceed(stores.profiles.getAny(anna));
    await mustSucceed(driver.transaction([{ kind: 'delete', table: 'ledger', id: ledgerRowOf(anna, version) }]));
    const damage = { kind: 'update', table: 'profiles', id: ben, columns: { data: { name: 'SPECIMEN' } } } as const;
    await mustSucceed(driver.transaction([damage]));
    expect(await erase()).to.deep.equal(E.right({ count: 3, absent: 0 }));
    const said = [anna, ben].map((id) => `The profile ${id} is damaged: it was erased without being opened.`);
    expect(lines.splice(0)).to.deep.equal(said);
    expect(await erase()).to.deep.equal(E.right({ count: 0, absent: 0 }));
    expect({ lines, purges: run.purges }).to.deep.equal({ lines: [], purges: 2 });
    for (const id of [anna, ben]) await mustFail(stores.profiles.getAny(id));
    await mustSucceed(driver.transaction([{ ...damage, columns: { data: { erased: '', name: 'SPECIMEN' } } }]));
    expect(await erase()).to.deep.equal(E.right({ count: 1, absent: 0 }));
  });
});
