import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replayDraftInParts } from '@portcullis/cli';
import { type Policy, TE, unavailable } from '@portcullis/domain';
import type { DraftDeps } from '@portcullis/explain';
import { expect } from 'chai';
import { waitUntil } from '../../../support/clock/until.ts';
import { isFullEffort, runs } from '../../../support/effort.ts';
import { decidedPeople, draftOfBackTest as draft } from '../../../support/services/decided-people.ts';

type LedgerReader = DraftDeps['ledgerReader'];

/** Several pages of profiles: a page has twenty. */
const people = runs(150, 50);

describe('a back-test that is kept in a folder', function () {
  this.timeout(60_000);
  const base = mkdtempSync(join(tmpdir(), 'portcullis-back-test-'));
  let found: Awaited<ReturnType<typeof decidedPeople>> = [];
  let folders = 0;
  before(async () => {
    found = await decidedPeople(people);
  });
  after(() => rmSync(base, { recursive: true }));

  const newFolder = (): string => {
    folders += 1;
    return join(base, `state-${folders}`);
  };

  describe('over stores in memory', () => {
    type Changes = {
      readonly json?: boolean;
      readonly ledgerReader?: LedgerReader;
      readonly policy?: Policy;
      readonly profiles?: DraftDeps['profiles'];
    };

    /** Runs a part, or reports, and answers what was printed. */
    const run = async (state: string, shard: string | null = null, changes: Changes = {}) => {
      const [service] = found.map((one) => one.service);
      if (service === undefined) throw new Error('no service');
      const [part = 0, of = 0] = (shard ?? '').split('/').map(Number);
      const lines: string[] = [];
      const errors: string[] = [];
      const result = await replayDraftInParts(
        {
          ...service,
          ledgerReader: changes.ledgerReader ?? service.ledgerReader,
          profiles: changes.profiles ?? service.profiles,
          installation: { readId: TE.right('a'.repeat(64)) },
        },
        changes.policy ?? draft,
        {
          profile: null,
          since: null,
          policy: 'draft.json',
          json: changes.json ?? false,
          state,
          shard: shard === null ? null : { part, of },
        },
        { print: (line) => void lines.push(line), printError: (line) => void errors.push(line) },
      );
      return { ...result, printed: lines, errors };
    };

    /** Does all of it in one part, and reports. */
    const whole = async (state: string, changes: Changes = {}) => {
      const worked = await run(state, '1/1', changes);
      if (worked.code !== 0) return worked;
      const report = await run(state, null, changes);
      return { ...report, errors: [...worked.errors, ...report.errors] };
    };

    /** A ledger that gives no answer, or kills its process, once it was read for so many profiles. */
    const endingAfter = (reads: number, end: 'killed' | 'no answer'): LedgerReader => {
      const [service] = found.map((one) => one.service);
      if (service === undefined) throw new Error('no service');
      let left = reads;
      const isOver = (count: number): boolean => {
        left -= count;
        if (left < 0 && end === 'killed') throw new Error('killed');
        return left < 0;
      };
      const noAnswer = TE.left(unavailable('database', 'no answer'));
      const { entries, entriesAt } = service.ledgerReader;
      return {
        entries: (...args) => (isOver(1) ? noAnswer : entries(...args)),
        entriesAt: (positions) => (isOver(positions.length) ? noAnswer : entriesAt(positions)),
      };
    };

    it('reports the same as one run over everything, whether one process does it, or several a part each', async () => {
      const alone = await whole(newFolder());
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
      const alone = await whole(newFolder(), { json: true });
      for (const reads of [0, 1, 21, people - 1]) {
        const folder = newFolder();
        const killed = whole(folder, { ledgerReader: endingAfter(reads, 'killed') });
        expect(await killed.catch((cause: Error) => cause.message)).to.equal('killed');
        const later = endingAfter(reads % 20, 'no answer');
        expect((await whole(folder, { ledgerReader: later })).code, 'without an answer').to.equal(2);
        expect((await whole(folder, { json: true })).printed, `after ${reads} reads`).to.deep.equal(alone.printed);
      }
    });

    it('reads the profiles of the next page while it looks up the decisions of one', async () => {
      const [service] = found.map((one) => one.service);
      if (service === undefined) throw new Error('no service');
      const { entriesAt } = service.ledgerReader;
      let scans = 0;
      let begin: () => void = () => undefined;
      const hasBegun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const profiles: DraftDeps['profiles'] = {
        ...service.profiles,
        scan: (...args) => {
          scans += 1;
          if (scans === 2) begin();
          return service.profiles.scan(...args);
        },
      };
      const waiting: LedgerReader['entriesAt'] = (positions) => async () => {
        await hasBegun;
        return entriesAt(positions)();
      };
      const ledgerReader = { ...service.ledgerReader, entriesAt: waiting };
      expect((await whole(newFolder(), { profiles, ledgerReader })).code).to.equal(0);
    });

    it('does not do again what was done', async () => {
      const folder = newFolder();
      await whole(folder, { ledgerReader: endingAfter(21, 'no answer') });
      expect((await whole(folder, { ledgerReader: endingAfter(people - 20, 'no answer') })).code).to.equal(0);
      expect((await whole(folder, { ledgerReader: endingAfter(0, 'killed') })).code, 'all is done').to.equal(0);
    });

    it('keeps no file of a run that has found nothing, however often it is begun', async () => {
      const folder = newFolder();
      for (let n = 0; n < 5; n += 1) await run(folder, '1/1', { ledgerReader: endingAfter(0, 'no answer') });
      expect(readdirSync(folder).toSorted()).to.deep.equal(['back-test.json', 'part-1-of-1.json']);
      expect(JSON.parse(readFileSync(join(folder, 'part-1-of-1.json'), 'utf8'))).to.deep.include({ changes: [] });
      expect((await whole(folder)).printed).to.deep.equal((await whole(newFolder())).printed);
    });

    it('passes over what a killed run has written behind its last step', async () => {
      const folder = newFolder();
      const alone = await whole(newFolder());
      await whole(folder, { ledgerReader: endingAfter(25, 'no answer') });
      const [lines = ''] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
      appendFileSync(join(folder, lines), '{"profileId":"cut o');
      expect((await whole(folder)).printed).to.deep.equal(alone.printed);
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
      const undamaged = await run(folder);
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
      expect((await run(folder)).printed).to.deep.equal(undamaged.printed);
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

    /** A ledger that answers once it is let, and the call that lets it. */
    const waitingLedger = () => {
      const [service] = found.map((one) => one.service);
      if (service === undefined) throw new Error('no service');
      let goOn: () => void = () => undefined;
      const allowed = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const { entries, entriesAt } = service.ledgerReader;
      const ledgerReader: LedgerReader = {
        entries:
          (...args) =>
          async () => {
            await allowed;
            return entries(...args)();
          },
        entriesAt: (positions) => async () => {
          await allowed;
          return entriesAt(positions)();
        },
      };
      return { ledgerReader, goOn: () => goOn() };
    };

    it('lets the run that came last go on, where two work on one part', async () => {
      const folder = newFolder();
      const alone = await whole(newFolder());
      const { goOn, ledgerReader } = waitingLedger();
      const first = whole(folder, { ledgerReader });
      const second = await whole(folder);
      goOn();
      expect((await first).lines).to.deep.equal(['Another process works on part 1 of 1.']);
      expect(second.printed).to.deep.equal(alone.printed);
      expect((await run(folder)).printed).to.deep.equal(alone.printed);
    });

    it('lets the run that wrote last go on, where that is the one that came first', async () => {
      const folder = newFolder();
      const alone = await whole(newFolder());
      const one = waitingLedger();
      const other = waitingLedger();
      const state = join(folder, 'part-1-of-1.json');
      const first = run(folder, '1/1', one);
      await waitUntil(() => existsSync(state));
      const itsState = readFileSync(state, 'utf8');
      const second = run(folder, '1/1', other);
      await waitUntil(() => readFileSync(state, 'utf8') !== itsState);
      writeFileSync(state, itsState);
      other.goOn();
      expect((await second).lines).to.deep.equal(['Another process works on part 1 of 1.']);
      one.goOn();
      expect(await first).to.have.property('code', 0);
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
});
