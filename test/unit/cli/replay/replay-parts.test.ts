import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryRecords } from '@portcullis/adapter-memory';
import { replayCommand, replayDraftInParts } from '@portcullis/cli';
import { type LedgerReader, type Policy, TE, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { policy } from '../../../support/builders/profile-states.ts';
import { waitUntil } from '../../../support/clock/until.ts';
import { isFullEffort, runs } from '../../../support/effort.ts';
import { storesOver } from '../../../support/records/stores-over.ts';
import { mustSucceed } from '../../../support/run.ts';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';
import { startProgram } from '../../../support/servers/program.ts';
import { environmentOf } from '../../../support/servers/service-program.ts';
import { runSeparately } from '../../../support/services/commands.ts';
import { aPerson, aService, ledgerOf, type Service, stored } from '../../../support/services/memory-service.ts';
import { submitEverything } from '../../../support/services/submit-everything.ts';

/** Several pages of profiles: a page has twenty. */
const people = runs(150, 50);
const scenarios = ['approve', 'decline_face_mismatch'] as const;

/** People who were approved, and people who were declined, in one store. */
const decidedPeople = async () => {
  const records = memoryRecords();
  const services = scenarios.map((scenario) => aService({ scenario, seed: scenario }, records));
  const found: { readonly service: Service; readonly id: string }[] = [];
  for (let n = 0; n < people; n += 1) {
    const service = services[n % services.length];
    if (service === undefined) throw new Error('no service');
    const person = await aPerson(service, { reference: `customer-${n}` });
    await submitEverything(person);
    found.push({ service, id: person.id });
  }
  return found;
};

const draft: Policy = {
  ...policy,
  ...{ id: 'mine', version: '1' },
  actions: { ...policy.actions, face_mismatch: 'review' },
  liveness: { ...policy.liveness, pass: 100 },
};

describe('a back-test that is kept in a folder', function () {
  this.timeout(60_000);
  const base = mkdtempSync(join(tmpdir(), 'portcullis-back-test-'));
  let found: Awaited<ReturnType<typeof decidedPeople>> = [];
  let folders = 0;
  before(async () => {
    found = await decidedPeople();
  });
  after(() => rmSync(base, { recursive: true }));

  const newFolder = (): string => {
    folders += 1;
    return join(base, `state-${folders}`);
  };

  const file = (content: object = draft): string => {
    const path = join(base, 'draft.json');
    writeFileSync(path, JSON.stringify(content));
    return path;
  };

  describe('over stores in memory', () => {
    type Changes = { readonly json?: boolean; readonly ledgerReader?: LedgerReader; readonly policy?: Policy };

    /** Runs a part, or reports, and answers what was printed. */
    const run = async (state: string, shard: string | null = null, changes: Changes = {}) => {
      const [service] = found.map((one) => one.service);
      if (service === undefined) throw new Error('no service');
      const [part = 0, of = 0] = (shard ?? '').split('/').map(Number);
      const [lines, errors]: [string[], string[]] = [[], []];
      const result = await replayDraftInParts(
        { ...service, ledgerReader: changes.ledgerReader ?? service.ledgerReader },
        changes.policy ?? draft,
        {
          ...{ profile: null, since: null, policy: 'draft.json', json: changes.json ?? false, state },
          shard: shard === null ? null : { part, of },
        },
        { print: (line) => void lines.push(line), printError: (line) => void errors.push(line) },
      );
      return { ...result, printed: lines, errors };
    };

    /** A ledger that gives no answer, or kills its process, once it was read so often. */
    const endingAfter = (reads: number, end: 'killed' | 'no answer'): LedgerReader => {
      const [service] = found.map((one) => one.service);
      if (service === undefined) throw new Error('no service');
      let left = reads;
      return {
        ...service.ledgerReader,
        entries: (...args) => {
          left -= 1;
          if (left >= 0) return service.ledgerReader.entries(...args);
          if (end === 'killed') throw new Error('killed');
          return TE.left(unavailable('database', 'no answer'));
        },
      };
    };

    it('reports the same as one run over everything, whether one process does it, or several a part each', async () => {
      const alone = await run(newFolder());
      expect(alone.code).to.equal(0);
      expect(alone.printed.filter((line) => line.startsWith('CHANGES'))).to.have.length(people);
      expect(alone.errors).to.have.length(1);
      expect(alone.errors[0]).to.match(new RegExp(`^Part 1 of 1: 100 %, ${people} profiles, \\d+ a second\\.$`));
      for (const of of isFullEffort ? [2, 3, 7, 256] : [2, 7]) {
        const folder = newFolder();
        const parts = Array.from({ length: of }, (_, n) => `${n + 1}/${of}`);
        for (const { code, printed } of await Promise.all(parts.map((part) => run(folder, part))))
          expect([code, printed]).to.deep.equal([0, []]);
        expect((await run(folder)).printed, `${of} parts`).to.deep.equal(alone.printed);
      }
    });

    it('reports the same after it was killed, and after the database gave no answer, at any page', async () => {
      const alone = await run(newFolder(), null, { json: true });
      for (const reads of [0, 1, 21, people - 1]) {
        const folder = newFolder();
        const killed = run(folder, null, { ledgerReader: endingAfter(reads, 'killed') });
        expect(await killed.catch((cause: Error) => cause.message)).to.equal('killed');
        const later = endingAfter(reads % 20, 'no answer');
        expect((await run(folder, null, { ledgerReader: later })).code, 'without an answer').to.equal(2);
        expect((await run(folder, null, { json: true })).printed, `after ${reads} reads`).to.deep.equal(alone.printed);
      }
    });

    it('does not do again what was done', async () => {
      const folder = newFolder();
      await run(folder, null, { ledgerReader: endingAfter(21, 'no answer') });
      expect((await run(folder, null, { ledgerReader: endingAfter(people - 20, 'no answer') })).code).to.equal(0);
      expect((await run(folder, null, { ledgerReader: endingAfter(0, 'killed') })).code, 'all is done').to.equal(0);
    });

    it('passes over what a killed run has written behind its last step', async () => {
      const [folder, alone] = [newFolder(), await run(newFolder())];
      await run(folder, null, { ledgerReader: endingAfter(25, 'no answer') });
      const [lines = ''] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
      appendFileSync(join(folder, lines), '{"profileId":"cut o');
      expect((await run(folder)).printed).to.deep.equal(alone.printed);
    });

    it('leaves a file alone that has the name of a process with the same id, as in another container', async () => {
      const folder = newFolder();
      mkdirSync(folder, { mode: 0o700 });
      const other = join(folder, `part-1-of-1.json.${process.pid}`);
      writeFileSync(other, 'of somebody else');
      expect((await run(folder, '1/1')).code).to.equal(0);
      expect(readFileSync(other, 'utf8')).to.equal('of somebody else');
    });

    it('prints nothing of a report where the lines of a part are damaged, and says how that part begins anew', async () => {
      const folder = newFolder();
      for (const part of ['1/3', '2/3', '3/3']) await run(folder, part);
      const whole = await run(folder);
      const [name = ''] = readdirSync(folder).filter((one) => /^part-2.*jsonl$/.test(one));
      const lines = readFileSync(join(folder, name), 'utf8');
      expect(lines).to.not.equal('');
      for (const damage of [lines.replace('{', '['), ' '.repeat(lines.length)]) {
        writeFileSync(join(folder, name), damage);
        const { code, lines: said, printed } = await run(folder);
        expect([code, printed]).to.deep.equal([1, []]);
        const state = join(folder, 'part-2-of-3.json');
        expect(said).to.deep.equal([`${state} is damaged. Remove it, and this part begins anew.`]);
      }
      rmSync(join(folder, 'part-2-of-3.json'));
      await run(folder, '2/3');
      expect((await run(folder)).printed).to.deep.equal(whole.printed);
    });

    it('says which parts are missing, and how far they are', async () => {
      const folder = newFolder();
      await run(folder, '2/2');
      await run(folder, '1/2', { ledgerReader: endingAfter(21, 'no answer') });
      const { code, errors, lines, printed } = await run(folder);
      expect([code, printed]).to.deep.equal([1, []]);
      expect(errors.join()).to.match(/^Part 1 of 2: [1-9]\d? %, 20 profiles\.$/);
      expect(lines).to.deep.equal(['Not all parts are done. Run, or wait for: --shard 1/2.']);
    });

    it('lets the run that came last go on, where two work on one part', async () => {
      const folder = newFolder();
      const alone = await run(newFolder());
      const [service] = found.map((one) => one.service);
      if (service === undefined) throw new Error('no service');
      let goOn: () => void = () => undefined;
      const other = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const waiting: LedgerReader = {
        ...service.ledgerReader,
        entries:
          (...args) =>
          async () => {
            await other;
            return service.ledgerReader.entries(...args)();
          },
      };
      const first = run(folder, null, { ledgerReader: waiting });
      const second = await run(folder);
      goOn();
      expect((await first).lines).to.deep.equal(['Another process works on part 1 of 1.']);
      expect(second.printed).to.deep.equal(alone.printed);
      expect((await run(folder)).printed).to.deep.equal(alone.printed);
    });

    it('refuses the folder of another back-test, another number of parts, and a file that is damaged', async () => {
      const folder = newFolder();
      await run(folder, '1/2');
      expect((await run(folder, '1/3')).lines).to.deep.equal([
        `${folder} has a back-test in 2 parts. Name another folder.`,
      ]);
      const otherDraft = await run(folder, '1/2', { policy: { ...draft, version: '2' } });
      expect(otherDraft.code).to.equal(1);
      expect(otherDraft.lines[0]).to.include('the back-test of another draft');
      writeFileSync(join(folder, 'part-1-of-2.json'), '{');
      expect((await run(folder, '1/2')).lines[0]).to.include('is damaged. Remove it');
      expect((await run(folder)).lines[0]).to.include('is damaged. Remove it');
    });
  });

  describe('over a database, by processes', () => {
    const database = usePocketbase();
    before(async () => {
      const { profiles } = storesOver(database().client);
      for (const { id, service } of found)
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
      it('does not keep half a line where the disk is full, and goes on once it is not', async () => {
        const env = environmentOf(database().url);
        const options = ['replay', '--policy', file(), '--state'];
        /** Does everything, with files of so many bytes at most. */
        const work = async (folder: string, limit: number | 'unlimited') => {
          const command = [process.execPath, 'packages/cli/bin/portcullis.mjs', ...options, folder, '--shard', '1/1'];
          const program = startProgram('prlimit', [`--fsize=${limit}`, ...command], { env });
          const { code } = await program.ended;
          return { code, said: program.printed().trimEnd().split('\n').at(-1) };
        };
        const [folder, other] = [newFolder(), newFolder()];
        expect(await work(other, 'unlimited')).to.have.property('code', 0);
        const [lines = ''] = readdirSync(other).filter((name) => name.endsWith('.jsonl'));
        for (const limit of [0, statSync(join(other, lines)).size - 5])
          expect(await work(folder, limit), `${limit} bytes`).to.deep.equal({
            code: 1,
            said: `The folder ${folder} cannot be written (EFBIG). Call it again once it can be.`,
          });
        expect(await work(folder, 'unlimited')).to.have.property('code', 0);
        const reports = [folder, other].map((one) => runSeparately(replayCommand, env, ...options.slice(1), one));
        const [after, alone] = await Promise.all(reports);
        expect(after?.code).to.equal(0);
        expect(after?.lines).to.deep.equal(alone?.lines);
      });

    it('takes --state with --policy alone, and --shard with --state', async () => {
      const env = environmentOf(database().url);
      for (const options of [
        ['--state', 'x'],
        ['--policy', file(), '--shard', '1/2'],
        ['--policy', file(), '--state', newFolder(), '--profile', 'p00000000000001'],
        ...['0/2', '3/2', '1/257', '1', 'a/b'].map((one) => [
          '--policy',
          file(),
          '--state',
          newFolder(),
          '--shard',
          one,
        ]),
      ])
        expect((await runSeparately(replayCommand, env, ...options)).code, options.join(' ')).to.equal(64);
    });
  });
});
