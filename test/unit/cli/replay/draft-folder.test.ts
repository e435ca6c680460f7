import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { replayDraftInParts } from '@portcullis/cli';
import { TE } from '@portcullis/domain';
import { expect } from 'chai';
import { draftOfBackTest as draft } from '../../../support/services/decided-people.ts';
import { aService } from '../../../support/services/memory-service.ts';

describe('the folder of a back-test', () => {
  const base = mkdtempSync(join(tmpdir(), 'portcullis-back-test-'));
  let folders = 0;
  after(() => rmSync(base, { recursive: true }));

  const newFolder = (): string => {
    folders += 1;
    return join(base, `state-${folders}`);
  };

  /** Runs a part over no profiles, or reports, and answers what was printed. */
  const run = async (state: string, shard: string | null = null, installation: string | null = 'a'.repeat(64)) => {
    const [part = 0, of = 0] = (shard ?? '').split('/').map(Number);
    const printed: string[] = [];
    const result = await replayDraftInParts(
      { ...aService(), installation: { readId: TE.right(installation) } },
      draft,
      {
        profile: null,
        since: null,
        policy: 'draft.json',
        json: false,
        state,
        shard: shard === null ? null : { part, of },
      },
      { print: (line) => void printed.push(line), printError: () => undefined },
    );
    return { ...result, printed };
  };

  it('is begun with --shard alone, so that a report from a folder that is mistyped begins nothing', async () => {
    const folder = newFolder();
    expect(await run(folder)).to.deep.equal({
      code: 1,
      lines: [`There is no back-test in ${folder}. Begin one with --shard: 1/1 does all of it.`],
      printed: [],
    });
    expect(readdirSync(base)).to.not.include(folder.split('/').at(-1));
    expect(await run(folder, '1/1')).to.deep.equal({ code: 0, lines: [], printed: [] });
    expect(await run(folder)).to.have.property('code', 0);
  });

  it('is of the one that came first, of several that begin at once with other numbers of parts', async () => {
    const folder = newFolder();
    const begun = await Promise.all(['1/2', '1/3', '2/2', '1/5'].map((shard) => run(folder, shard)));
    expect(begun.map(({ code }) => code)).to.deep.equal([0, 1, 0, 1]);
    expect(begun[1]?.lines).to.deep.equal([`${folder} has a back-test in 2 parts. Name another folder.`]);
    writeFileSync(join(folder, 'part-1-of-3.json'), 'of a process that came second');
    expect(await run(folder)).to.have.property('code', 0);
  });

  it('is of one database: of another, or one without an id, there is no part in it and no report', async () => {
    const folder = newFolder();
    await run(folder, '1/2');
    const found = 'has a back-test over another database, by its installation id. Name another folder.';
    const noId =
      'The database has no installation id, by which the folder of a back-test knows it. The first start of the service over it writes one.';
    for (const [other, line] of [
      ['b'.repeat(64), `${folder} ${found}`],
      [null, noId],
    ] as const)
      for (const shard of ['2/2', null])
        expect(await run(folder, shard, other)).to.deep.equal({ code: 1, lines: [line], printed: [] });
    expect(await run(folder, '2/2')).to.have.property('code', 0);
  });

  it('is never of a database without an id: those of two could not be told apart', async () => {
    const folder = newFolder();
    for (const shard of ['1/1', '1/2', null]) expect(await run(folder, shard, null)).to.have.property('code', 1);
    expect(readdirSync(base)).to.not.include(folder.split('/').at(-1));
  });

  it('is not believed where others may write to it', async () => {
    const folder = newFolder();
    await run(folder, '1/1');
    for (const mode of [0o720, 0o702]) {
      chmodSync(folder, mode);
      for (const shard of ['1/1', null])
        expect(await run(folder, shard), String(shard)).to.deep.equal({
          code: 1,
          lines: [`${folder} can be written to by others. Take that away (chmod go-w), or name another folder.`],
          printed: [],
        });
    }
    chmodSync(folder, 0o755);
    expect(await run(folder)).to.have.property('code', 0);
    // Only root can give a folder away.
    if (process.getuid?.() !== 0) return;
    chownSync(folder, 12_345, 12_345);
    expect((await run(folder)).lines).to.deep.equal([`${folder} belongs to another user. Name another folder.`]);
  });

  it('reports nothing of files that the command has not written so', async () => {
    type Json = Record<string, unknown>;
    const folder = newFolder();
    await run(folder, '1/1');
    const outside = join(base, `outside.${'a'.repeat(15)}.jsonl`);
    writeFileSync(outside, '');
    const damage = async (name: string, change: (content: Json) => Json) => {
      const file = join(folder, name);
      const before = readFileSync(file, 'utf8');
      writeFileSync(file, JSON.stringify(change(JSON.parse(before))));
      const { code, lines, printed } = await run(folder);
      writeFileSync(file, before);
      expect([code, printed]).to.deep.equal([1, []]);
      return lines;
    };
    for (const parts of [0, 1.5, 257, 99_999_999_999])
      expect(await damage('back-test.json', (content) => ({ ...content, parts }))).to.deep.equal([
        `${join(folder, 'back-test.json')} is damaged. Name another folder.`,
      ]);
    const cell = { from: 'approve', to: 'decline', decisions: 1, sample: ['\u001b[2J'] };
    const segment = { country: '\u001b[2J', documentType: null, decisions: 1, changed: 0 };
    const countsWith = (more: Json) => (content: Json) => ({
      ...content,
      counts: { ...Object(content['counts']), ...more },
    });
    const changes: readonly ((content: Json) => Json)[] = [
      (content) => ({ ...content, changes: [{ file: `../${basename(outside)}`, bytes: 0 }] }),
      (content) => ({ ...content, changes: [{ file: outside, bytes: 0 }] }),
      (content) => ({ ...content, counts: null }),
      (content) => ({ ...content, last: '\u001b[2J' }),
      countsWith({ cells: [cell] }),
      countsWith({ segments: [segment] }),
      countsWith({ totals: { profiles: -1, decisions: 0, changed: 0, unjudged: 0 } }),
    ];
    const state = join(folder, 'part-1-of-1.json');
    for (const change of changes)
      expect(await damage('part-1-of-1.json', change)).to.deep.equal([
        `${state} is damaged. Remove it, and this part begins anew.`,
      ]);
    expect(await run(folder)).to.have.property('code', 0);
  });

  it('reports no lines that would move the cursor of a terminal', async () => {
    const folder = newFolder();
    await run(folder, '1/1');
    const state = join(folder, 'part-1-of-1.json');
    const content = JSON.parse(readFileSync(state, 'utf8'));
    const file = 'part-1-of-1.aaaaaaaaaaaaaaa.jsonl';
    const line = `${JSON.stringify({ profileId: '\u001b[2J', seq: 1, before: 'approve', after: 'decline', comes: [], goes: [] })}\n`;
    writeFileSync(join(folder, file), line);
    const counts = { ...content.counts, totals: { ...content.counts.totals, changed: 1 } };
    writeFileSync(state, JSON.stringify({ ...content, counts, changes: [{ file, bytes: line.length }] }));
    expect(await run(folder)).to.deep.equal({
      code: 1,
      lines: [`${state} is damaged. Remove it, and this part begins anew.`],
      printed: [],
    });
  });
});
