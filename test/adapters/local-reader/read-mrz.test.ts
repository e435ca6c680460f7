import { expect } from 'chai';
import type { NetworkReading } from '#adapters/local-reader/network/read-by-network';
import type { OcrEngine } from '#adapters/local-reader/ocr-engine';
import { decodePhoto } from '#adapters/local-reader/picture/photo';
import { readSide } from '#adapters/local-reader/read-side';
import { byNetwork as readingBy } from '../../support/builders/network-reading.ts';
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

/** An engine that always reads these words, and a network that has one reading or reads no MRZ. */
const scriptedEngine = (words: readonly string[], network: NetworkReading | null) => {
  let asked = 0;
  const engine: OcrEngine = {
    readByNetwork: () => network,
    recognize: async () => {
      asked += 1;
      return words[(asked - 1) % words.length] ?? '';
    },
  };
  return { engine, asked: () => asked };
};

const read = async (words: readonly string[], network: NetworkReading | null) => {
  const { asked, engine } = scriptedEngine(words, network);
  const { mrz } = await readSide(engine, await decodePhoto(photoOf('td3-valid').bytes));
  return { lines: mrz?.lines, doubts: mrz?.doubts, asked: asked() };
};

/** The passport with another character at a place. */
const withChar = (row: number, column: number, char: string): readonly string[] =>
  printed.map((line, n) => (n === row ? line.slice(0, column) + char + line.slice(column + 1) : line));

/** A reading of the network that is certain but for one character, and holds others likely too. */
const byNetwork = (
  lines: readonly string[],
  unsure?: readonly [number, number],
  alternatives: NetworkReading['alternatives'] = [],
): NetworkReading =>
  readingBy(lines, (row, column) => (row === unsure?.[0] && column === unsure[1] ? 0.4 : 0.99), alternatives);

/** What is printed at a place, as an alternative. */
const printedAt = (row: number, column: number): NetworkReading['alternatives'] => [
  { position: [row, column], char: printed[row]?.[column] ?? '', probability: 0.3 },
];

describe('reading a zone with the network', function () {
  this.timeout(60_000);

  it('asks no other engine when the network is certain and every check digit is valid', async () => {
    expect(await read([], byNetwork(printed))).to.deep.equal({ lines: printed, doubts: [], asked: 0 });
  });

  it('has the word read that has a character of which the network is not certain, and no other', async () => {
    // The code of the State stands before the name without a filler.
    const expected = { lines: printed, doubts: [], asked: 2 };
    expect(await read(['ERIKSSON'], byNetwork(printed, [0, 6]))).to.deep.equal(expected);
  });

  it('takes a character of a name that the word has and the network holds likely too', async () => {
    const unsure = byNetwork(withChar(0, 5, 'F'), [0, 5], printedAt(0, 5));
    expect((await read(['ERIKSSON'], unsure)).lines).to.deep.equal(printed);
  });

  it('keeps its character of a name where the word has another one that it holds unlikely, and reports the doubt', async () => {
    const { doubts, lines } = await read(['UTO', 'FRIKSSON'], byNetwork(printed, [0, 5]));
    expect(lines).to.deep.equal(printed);
    expect(doubts).to.deep.equal([{ line: 0, column: 5, others: 'F' }]);
  });

  it('takes what it holds likely too where every check digit is valid with that alone', async () => {
    const wrong = withChar(1, 0, 'E');
    const unsure = byNetwork(wrong, [1, 0], printedAt(1, 0));
    expect((await read(wordsOf(wrong), unsure)).lines).to.deep.equal(printed);
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
    expect((await read([''], byNetwork(misread, [0, 7], likely))).lines).to.deep.equal(lines);
  });

  it('leaves a wrong check digit as it is printed, however certain the network is', async () => {
    const wrong = withChar(1, 9, printed[1]?.[9] === '4' ? '5' : '4');
    expect((await read(wordsOf(wrong), byNetwork(wrong))).lines).to.deep.equal(wrong);
  });

  it('claims a zone with no valid check digit when every character is legible, and none when one is not', async () => {
    const forged = withChar(1, 9, '9').map((line, row) =>
      row === 1 ? `${line.slice(0, 19)}0${line.slice(20, 27)}0${line.slice(28, 42)}00` : line,
    );
    expect((await read([''], byNetwork(forged))).lines).to.deep.equal(forged);
    expect((await read([''], byNetwork(forged, [0, 5]))).lines).to.equal(undefined);
  });

  it('keeps number and dates, and gives no name, where the words differ and all check digits are valid', async () => {
    const [, second = ''] = printed;
    const unsureNames = readingBy(printed, (row) => (row === 0 ? 0.6 : 0.99));
    const others = wordsOf(printed).map((word) => 'W'.repeat(word.length));
    expect((await read(others, unsureNames)).lines).to.deep.equal([`P<UTO${'<'.repeat(39)}`, second]);
  });

  it('asks no other engine where it reads no zone, however much looks like one', async () => {
    expect(await read(['ERIKSSON'], null)).to.deep.equal({ lines: undefined, doubts: undefined, asked: 0 });
  });
});
