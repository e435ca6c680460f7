import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdCommand, keysCommand, ledgerCommand, listCommand, policyCommand } from '@portcullis/cli';
import { E } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import {
  allOf,
  type Condition,
  compare,
  hasMember,
  lacksPrefix,
  type TableName,
} from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { dataKeysText } from '../../support/builders/keyrings.ts';
import { aProductionPolicy } from '../../support/builders/policies.ts';
import { isFullEffort, runs, someOf } from '../../support/effort.ts';
import { canaryWord, readStoredRecords, storeRecords, storesWith } from '../../support/records/stored-records.ts';
import { storesOver } from '../../support/records/stores-over.ts';
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
    environmentOf(url, words.length === 0 ? {} : { DATA_KEYS: dataKeysText(...words) });

  const run = (words: readonly string[], ...args: readonly string[]) =>
    runCommand(keysCommand, variables(words), ...args);

  const status = () => mustSucceed(storesOver(database().client).keys.status);
  const count = (table: TableName, filter: Condition) => mustSucceed(database().driver.count(table, filter));
  const under = (id: string): Promise<number> => count('data_keys', compare('key_id', '=', id));
  const inClear = {
    profiles: () => count('profiles', compare('key', '=', '')),
    entries: () => count('ledger', allOf([compare('personal', '=', ''), hasMember('data', 'personal')])),
    files: () => count('files', allOf([lacksPrefix('sha256', 'sealed:'), lacksPrefix('sha256', 'bound:')])),
  } as const;

  /**
   * Starts a rotation in a process of its own, as an operator does, and kills it once a condition on the database is
   * met. Each of its writes waits until the database was looked at, so that it comes no further meanwhile, and calls
   * `beside` first.
   */
  const killWhen = async (
    words: readonly string[],
    beside: () => void,
    holds: () => Promise<boolean>,
  ): Promise<void> => {
    const never = new Promise<void>(() => undefined);
    let meet = (): void => undefined;
    const met = new Promise<'met'>((resolve) => {
      meet = () => resolve('met');
    });
    const look = async (): Promise<void> => {
      beside();
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
   * Creates profiles through a service, one whenever it is told to, unless the one before is not answered yet. At the
   * end it answers those that were acknowledged.
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
      next: (): void => {
        if (isBusy) return;
        isBusy = true;
        // After an error it stays busy: the error is reported to the caller of `stop`, and not before.
        working = Promise.allSettled([create()]);
      },
      stop: async (): Promise<readonly string[]> => {
        for (const outcome of await working) if (outcome.status === 'rejected') throw outcome.reason;
        return ids;
      },
    };
  };

  it('loses nothing when a rotation is killed repeatedly beside a service that writes, and completes it', async () => {
    const old = storesWith(database(), 'a');
    const clear = storesWith(database());
    const people = runs(30, 12);
    const part = (share: number): number => Math.floor(people * share);
    const clearRecords = await storeRecords(clear, people);
    const sealedRecords = await storeRecords(old, people);
    const before = {
      sealed: await readStoredRecords(old, sealedRecords),
      clear: await readStoredRecords(old, clearRecords),
    };

    const service = serviceWith({ DATA_KEYS: dataKeysText('b', 'a') });
    const baseUrl = await listenerUrl(service, 'ready');
    const writing = createProfiles(baseUrl, await machineToken(baseUrl));
    const rotateUntil = (holds: () => Promise<boolean>) => killWhen(['b', 'a'], writing.next, holds);
    await rotateUntil(async () => (await under('a')) < part(2 / 3));
    if (isFullEffort) await rotateUntil(async () => (await inClear.profiles()) < part(3 / 4));
    if (isFullEffort) await rotateUntil(async () => (await inClear.profiles()) < part(1 / 3));
    if (isFullEffort) await rotateUntil(async () => (await inClear.entries()) < part(5 / 6));
    await rotateUntil(async () => (await inClear.files()) < part(5 / 6));
    const created = await writing.stop();

    const { code, lines } = await runPortcullis(variables(['b', 'a']), 'keys', 'rotate');
    expect(lines[0]).to.match(/^Seals, and vouches from then on for, .*: \d+ profiles, \d+ files, \d+ policies, /);
    expect(lines[1]).to.match(/^If a rotation has said before that everything is sealed/);
    expect(lines.at(-1)).to.equal('Everything is sealed under the key b.');
    expect(code).to.equal(0);
    const now = storesWith(database(), 'b');
    expect(await readStoredRecords(now, sealedRecords)).to.deep.equal(before.sealed);
    expect(await readStoredRecords(now, clearRecords)).to.deep.equal(before.clear);
    for (const id of created)
      expect((await mustSucceed(now.profiles.getAny(id))).claimed.first_name).to.equal(canaryWord);
    expect(created.length).to.be.greaterThan(part(2 / 3));
    expect(filesWith(database().dataDir, canaryWord)).to.deep.equal([]);
    service.child.kill('SIGTERM');
    expect((await service.ended).code).to.equal(0);
    expect(service.printed()).to.not.include(canaryWord);

    expect(await run(['b'], 'status')).to.deep.equal({
      code: 0,
      lines: [
        `under the key b (the first of DATA_KEYS): ${2 * people + created.length} keys of profiles, 4 keys of the service`,
        'in clear: 0 profiles, 0 files, 0 ledger entries, 0 kept answers, 0 keys of digests, 0 keys of the service, 0 notes on lists',
        'not sealed with their columns: 0 profiles, 0 files, 0 policies, 0 settings, 0 entries of lists, 0 device events, 0 rows of the access log, 0 webhook endpoints, 0 accounts of staff, 0 sessions of staff, 0 claims on reviews, 0 clients, 0 drafts of policies',
        'Everything was sealed: what is in clear is damage, and is not read.',
      ],
    });
  });

  it('seals a setting that was written after everything was sealed, for an operator who vouches for it', async () => {
    await database().empty();
    const stores = () => storesWith(database(), 'a');
    expect(await mustSucceed(stores().keys.prepare)).to.equal(true);
    await database()
      .admin.collection('settings')
      .create({ name: 'support', value: { phone: '+49 30 1234' } });
    expect(await mustFail(stores().settings.app())).to.include({ kind: 'invalid_response' });
    expect((await run(['a'], 'status')).code).to.equal(1);
    expect((await run(['a'], 'rotate')).code, 'a rotation vouches for nothing').to.equal(1);
    expect(await run(['a'], 'accept-settings')).to.deep.equal({
      code: 0,
      lines: ['support = {"phone":"+49 30 1234"}', '1 sealed.'],
    });
    expect(await mustSucceed(stores().settings.app())).to.deep.equal({ support: { phone: '+49 30 1234' } });
    expect((await run(['a'], 'status')).code).to.equal(0);
    expect(await run([], 'accept-settings')).to.deep.equal({
      code: 1,
      lines: ['DATA_KEYS is not set: there is no key to seal with.'],
    });
  });

  it('reports wrong keys, and the service does not start', async () => {
    await database().empty();
    await storeRecords(storesWith(database(), 'a'), 1);
    const lost = [
      'Personal data is sealed under the key a, which DATA_KEYS does not have.',
      '  Add the key a to DATA_KEYS again, behind the first; without it what it sealed is lost.',
    ];
    expect(await run(['b'], 'rotate')).to.deep.equal({ code: 1, lines: lost });
    const other = await run(['other:a'], 'rotate');
    expect(other.lines[0]).to.equal('Personal data is sealed under another key a than the one in DATA_KEYS.');
    const without: readonly Variables[] = [{}, { DATA_KEYS: dataKeysText('b') }];
    for (const changes of someOf(without, 1)) {
      const service = serviceWith(changes);
      expect((await service.ended).code).to.equal(1);
      expect(service.printed()).to.include(lost[0]).and.include(lost[1]?.trim());
      expect(service.printed()).to.not.include('"event":"ready"');
    }
    expect(await run([], 'status')).to.deep.equal({
      code: 1,
      lines: [
        'under the key a (NOT IN DATA_KEYS): 1 keys of profiles, 2 keys of the service',
        'in clear: 0 profiles, 0 files, 0 ledger entries, 0 kept answers, 0 keys of digests, 0 keys of the service, 0 notes on lists',
        'not sealed with their columns: 0 profiles, 0 files, 0 policies, 0 settings, 0 entries of lists, 0 device events, 0 rows of the access log, 0 webhook endpoints, 0 accounts of staff, 0 sessions of staff, 0 claims on reviews, 0 clients, 0 drafts of policies',
        'What is in clear is still read and believed, until keys rotate has sealed everything.',
      ],
    });
  });

  it('does not start, and writes nothing, where the required mark was removed', async () => {
    await database().empty();
    const required: Variables = { DATA_KEYS: dataKeysText('a'), REQUIRE_SEALED: 'true' };
    const env = environmentOf(database().url, required);
    await mustSucceed(storesWith(database(), 'a').keys.prepare);
    const device = ['--partner', 'acme', 'device', 'visitor-1'];
    expect((await runCommand(listCommand, env, 'block', ...device)).code).to.equal(0);
    await database().admin.sql.run(`DELETE FROM service_keys WHERE name = 'sealed'`);
    const policy = join(database().dataDir, 'policy.json');
    writeFileSync(policy, JSON.stringify(aProductionPolicy()));
    const what = 'REQUIRE_SEALED is true, and the mark that everything in the record database was sealed is missing.';
    const remedy = /^ {2}If keys rotate has said that everything is sealed, somebody has removed the mark/;
    const writes = [
      runCommand(keysCommand, env, 'rotate'),
      runCommand(keysCommand, env, 'accept-settings'),
      runCommand(listCommand, env, 'remove', ...device),
      runCommand(holdCommand, env, 'set', 'p'.repeat(15)),
      runCommand(policyCommand, env, 'add', policy),
      runCommand(ledgerCommand, env, 'key'),
    ];
    for (const { code, lines } of await Promise.all(writes)) {
      expect(code).to.equal(1);
      expect(lines).to.include(what);
      expect(lines.at(-1)).to.match(remedy);
    }
    const service = serviceWith(required);
    expect((await service.ended).code).to.equal(1);
    expect(service.printed()).to.include(what);
    expect(service.printed()).to.not.include('"event":"ready"');
    expect((await status()).isSealed, 'nobody has put it back').to.equal(false);
  });

  it('rejects unknown arguments, and a rotation without keys', async () => {
    expect(await run([], 'rotate')).to.deep.equal({
      code: 1,
      lines: ['DATA_KEYS is not set: there is no key to seal with.'],
    });
    for (const args of [[], ['forget'], ['status', 'now']]) expect((await run([], ...args)).code).to.equal(64);
    expect((await run([], '--help')).code).to.equal(0);
  });
});
