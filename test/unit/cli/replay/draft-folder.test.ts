import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replayDraftInParts } from '@portcullis/cli';
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
  const run = async (state: string, shard: string | null = null) => {
    const [part = 0, of = 0] = (shard ?? '').split('/').map(Number);
    const printed: string[] = [];
    const result = await replayDraftInParts(
      aService(),
      draft,
      {
        ...{ profile: null, since: null, policy: 'draft.json', json: false, state },
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
});
