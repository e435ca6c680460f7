import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseMrz } from '@portcullis/documents';
import { expect } from 'chai';
import { isFullEffort } from '../../support/effort.ts';
import { specimen } from '../../support/images/specimens.ts';
import { startProgram } from '../../support/servers/program.ts';

type Result = { readonly name: string; readonly whole: number; readonly fields: number; readonly of: number };

/** Answers the results of the measurement with these options; its times are not tested. */
const measured = async (...what: readonly string[]): Promise<readonly Result[]> => {
  const options = [...what, '--json'];
  const program = startProgram(process.execPath, ['bench/documents.mjs', ...options]);
  const { code } = await program.ended;
  await program.remove();
  if (code !== 0) throw new Error(program.printed());
  return JSON.parse(program.printed()).results;
};

/** How many fields two MRZs have in common. */
const sharedFields = (one: readonly string[], other: readonly string[]): number => {
  const fields = parseMrz(other, '2026-11-21')?.fields ?? {};
  return Object.entries(parseMrz(one, '2026-11-21')?.fields ?? {}).filter(([name, value]) =>
    Object.entries(fields).some(([same, text]) => same === name && text === value),
  ).length;
};

describe('the measurement of reading, in its short form', function () {
  this.timeout(120_000);

  it('finds every MRZ completely, and every field correctly, where a photo is mildly degraded', async () => {
    // A quick run has the photo alone that is degraded in all of these ways.
    const only = isFullEffort ? [] : ['--only', 'all of it'];
    const found = (await measured('--quick', '--photos', '1', ...only)).map(({ fields, name, of, whole }) => [
      name,
      whole,
      `${fields} of ${of}`,
    ]);
    const names = [
      'as taken',
      'turned by 90°',
      'turned by 180°',
      'sloped by 10°',
      'upper edge 10 % shorter',
      'left edge 10 % shorter',
      'blur, sigma 1',
      'glare above the zone',
      'noise, deviation 10',
      'JPEG quality 30',
      '700 pixels wide',
      'all of it, mildly',
    ];
    const tried = isFullEffort ? names : names.slice(-1);
    expect(found).to.deep.equal(tried.map((name) => [name, 1, '9 of 9']));
  });
});

describe('the measurement of a set of pictures', function () {
  this.timeout(120_000);

  it('reads each picture of a folder as it is, against the lines of its truth.json', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
    try {
      const [right, wrong] = ['td3-valid', 'td3-expired'].map(specimen);
      if (!right || !wrong) throw new Error('expected two specimens');
      for (const { file } of [right, wrong]) await copyFile(join('test/fixtures/specimens', file), join(folder, file));
      // The second entry says that something else is printed: what is read there counts as wrong.
      const truth = { [right.file]: { lines: right.lines }, [wrong.file]: { lines: right.lines } };
      await writeFile(join(folder, 'truth.json'), JSON.stringify(truth));
      expect(await measured('--set', folder)).to.deep.equal([
        {
          name: 'set',
          photos: 2,
          whole: 1,
          fields: 9 + sharedFields(right.lines, wrong.lines),
          of: 18,
          partly: 0,
          wrongAccepted: 1,
          wrongInDoubt: 0,
          wrongDetected: 0,
          notRead: 0,
        },
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
