import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replayCommand } from '@portcullis/cli';
import { expect } from 'chai';
import { waitUntil } from '../../../support/clock/until.ts';
import { inFull, runs, someOf } from '../../../support/effort.ts';
import { storesOver } from '../../../support/records/stores-over.ts';
import { mustSucceed } from '../../../support/run.ts';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';
import { startProgram } from '../../../support/servers/program.ts';
import { environmentOf } from '../../../support/servers/service-program.ts';
import { runSeparately } from '../../../support/services/commands.ts';
import { decidedPeople, draftOfBackTest as draft } from '../../../support/services/decided-people.ts';
import { ledgerOf, stored } from '../../../support/services/memory-service.ts';

/** Several pages of profiles: a page has twenty. */
const people = runs(150, 50);

describe('a back-test over a database, by processes', function () {
  this.timeout(60_000);
  const base = mkdtempSync(join(tmpdir(), 'portcullis-back-test-'));
  let folders = 0;
  after(() => rmSync(base, { recursive: true }));

  const newFolder = (): string => {
    folders += 1;
    return join(base, `state-${folders}`);
  };

  const file = (): string => {
    const path = join(base, 'draft.json');
    writeFileSync(path, JSON.stringify(draft));
    return path;
  };

  const database = usePocketbase();
  const setInstallationId = (id: string) =>
    database().admin.sql.run(
      `INSERT OR REPLACE INTO installation (id, installation, writes) VALUES ('installation001', '${id}', 0)`,
    );
  before(async () => {
    await setInstallationId('a'.repeat(64));
    const { profiles } = storesOver(database().client);
    for (const { id, service } of await decidedPeople(people))
      await mustSucceed(
        profiles.insert({ profile: await stored(service, id), entries: await ledgerOf(service, id) }, null),
      );
  });

  it('is resumed after kill -9, and has the report of a run alone', async () => {
    const env = environmentOf(database().url);
    const folder = newFolder();
    const options = ['--policy', file(), '--state', folder];
    const first = startProgram('packages/cli/bin/portcullis.mjs', ['replay', ...options, '--shard', '1/2'], { env });
    const state = join(folder, 'part-1-of-2.json');
    await waitUntil(() => existsSync(state));
    first.child.kill('SIGKILL');
    await first.ended;
    expect(JSON.parse(readFileSync(state, 'utf8'))).to.have.property('run');
    const parts = ['1/2', '2/2'].map((part) => runSeparately(replayCommand, env, ...options, '--shard', part));
    for (const { code, lines } of await Promise.all(parts)) expect([code, lines]).to.deep.equal([0, []]);
    const alone = await runSeparately(replayCommand, env, '--policy', file());
    const whole = await runSeparately(replayCommand, env, ...options);
    expect([alone.code, whole.code]).to.deep.equal([0, 0]);
    expect(whole.lines).to.deep.equal(alone.lines);
    expect(whole.lines.length).to.be.greaterThan(people);
  });

  // The limit is set by a program of Linux.
  if (process.platform === 'linux')
    inFull('does not keep half a line where the disk is full, and goes on once it is not', async () => {
      const env = environmentOf(database().url);
      const options = ['replay', '--policy', file(), '--state'];
      /** Does everything, with files of so many bytes at most. */
      const work = async (folder: string, limit: number | 'unlimited') => {
        const command = [process.execPath, 'packages/cli/bin/portcullis.mjs', ...options, folder, '--shard', '1/1'];
        const program = startProgram('prlimit', [`--fsize=${limit}`, ...command], { env });
        const { code } = await program.ended;
        return { code, said: program.printed().trimEnd().split('\n').at(-1) };
      };
      const folder = newFolder();
      const other = newFolder();
      expect(await work(other, 'unlimited')).to.have.property('code', 0);
      const [lines = ''] = readdirSync(other).filter((name) => name.endsWith('.jsonl'));
      for (const limit of someOf([statSync(join(other, lines)).size - 5, 0], 1))
        expect(await work(folder, limit), `${limit} bytes`).to.deep.equal({
          code: 1,
          said: `The folder ${folder} cannot be written (EFBIG). Call the command again once it can be.`,
        });
      expect(await work(folder, 'unlimited')).to.have.property('code', 0);
      const reports = [folder, other].map((one) => runSeparately(replayCommand, env, ...options.slice(1), one));
      const [after, alone] = await Promise.all(reports);
      expect(after?.code).to.equal(0);
      expect(after?.lines).to.deep.equal(alone?.lines);
    });

  it('knows the database by the id of its installation, to which it writes none', async () => {
    const env = environmentOf(database().url);
    const part = (folder: string, shard: string) =>
      runSeparately(replayCommand, env, '--policy', file(), '--state', folder, '--shard', shard);
    const rows = () => database().admin.collection('installation').getFullList();
    const before = await rows();
    const folder = newFolder();
    expect(await part(folder, '1/2')).to.have.property('code', 0);
    expect(await rows()).to.deep.equal(before);
    await setInstallationId('b'.repeat(64));
    const { code, errors } = await part(folder, '2/2');
    expect([code, errors.at(-1)]).to.deep.equal([
      1,
      `${folder} has a back-test over another database, by its installation id. Name another folder.`,
    ]);
  });

  it('takes --state with --policy alone, and --shard with --state', async () => {
    const env = environmentOf(database().url);
    for (const options of [
      ['--state', 'x'],
      ['--policy', file(), '--shard', '1/2'],
      ['--policy', file(), '--state', newFolder(), '--profile', 'p00000000000001'],
      ...['0/2', '3/2', '1/257', '1', 'a/b'].map((one) => ['--policy', file(), '--state', newFolder(), '--shard', one]),
    ])
      expect((await runSeparately(replayCommand, env, ...options)).code, options.join(' ')).to.equal(64);
  });
});
