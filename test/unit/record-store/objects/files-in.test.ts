import { E, TE, unavailable } from '@portcullis/domain';
import { concernsOneRecord } from '@portcullis/domain/kernel';
import { filesInObjects } from '@portcullis/record-store';
import type { ObjectStore, RecordDriver } from '@portcullis/record-store/driver';
import { memoryDriver, memoryObjectStore } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { aBlob, blobOf, fileRow, idOf, profileOf } from '#contracts/builders/driver-rows';
import { memoryTables } from '#record-store/memory/tables';
import { withFaults } from '../../../support/records/driver-faults.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

type Dependency = RecordDriver | ObjectStore;

/**
 * A process that dies at its n-th call of the database or the object store: before the call is made, or after it was
 * and before its answer arrives. Nothing is called after that.
 */
const dyingAt = (nth: number, when: 'before' | 'after') => {
  let calls = 0;
  const dead = E.left(unavailable('files', 'the process has died', 'unavailable'));
  const wrap = <Target extends Dependency>(target: Target): Target =>
    new Proxy(target, {
      get: (from, name, receiver) => {
        const call: unknown = Reflect.get(from, name, receiver);
        if (typeof call !== 'function') return call;
        return (...args: readonly unknown[]) => {
          const task: unknown = Reflect.apply(call, from, args);
          if (typeof task !== 'function') return task;
          return async () => {
            calls += 1;
            if (calls < nth) return Reflect.apply(task, undefined, []);
            if (calls === nth && when === 'after') await Reflect.apply(task, undefined, []);
            return dead;
          };
        };
      },
    });
  return { wrap, hasDied: () => calls >= nth };
};

/** A database and objects beside it, with one file in them, and one that the database keeps itself. */
const stored = async () => {
  const engine = memoryDriver(memoryTables());
  const objects = new Map();
  const store = memoryObjectStore(objects);
  const driver = filesInObjects(engine, store);
  await mustSucceed(driver.putBlob(fileRow(1), aBlob('first')));
  await mustSucceed(engine.putBlob(fileRow(2), aBlob('kept')));
  return { engine, objects, store, driver };
};
type Stored = Awaited<ReturnType<typeof stored>>;

const textOf = async ({ driver }: Stored, n: number): Promise<string | null> => {
  const row = await mustSucceed(driver.get('files', idOf(n)));
  if (row === null) return null;
  return Buffer.from((await mustSucceed(driver.getBlob(blobOf(row)))) ?? 'no bytes').toString();
};

const namedKeys = async ({ engine }: Stored): Promise<readonly unknown[]> => {
  const rows = await mustSucceed(engine.page('files', { limit: 100 }));
  return rows.map((row) => row['object_key']).filter((key) => key !== '');
};

const operations: { readonly [name: string]: (driver: RecordDriver) => ReturnType<RecordDriver['removeBlob']> } = {
  'a new file': (driver) => async () => {
    const put = await driver.putBlob(fileRow(3), aBlob('third'))();
    return E.isLeft(put) ? put : E.right(undefined);
  },
  'a removal': (driver) => driver.removeBlob(idOf(1)),
};

/** What may be read of the files 1, 2 and 3 after each operation, whether it was cut off or not. */
const allowed: { readonly [name: string]: readonly (readonly (string | null)[])[] } = {
  'a new file': [['first'], ['kept'], [null, 'third']],
  'a removal': [['first', null], ['kept'], [null]],
};

