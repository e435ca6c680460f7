import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backupCommand } from '@portcullis/cli';
import { expect } from 'chai';
import { inFull } from '../../support/effort.ts';
import { root } from '../../support/repository/files.ts';
import { useGates } from '../../support/servers/gated-proxy.ts';
import { usePocketbase } from '../../support/servers/pocketbase.ts';
import { type Program, startProgram } from '../../support/servers/program.ts';
import { environmentOf, type Variables } from '../../support/servers/service-program.ts';
import { realPocketbase } from '../../support/servers/statement-log.ts';
import { runCommand } from '../../support/services/commands.ts';

const portcullis = join(root, 'packages/cli/bin/portcullis.mjs');

describe('a backup or a restore that is interrupted', function () {
  this.timeout(120_000);
  const database = usePocketbase();
  const gateTo = useGates();
  let folder = '';
  let program: Program | null = null;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-interrupted-'));
  });
  afterEach(async () => {
    await program?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const at = (name: string): string => join(folder, name);
  const start = (env: Variables, ...args: readonly string[]): Program => {
    program = startProgram(portcullis, args, { env: { ...env, TMPDIR: folder }, cwd: folder });
    return program;
  };

  it('removes the copy in the database when SIGTERM comes while it packs', async () => {
    let packing = (): void => undefined;
    const began = new Promise<void>((resolve) => {
      packing = resolve;
    });
    const { url } = await gateTo(database().url, (method, path) => {
      if (method === 'POST' && path === '/api/backups') packing();
      return 'on';
    });
    const { child, ended, printed } = start(environmentOf(url), 'backup', '--to', at('backup.zip'));
    await began;
    child.kill('SIGTERM');
    const { code } = await ended;
    expect(code, printed()).to.equal(2);
    expect(printed()).to.include('Stopping').and.include('It was stopped by a signal.');
    expect(await database().admin.backups.getFullList()).to.deep.equal([]);
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  inFull(
    'leaves no folder that could be started when it is killed before it has erased, and works the next time',
    async () => {
      expect(
        (await runCommand(backupCommand, environmentOf(database().url), '--to', at('backup.zip'), '--unverified')).code,
      ).to.equal(0);
      const killing = at('pocketbase');
      writeFileSync(
        killing,
        `#!/bin/sh\n[ "$1" = serve ] && kill -KILL $PPID && exit 0\nexec '${realPocketbase()}' "$@"\n`,
      );
      chmodSync(killing, 0o755);
      const restore = [
        'restore',
        '--from',
        at('backup.zip.unverified'),
        '--data',
        at('data'),
        '--without-erasures',
      ] as const;
      const env = environmentOf(database().url);
      const killed = await start({ ...env, POCKETBASE_BIN: killing }, ...restore).ended;
      expect(killed.signal).to.equal('SIGKILL');
      expect(existsSync(at('data'))).to.equal(false);
      const { ended, printed } = start({ ...env, POCKETBASE_BIN: realPocketbase() }, ...restore);
      expect((await ended).code, printed()).to.equal(0);
      expect(readdirSync(folder)).to.have.members(['backup.zip.unverified', 'data', 'pocketbase']);
      expect(existsSync(join(at('data'), 'data.db'))).to.equal(true);
    },
  );
});
