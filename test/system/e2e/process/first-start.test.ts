import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDir, startPocketbase } from '@portcullis/adapter-pocketbase';
import { expect } from 'chai';
import type { RunningPocketbase } from '#adapters/pocketbase/process';
import { someOf } from '../../../support/effort.ts';
import { type GateDecision, useGates } from '../../../support/servers/gated-proxy.ts';
import { adminAccount, fillDataFolder } from '../../../support/servers/pocketbase.ts';
import type { Program } from '../../../support/servers/program.ts';
import { environmentOf, listenerUrl, machineToken, startService } from '../../../support/servers/service-program.ts';

describe('the first start of a service without DATA_KEYS', function () {
  this.timeout(600_000);
  const gateTo = useGates();

  let folder = '';
  let database: RunningPocketbase;
  let programs: Program[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-first-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const startOn = (url: string): Program => {
    const keys = { DATA_KEYS: '', DATA_KEYS_FILE: join(folder, 'keys', 'data-keys') };
    const program = startService(environmentOf(url, keys));
    programs.push(program);
    return program;
  };

  /** Plays a first start and answers how many requests its database had when it was ready, or when it was killed. */
  const firstStart = async (killBefore: number): Promise<number> => {
    let count = 0;
    let program: Program | null = null;
    const judge = (): GateDecision => {
      count += 1;
      if (count !== killBefore) return 'on';
      program?.child.kill('SIGKILL');
      return 'cut';
    };
    const gate = await gateTo(database.url, judge);
    program = startOn(gate.url);
    await (killBefore === 0 ? program.prints('"event":"ready"') : program.ended);
    return count;
  };

  const over = async <Answer>(play: () => Promise<Answer>): Promise<Answer> => {
    const dataDir = join(folder, 'data');
    await fillDataFolder(dataDir);
    const binary = process.env['POCKETBASE_BIN'];
    database = await startPocketbase({ ...adminAccount, binary, dataDir, migrationsDir });
    try {
      return await play();
    } finally {
      for (const program of programs) await program.remove();
      programs = [];
      await database.stop();
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    }
  };

  it('that is killed before any request to its database is followed by one that serves', async () => {
    const requests = await over(() => firstStart(0));
    expect(requests).to.be.greaterThan(5);
    const each = Array.from({ length: requests }, (_, n) => n + 1);
    for (const killBefore of someOf(each, 4))
      await over(async () => {
        await firstStart(killBefore);
        const again = startOn(database.url);
        const api = await listenerUrl(again, 'ready');
        expect(await machineToken(api)).to.not.equal('');
        expect(readdirSync(join(folder, 'keys'))).to.deep.equal(['data-keys']);
      });
  });
});
