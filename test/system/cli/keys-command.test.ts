import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { E } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { type Condition, compare, type TableName } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { keysCommand } from '#cli/commands/keys-command';
import { dataKeysText } from '../../support/builders/keyrings.ts';
import { runs } from '../../support/effort.ts';
import { canaryWord, readStoredRecords, storeRecords, storesWith } from '../../support/records/stored-records.ts';
import { filesWith } from '../../support/repository/find-bytes.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { useGates } from '../../support/servers/gated-proxy.ts';
import { usePocketbase } from '../../support/servers/pocketbase.ts';
import { type Program, startProgram } from '../../support/servers/program.ts';
import {
  environmentOf,
  listenerUrl,
  machineToken,
  startService,
  type Variables,
} from '../../support/servers/service-program.ts';
import { runCommand, runPortcullis } from '../../support/services/commands.ts';

const Created = t.type({ profile: t.type({ id: t.string }) });

describe('npx portcullis keys', function () {
  this.timeout(120_000);
  const database = usePocketbase();

  const openGate = useGates();

  const variables = (words: readonly string[], url = database().url): Variables =>
    environmentOf(url, { DATA_KEYS: dataKeysText(...words) });

  const run = (words: readonly string[], ...args: readonly string[]) =>
    runCommand(keysCommand, variables(words), ...args);

  const count = (table: TableName, filter: Condition) => mustSucceed(database().driver.count(table, filter));
  const under = (id: string): Promise<number> => count('data_keys', compare('key_id', '=', id));

  /**
   * Starts a rotation in a process of its own, as an operator does, and kills it once a condition on the database is
   * met. Each of its writes waits for `beside`, and until the database was looked at, so that it comes no further
   * meanwhile.
   */
  const killWhen = async (
    words: readonly string[],
    beside: () => Promise<unknown>,
    holds: () => Promise<boolean>,
  ): Promise<void> => {
    const never = new Promise<void>(() => undefined);
    let meet = (): void => undefined;
    const met = new Promise<'met'>((resolve) => {
      meet = () => resolve('met');
    });
    const look = async (): Promise<void> => {
      await beside();
      if (!(await holds())) return;
      meet();
      await never;
    };
    const isWrite = (method: string, path: string): boolean =>
      method !== 'GET' && !path.endsWith('/auth-with-password');
    const gate = await openGate(database().url, (method, path) => (isWrite(method, path) ? look() : 'on'));
    const program = startProgram(process.execPath, ['packages/cli/bin/portcullis.mjs', 'keys', 'rotate'], {
      env: variables(words, gate.url),
    });
    const first = await Promise.race([met, program.ended.then(() => 'ended')]);
    expect(first, program.printed()).to.equal('met');
    program.child.kill('SIGKILL');
    expect((await program.ended).signal).to.equal('SIGKILL');
  };

  const started: Program[] = [];
  afterEach(async () => {
    for (const program of started.splice(0)) await program.remove();
  });
  const serviceWith = (changes: Variables): Program => {
    const service = startService(environmentOf(database().url, changes));
    started.push(service);
    return service;
  };

  /**
   * Creates profiles through a service, one whenever it is told to, unless the one before is not answered yet: then it
   * waits for that. At the end it answers those that were acknowledged.
   */
  const createProfiles = (baseUrl: string, token: string) => {
    const ids: string[] = [];
    let isBusy = false;
    let working: Promise<readonly PromiseSettledResult<void>[]> = Promise.resolve([]);
    const create = async (): Promise<void> => {
      const answer = await fetch(`${baseUrl}/api/profiles/create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ reference: `${canaryWord}-${ids.length}`, claimed: { first_name: canaryWord } }),
      });
      const body = Created.decode(await answer.json());
      if (E.isLeft(body) || answer.status !== 201) throw new Error(`the service answered ${answer.status}`);
      ids.push(body.right.profile.id);
      isBusy = false;
    };
    return {
      next: (): Promise<unknown> => {
        // After an error it stays busy: the error is reported to the caller of `stop`, and not before.
        if (!isBusy) working = Promise.allSettled([create()]);
        isBusy = true;
        return working;
      },
      stop: async (): Promise<readonly string[]> => {
        for (const outcome of await working) if (outcome.status === 'rejected') throw outcome.reason;
        return ids;
      },
    };
  };

  it('loses nothing when a rotation is killed repeatedly beside a service that writes, and completes it', async () => {
    const old = storesWith(database(), 'a');
    const people = runs(30, 12);
    const part = (share: number): number => Math.floor(people * share);
    const records = await storeRecords(old, people);
    const before = await readStoredRecords(old, records);

    const service = serviceWith({ DATA_KEYS: dataKeysText('b', 'a') });
    const baseUrl = await listenerUrl(service, 'ready');
    const writing = createProfiles(baseUrl, await machineToken(baseUrl));
    const rotateUntil = (holds: () => Promise<boolean>) => killWhen(['b', 'a'], writing.next, holds);
    await rotateUntil(async () => (await under('a')) < part(2 / 3));
    await rotateUntil(async () => (await under('a')) < part(1 / 3));
    const created = await writing.stop();

    const { code, lines } = await runPortcullis(variables(['b', 'a']), 'keys', 'rotate');
    expect(lines.at(-1)).to.equal('Everything is sealed under the key b.');
    expect(code).to.equal(0);
    const now = storesWith(database(), 'b');
    expect(await readStoredRecords(now, records)).to.deep.equal(before);
    for (const id of created)
      expect((await mustSucceed(now.profiles.getAny(id))).claimed.first_name).to.equal(canaryWord);
    expect(created.length).to.be.at.least(part(1 / 3));
    expect(filesWith(database().dataDir, canaryWord)).to.deep.equal([]);
    service.child.kill('SIGTERM');
    expect((await service.ended).code).to.equal(0);
    expect(service.printed()).to.not.include(canaryWord);

    expect(await run(['b'], 'status')).to.deep.equal({
      code: 0,
      lines: [
        `under the key b (the first data key): ${people + created.length} keys of profiles, 3 keys of the service`,
      ],
    });
  });

  it('seals a setting that was written in clear, for an operator who vouches for it', async () => {
    await database().empty();
    const stores = () => storesWith(database(), 'a');
    await mustSucceed(stores().keys.prepare);
    await database()
      .admin.collection('settings')
      .create({ name: 'support', value: { phone: '+49 30 1234' } });
    expect(await mustFail(stores().settings.app())).to.include({ kind: 'invalid_response' });
    expect((await run(['a'], 'rotate')).code).to.equal(0);
    expect(await mustFail(stores().settings.app()), 'a rotation vouches for nothing').to.include({
      kind: 'invalid_response',
    });
    expect(await run(['a'], 'accept-settings')).to.deep.equal({
      code: 0,
      lines: ['support = {"phone":"+49 30 1234"}', '1 sealed.'],
    });
    expect(await mustSucceed(stores().settings.app())).to.deep.equal({ support: { phone: '+49 30 1234' } });
  });

  it('reports wrong keys, and the service does not start', async () => {
    await database().empty();
    await storeRecords(storesWith(database(), 'a'), 1);
    const lost = [
      'The record database is sealed under the data key a, which this service does not have.',
      '  Add the key a to DATA_KEYS again, behind the first, or put the key file of whoever first started a service over this database at DATA_KEYS_FILE; without that key what it sealed is lost.',
    ];
    expect(await run(['b'], 'rotate')).to.deep.equal({ code: 1, lines: lost });
    const other = await run(['other:a'], 'rotate');
    expect(other.lines[0]).to.equal(
      'The record database is sealed under another data key a than the one that this service has.',
    );
    const file = join(database().dataDir, 'no-keys', 'data-keys');
    const without: readonly Variables[] = [{ DATA_KEYS: '', DATA_KEYS_FILE: file }, { DATA_KEYS: dataKeysText('b') }];
    for (const changes of without) {
      const service = serviceWith(changes);
      expect((await service.ended).code).to.equal(1);
      expect(service.printed()).to.include(lost[0]).and.include(lost[1]?.trim());
      expect(service.printed()).to.not.include('"event":"ready"');
    }
    expect(existsSync(file), 'a key that seals nothing is kept nowhere').to.equal(false);
    expect(await run(['b'], 'status')).to.deep.equal({
      code: 1,
      lines: ['under the key a (NOT A DATA KEY HERE): 1 keys of profiles, 3 keys of the service'],
    });
  });

  it('rejects unknown arguments, and a rotation without keys', async () => {
    const keyless = environmentOf(database().url, { DATA_KEYS: '', DATA_KEYS_FILE: '/nowhere/data-keys' });
    const refused = await runCommand(keysCommand, keyless, 'rotate');
    expect(refused.code).to.not.equal(0);
    expect(refused.lines.join(' ')).to.include('the first start of the service makes it');
    for (const args of [[], ['forget'], ['status', 'now']]) expect((await run(['a'], ...args)).code).to.equal(64);
    expect((await run(['a'], '--help')).code).to.equal(0);
  });
});
