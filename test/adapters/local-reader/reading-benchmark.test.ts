import { expect } from 'chai';
import { startProgram } from '../../support/servers/program.ts';

type Result = { readonly name: string; readonly whole: number; readonly fields: number; readonly of: number };

/** Answers the results of the measurement for one passport; its times are not tested. */
const measured = async (): Promise<readonly Result[]> => {
  const options = ['--quick', '--photos', '1', '--json'];
  const program = startProgram(process.execPath, ['bench/documents.mjs', ...options]);
  const { code } = await program.ended;
  await program.remove();
  if (code !== 0) throw new Error(program.printed());
  return JSON.parse(program.printed()).results;
};

describe('the measurement of reading, in its short form', function () {
  this.timeout(120_000);

  it('finds every MRZ completely, and every field correctly, where a photo is mildly degraded', async () => {
    const found = (await measured()).map(({ fields, name, of, whole }) => [name, whole, `${fields} of ${of}`]);
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
    expect(found).to.deep.equal(names.map((name) => [name, 1, '9 of 9']));
  });
});