describe('the bytes of files in an object store', () => {
  for (const [name, operation] of Object.entries(operations))
    for (const when of ['before', 'after'] as const)
      it(`are whole where a process dies ${when} any call of ${name}, and a row names every object that counts`, async () => {
        for (let nth = 1; ; nth += 1) {
          const all = await stored();
          const { wrap, hasDied } = dyingAt(nth, when);
          const done = await operation(filesInObjects(wrap(all.engine), wrap(all.store)))();
          if (!hasDied()) {
            expect(E.isRight(done)).to.equal(true);
            expect([...all.objects.keys()]).to.have.members([...(await namedKeys(all))]);
            expect(nth).to.be.greaterThan(2);
            return;
          }
          // A call that came after the last one that counts may fail; what was answered before is kept.
          for (const n of [1, 2, 3]) expect(allowed[name]?.[n - 1]).to.include(await textOf(all, n));
          expect([...all.objects.keys()]).to.include.members([...(await namedKeys(all))]);
        }
      });

  it('are removed with their profile, continued after a death at any call', async () => {
    for (const when of ['before', 'after'] as const)
      for (let nth = 1; ; nth += 1) {
        const all = await stored();
        // An object whose row was never written.
        await mustSucceed(all.store.put(`${profileOf(1)}/${idOf(9)}/${'0'.repeat(32)}`, Buffer.from('orphan')));
        await mustSucceed(all.driver.putBlob(fileRow(4, profileOf(2)), aBlob('their')));
        const { wrap, hasDied } = dyingAt(nth, when);
        await filesInObjects(wrap(all.engine), wrap(all.store)).removeBlobs(profileOf(1), [])();
        await mustSucceed(all.driver.removeBlobs(profileOf(1), []));
        expect(await textOf(all, 4)).to.equal('their');
        expect([...all.objects.keys()]).to.deep.equal(await namedKeys(all));
        if (!hasDied()) break;
      }
  });

  it('blame the store, and no profile, for an object that is there after its removal', async () => {
    const { engine, store } = await stored();
    const keeping = filesInObjects(engine, { ...store, remove: () => TE.right(undefined) });
    const failure = await mustFail(keeping.removeBlobs(profileOf(1), []));
    expect(failure).to.include({ service: 'files', kind: 'rejected' });
    expect(failure._tag === 'Unavailable' && concernsOneRecord(failure)).to.equal(false);
  });

  it('are removed where a row names another profile than their key does', async () => {
    const all = await stored();
    const columns = { profile: profileOf(3) };
    await mustSucceed(all.engine.transaction([{ kind: 'update', table: 'files', id: idOf(1), columns }]));
    await mustSucceed(all.driver.removeBlobs(profileOf(3), []));
    expect([...all.objects.keys()]).to.deep.equal([]);
  });

  it('are not said to be erased by a store that keeps what it is told to remove', async () => {
    const all = await stored();
    const keeping: ObjectStore = { ...all.store, remove: () => async () => E.right(undefined) };
    expect(await mustFail(filesInObjects(all.engine, keeping).removeBlobs(profileOf(1), []))).to.include({
      kind: 'rejected',
    });
  });

  it('are kept where the answer to the write of their row was lost, and removed where it was refused', async () => {
    const all = await stored();
    const losing = withFaults(all.engine, (call) => (call === 'transaction' ? 'ambiguous' : null));
    expect(await mustFail(filesInObjects(losing, all.store).putBlob(fileRow(5), aBlob('fifth')))).to.include({
      kind: 'timeout',
    });
    expect(await textOf(all, 5)).to.equal('fifth');
    expect(await mustFail(all.driver.putBlob(fileRow(5), aBlob('again')))).to.include({ _tag: 'NotUnique' });
    expect(await textOf(all, 5)).to.equal('fifth');
    expect(all.objects.size).to.equal(2);
  });

  it('are those of the first of many writers of one file, whose objects all others remove', async () => {
    const all = await stored();
    const texts = Array.from({ length: 8 }, (_, n) => `of writer ${n}`);
    const puts = await Promise.all(texts.map((text) => all.driver.putBlob(fileRow(5), aBlob(text))()));
    const winner = puts.findIndex(E.isRight);
    expect(puts.filter(E.isRight)).to.have.length(1);
    expect(await textOf(all, 5)).to.equal(texts[winner]);
    expect(all.objects.size).to.equal(2);
  });

  it('are neither read nor said to be erased by a process that knows no object store', async () => {
    const all = await stored();
    const without = filesInObjects(all.engine, null);
    const row = await mustSucceed(without.get('files', idOf(1)));
    const refusal = { _tag: 'Unavailable', service: 'files', kind: 'not_configured' };
    expect(await mustFail(without.getBlob(blobOf(row ?? {})))).to.include(refusal);
    expect(await mustFail(without.removeBlobs(profileOf(1), []))).to.include(refusal);
    expect(await textOf(all, 1)).to.equal('first');
  });
});
