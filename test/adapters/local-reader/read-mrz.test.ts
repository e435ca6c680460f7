import { decodePhoto, type OcrEngine, readSide } from '@portcullis/adapter-local-reader';
import { expect } from 'chai';
import { photoOf, specimen } from '../../support/images/specimens.ts';

const printed = specimen('td3-valid').lines ?? [];

/** Where the fields of a passport's lines begin and end. */
const fields = [
  [0, 5, 44],
  [0, 10, 13, 20, 21, 28, 44],
];

/** The words that the engine for words is asked for: runs of characters within one field. */
const wordsOf = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line, row) =>
    (fields[row] ?? []).flatMap((from, i, all) => line.slice(from, all[i + 1] ?? from).match(/[A-Z0-9]{2,}/g) ?? []),
  );

/** Replaces one character of the first line. */
const misread = (column: number, char: string): readonly string[] =>
  printed.map((line, row) => (row === 0 ? line.slice(0, column) + char + line.slice(column + 1) : line));

/** An engine that reads these shapes, one after the other, and always these words. It records which model is asked. */
const scriptedEngine = (shapes: readonly (readonly string[])[], words: readonly string[]) => {
  const asked: string[] = [];
  let [shape, word] = [0, 0];
  const engine: OcrEngine = {
    recognize: async (_, { isQuick, model }) => {
      asked.push(isQuick ? 'quick' : model);
      if (model === 'shapes') {
        word = 0;
        shape += 1;
        return (shapes[shape - 1] ?? []).join('\n');
      }
      word += 1;
      return words[(word - 1) % words.length] ?? '';
    },
  };
  return { engine, asked };
};

const read = async (shapes: readonly (readonly string[])[], words: readonly string[]) => {
  const { asked, engine } = scriptedEngine(shapes, words);
  const { mrz } = await readSide(engine, await decodePhoto(photoOf('td3-valid').bytes));
  // A run of words counts as one, because all of them are read with one preprocessing.
  return { lines: mrz?.lines, asked: asked.filter((one, at) => one !== 'sequence' || asked[at - 1] !== one) };
};

const words = wordsOf(printed);
const otherWords = words.map((word) => (word === 'ANNA' ? 'ANNO' : word));
const notAZone = ['P<UTO'];

describe('reading a zone with two engines', function () {
  this.timeout(60_000);

  it('reads the shapes once, and quickly, when the words settle them', async () => {
    expect(await read([printed], words)).to.deep.equal({ lines: printed, asked: ['quick', 'sequence'] });
  });

  it('reads the shapes in full when the quick reading is no zone, and once when the words settle them', async () => {
    const asked = ['quick', 'shapes', 'sequence'];
    expect(await read([notAZone, printed], words)).to.deep.equal({ lines: printed, asked });
  });

  it('reads the shapes in full when a word was not confirmed', async () => {
    const quick = printed.map((line) => line.replace('<ANNA<', '<ANHA<'));
    const longer = words.map((word) => (word === 'ANNA' ? 'ANNAK' : word));
    const asked = ['quick', 'sequence', 'shapes', 'sequence'];
    expect(await read([quick, printed], longer)).to.deep.equal({ lines: printed, asked });
  });

  it('reads the shapes in full when a letter stands alone, which no engine for words confirms', async () => {
    const initial = printed.map((line) => line.replace('<ANNA<MARIA', '<A<<<<<<<<<'));
    const asked = ['quick', 'shapes', 'sequence'];
    expect(await read([initial, initial], wordsOf(initial))).to.deep.equal({ lines: initial, asked });
  });

  it('reads shapes and words a second time when the words differ, and the majority decides', async () => {
    const { asked, lines } = await read([printed, printed, misread(5, 'F')], otherWords);
    expect(asked).to.deep.equal(['quick', 'sequence', 'shapes', 'shapes', 'sequence']);
    expect(lines?.[0]).to.equal(printed[0]?.replace('ANNA', 'ANNO'));
  });

  it('reads the shapes twice before any word when the first reading has what no format allows', async () => {
    const asked = ['quick', 'shapes', 'shapes', 'sequence'];
    expect(await read([notAZone, misread(5, '3'), printed], words)).to.deep.equal({ lines: printed, asked });
  });
});
