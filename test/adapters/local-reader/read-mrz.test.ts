import { decodePhoto, formatOf, type NetworkReading, type OcrEngine, readSide } from '@portcullis/adapter-local-reader';
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

/**
 * An engine that reads these shapes, one after the other, and always these words. It records which model is asked. The
 * network has one reading, or reads no MRZ.
 */
const scriptedEngine = (
  shapes: readonly (readonly string[])[],
  words: readonly string[],
  network: NetworkReading | null,
) => {
  const asked: string[] = [];
  let shape = 0;
  let word = 0;
  const engine: OcrEngine = {
    readByNetwork: () => network,
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

const read = async (
  shapes: readonly (readonly string[])[],
  words: readonly string[],
  network: NetworkReading | null = null,
) => {
  const { asked, engine } = scriptedEngine(shapes, words, network);
  const { mrz } = await readSide(engine, await decodePhoto(photoOf('td3-valid').bytes));
  // A run of words counts as one, because all of them are read with one preprocessing.
  return { lines: mrz?.lines, asked: asked.filter((one, at) => one !== 'sequence' || asked[at - 1] !== one) };
};

const words = wordsOf(printed);
const otherWords = words.map((word) => (word === 'ANNA' ? 'ANNO' : word));
const notAnMrz = ['P<UTO'];

describe('reading a zone with two engines', function () {
  this.timeout(60_000);

  it('reads the shapes once, and quickly, when the words settle them', async () => {
    expect(await read([printed], words)).to.deep.equal({ lines: printed, asked: ['quick', 'sequence'] });
  });

  it('reads the shapes in full when the quick reading is no zone, and once when the words settle them', async () => {
    const asked = ['quick', 'shapes', 'sequence'];
    expect(await read([notAnMrz, printed], words)).to.deep.equal({ lines: printed, asked });
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

  it('keeps number and dates, and gives no name, where the engines disagree and all check digits are valid', async () => {
    // The engine for words reads other names in every preparation, and the same numbers.
    const [first = '', second = ''] = printed;
    const elsewhere = [`P<UTO${'HOLMQVIST<<LOUISE<BRITTA'.padEnd(39, '<')}`, second];
    const names = wordsOf([first]);
    const otherNames = wordsOf(elsewhere).slice(0, names.length);
    const same = otherNames.map((word, i) => word.padEnd(names[i]?.length ?? 0, 'W').slice(0, names[i]?.length));
    const { lines } = await read([printed, printed, printed], [...same, ...wordsOf(['', second])]);
    expect(lines).to.deep.equal([`P<UTO${'<'.repeat(39)}`, second]);
  });

  it('cuts specks behind a line to the length of the other one, where every preparation reads them', async () => {
    const withSpecks = printed.map((line, row) => (row === 0 ? `${line}KL` : line));
    const { lines } = await read(
      Array.from({ length: 7 }, () => withSpecks),
      words,
    );
    expect(lines).to.deep.equal(printed);
  });

  it('reads the shapes twice before any word when the first reading has what no format allows', async () => {
    const asked = ['quick', 'shapes', 'shapes', 'sequence'];
    expect(await read([notAnMrz, misread(5, '3'), printed], words)).to.deep.equal({ lines: printed, asked });
  });
});

/** The passport with another character at a place. */
const withChar = (row: number, column: number, char: string): readonly string[] =>
  printed.map((line, n) => (n === row ? line.slice(0, column) + char + line.slice(column + 1) : line));

/** A reading of the network that is certain but for one character, and holds others likely too. */
const byNetwork = (
  lines: readonly string[],
  unsure?: readonly [number, number],
  alternatives: NetworkReading['alternatives'] = [],
): NetworkReading => {
  const format = formatOf(lines);
  if (!format) throw new Error('these lines have no format');
  const certaintyAt = (row: number, column: number) => (row === unsure?.[0] && column === unsure[1] ? 0.4 : 0.99);
  const certainties = lines.map((line, row) => [...line].map((_, column) => certaintyAt(row, column)));
  return { format, lines, alternatives, certainties };
};

/** What is printed at a place, as an alternative. */
const printedAt = (row: number, column: number): NetworkReading['alternatives'] => [
  { position: [row, column], char: printed[row]?.[column] ?? '', probability: 0.3 },
];

/** An engine that reads the words of the lines that it is asked for, each by itself. */
const readAgain = (network: NetworkReading, readWords: readonly string[]) => read([], readWords, network);

describe('reading a zone with the network', function () {
  this.timeout(60_000);

  it('asks no other engine when the network is certain and every check digit is valid', async () => {
    expect(await read([], [], byNetwork(printed))).to.deep.equal({ lines: printed, asked: [] });
  });

  it('has the word read that has a character of which the network is not certain, and no other', async () => {
    const { asked, engine } = scriptedEngine([], ['ERIKSSON'], byNetwork(printed, [0, 6]));
    const { mrz } = await readSide(engine, await decodePhoto(photoOf('td3-valid').bytes));
    expect(mrz?.lines).to.deep.equal(printed);
    expect(asked).to.deep.equal(['sequence', 'sequence']);
  });

  it('takes a character of a name that the word has and the network holds likely too', async () => {
    const unsure = byNetwork(withChar(0, 5, 'F'), [0, 5], printedAt(0, 5));
    expect((await readAgain(unsure, ['ERIKSSON'])).lines).to.deep.equal(printed);
  });

  it('keeps its character of a name where the word has another one that it holds unlikely, and reports the doubt', async () => {
    const { engine } = scriptedEngine([], ['UTO', 'FRIKSSON'], byNetwork(printed, [0, 5]));
    const { mrz } = await readSide(engine, await decodePhoto(photoOf('td3-valid').bytes));
    expect(mrz?.lines).to.deep.equal(printed);
    expect(mrz?.doubts).to.deep.equal([{ line: 0, column: 5, others: 'F' }]);
  });

  it('takes what it holds likely too where every check digit is valid with that alone', async () => {
    const wrong = withChar(1, 0, 'E');
    const unsure = byNetwork(wrong, [1, 0], printedAt(1, 0));
    expect((await readAgain(unsure, wordsOf(wrong))).lines).to.deep.equal(printed);
  });

  it('takes one character that satisfies every check digit, and not several that together do so as well', async () => {
    const lines = [
      'IDCHES0002068<8<<<<<<<<<<<<<<<',
      '8102287F1301014CHE<<<<<<<<<<<4',
      'VADIS<<QUO<<<<<<<<<<<<<<<<<<<<',
    ];
    const [first = '', ...rest] = lines;
    const misread = [`${first.slice(0, 7)}O${first.slice(8)}`, ...rest];
    const likely = [
      { position: [0, 7], char: '0', probability: 0.4 },
      { position: [0, 6], char: 'O', probability: 0.13 },
      { position: [0, 8], char: 'O', probability: 0.05 },
    ] as const;
    expect((await readAgain(byNetwork(misread, [0, 7], likely), [''])).lines).to.deep.equal(lines);
  });

  it('leaves a wrong check digit as it is printed, however certain the network is', async () => {
    const wrong = withChar(1, 9, printed[1]?.[9] === '4' ? '5' : '4');
    expect((await readAgain(byNetwork(wrong), wordsOf(wrong))).lines).to.deep.equal(wrong);
  });

  it('claims a zone with no valid check digit when every character is legible, and none when one is not', async () => {
    const forged = withChar(1, 9, '9').map((line, row) =>
      row === 1 ? `${line.slice(0, 19)}0${line.slice(20, 27)}0${line.slice(28, 42)}00` : line,
    );
    expect((await readAgain(byNetwork(forged), [''])).lines).to.deep.equal(forged);
    expect((await readAgain(byNetwork(forged, [0, 5]), [''])).lines).to.equal(undefined);
  });

  it('is asked about the photo upside down before another engine is about anything', async () => {
    const { asked, engine } = scriptedEngine([printed], words, null);
    const seen: unknown[] = [];
    const readByNetwork: OcrEngine['readByNetwork'] = (located) => {
      seen.push(located);
      return seen.length === 1 ? null : byNetwork(printed);
    };
    const { mrz } = await readSide({ ...engine, readByNetwork }, await decodePhoto(photoOf('td3-valid').bytes));
    expect(mrz?.lines).to.deep.equal(printed);
    expect([seen.length, asked]).to.deep.equal([2, []]);
  });

  it('leaves the zone to the other engines where it reads none', async () => {
    expect(await read([printed], words, null)).to.deep.equal({ lines: printed, asked: ['quick', 'sequence'] });
  });
});
