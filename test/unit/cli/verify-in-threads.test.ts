import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrate, postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { verifyInThreads } from '@portcullis/cli';
import { E } from '@portcullis/domain';
import type { Examined } from '@portcullis/domain/use-cases';
import { createRecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { dataKeysText, keyringFrom } from '../../support/builders/keyrings.ts';
import { aNew } from '../../support/builders/profiles.ts';
import { sequentialIds } from '../../support/clock/sequential-ids.ts';
import { describePostgres, newDatabase } from '../../support/postgres/postgres.ts';
import { changeRow } from '../../support/records/record-database.ts';
import { root } from '../../support/repository/files.ts';
import { mustSucceed } from '../../support/run.ts';

const DATA_KEYS = dataKeysText('a');

/** The thread as the command has it: in one file it is loaded in a third of the time. */
const script = pathToFileURL(join(root, 'packages/cli/bundle/verify-thread.js'));

/** Ids of profiles all over the range of ids. */
const ids = ['0', '4', '8', 'b', 'c', 'f', 'k', 'o', 's', 'z'].map((first) => `${first}00000000000ada`.slice(0, 15));
const [, , , damaged = ''] = ids;

describePostgres('the verification of all ledgers in threads', () => {
  let target: Awaited<ReturnType<typeof newDatabase>>;

  before('store some profiles, of which one is damaged', async () => {
    target = await newDatabase();
    const client = postgresClient({ url: target.url });
    try {
      await mustSucceed(migrate(client));
      const driver = postgresDriver(client);
      const { keys, profiles } = createRecordStore(driver, keyringFrom(DATA_KEYS), sequentialIds());
      await mustSucceed(keys.prepare);
      for (const id of ids) await mustSucceed(profiles.insert(aNew({ id, reference: id }), null));
      await changeRow({ driver }, 'profiles', damaged, { data: 'not what was sealed' });
    } finally {
      await client.close();
    }
  });
  after(() => target.drop());

  const verified = async (processors: number, url = target.url) => {
    const found: Examined[] = [];
    const all = await verifyInThreads({ DATABASE_URL: url, DATA_KEYS }, (one) => void found.push(one), {
      processors,
      script,
    });
    return { all, found: found.toSorted((a, b) => (a.profileId < b.profileId ? -1 : 1)) };
  };

  it('finds the same by any number of threads: each profile once, and what is wrong with it', async () => {
    const alone = await verified(1);
    expect(alone.all).to.deep.equal(E.right(undefined));
    expect(alone.found.map(({ profileId }) => profileId)).to.deep.equal(ids);
    const isDamaged = ({ faults }: Examined) => faults.some(({ fault }) => fault === 'row_unreadable');
    expect(alone.found.filter(isDamaged).map(({ profileId }) => profileId)).to.deep.equal([damaged]);
    expect(await verified(3)).to.deep.equal(alone);
  });

  it('is no verification where one thread gets no answer', async () => {
    const { all, found } = await verified(2, 'postgres://nobody@127.0.0.1:1/nothing');
    expect(found).to.deep.equal([]);
    expect(all).to.have.nested.property('left.code', 2);
  });
});

describe('the threads of a verification', () => {
  /** Runs threads that do this in place of verifying, where there are so many processors. */
  const run = async (script: string, { connections = '', processors = 2 } = {}) => {
    const parts: unknown[] = [];
    const imports = "import { parentPort, workerData } from 'node:worker_threads';";
    const all = await verifyInThreads(
      { DATABASE_URL: `postgres://ada@127.0.0.1/portcullis${connections}` },
      (part) => void parts.push(part),
      { processors, script: new URL(`data:text/javascript,${encodeURIComponent(`${imports}${script}`)}`) },
    );
    return { all, parts };
  };
  const showPart = "parentPort.postMessage({ kind: 'examined', examined: [workerData] });";
  const done = "parentPort.postMessage({ kind: 'done' });";
  const isFirst = 'workerData.from === null';
  /** A thread that has something to do for as long as it is let. */
  const goOn = 'setInterval(() => undefined, 1000);';

  const connectionsOf = (part: unknown): number => {
    const text = JSON.stringify(part).match(/connections=(\d+)/)?.[1];
    return Number(text);
  };

  it('have no more connections together than the address allows, one of which is for the command', async () => {
    const shared = async (connections: string, processors: number): Promise<readonly number[]> => {
      const { all, parts } = await run(`${showPart}${done}`, { connections, processors });
      expect(all).to.deep.equal(E.right(undefined));
      return parts.map(connectionsOf);
    };
    expect(await shared('?connections=2', 8)).to.deep.equal([1]);
    expect(await shared('?connections=4', 8)).to.deep.equal([1, 1, 1]);
    expect(await shared('?connections=1', 8)).to.deep.equal([1]);
    expect(await shared('', 2)).to.deep.equal([4, 4]);
  });

  for (const { dies, script, reason } of [
    { dies: 'exits without an answer', script: 'process.exit(0);', reason: 'exit code 0' },
    { dies: 'ends with a code', script: 'process.exit(3);', reason: 'exit code 3' },
    { dies: 'throws', script: "throw new Error('the sky has fallen');", reason: 'the sky has fallen' },
    { dies: 'throws behind its last word', script: `${done}throw new Error('too late');`, reason: 'too late' },
  ])
    it(`fail for the reason of the first of them, which ${dies}, and none of them goes on`, async () => {
      const { all } = await run(`if (${isFirst}) { ${script} } else { ${goOn} }`, { processors: 3 });
      const lines = [`A thread that verifies has ended before its part was done: ${reason}.`];
      expect(all).to.deep.equal(E.left({ code: 1, lines }));
    });
});
