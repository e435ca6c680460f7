import { checkDigit } from '../builders/readings.ts';
import { randomOf } from '../generators/seeded-random.ts';
import { type MrzFormatTable, mrzFormatTables } from './tables.ts';

/** Draws a number below `count`; the same seed gives the same numbers. */
export type Draw = (count: number) => number;

export const seededDraw = (seed: number): Draw => {
  const random = randomOf(seed);
  return (count) => Math.floor(random() * count);
};

const figures = '0123456789';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const confusable = '0O0DQ1I2Z5S6G8B';

const oneOf = <A>(draw: Draw, ...values: readonly [A, ...A[]]): A => values[draw(values.length)] ?? values[0];
const some = (draw: Draw, length: number, alphabet: string): string =>
  Array.from({ length }, () => alphabet.charAt(draw(alphabet.length))).join('');
const padded = (text: string, length: number): string => text.padEnd(length, '<').slice(0, length);

const states = 'UTO FRA D<< DEU CHE GBR GBD GBN GBO GBP GBS UNO UNA UNK XOM XXA XXB XXC XXX XPO EUE RKS ZZZ'.split(' ');
const stateOf = (draw: Draw): string => states[draw(states.length)] ?? 'UTO';

const dateOf = (draw: Draw): string => {
  const day = some(draw, 2, figures) + oneOf(draw, '01', '06', '10', '12') + oneOf(draw, '01', '08', '15', '28');
  return oneOf(draw, day, day, day, day, day, some(draw, 6, figures));
};
const birthOf = (draw: Draw): string => {
  const day = dateOf(draw);
  return oneOf(draw, day, day, day, day, `${day.slice(0, 4)}<<`, '<<<<<<');
};

/**
 * Numbers as States issue them: digits after a few letters or none, a French one, mixtures, and confusable characters.
 */
const numberOf = (draw: Draw): string =>
  oneOf(
    draw,
    () => some(draw, 9, figures),
    () => some(draw, 1, letters) + some(draw, 8, figures),
    () => some(draw, 2, letters) + some(draw, 7, figures),
    () => some(draw, 2, figures) + some(draw, 2, letters) + some(draw, 5, figures),
    () => some(draw, 7, figures),
    () => some(draw, 9, figures + letters),
    () => some(draw, 9, confusable),
  )();

const word = (draw: Draw): string => some(draw, 2 + draw(9), letters);
const namesOf = (draw: Draw, length: number): string => {
  const words = (most: number): string => Array.from({ length: 1 + draw(most) }, () => word(draw)).join('<');
  const text = oneOf(draw, `${words(2)}<<${words(3)}`, `${words(2)}<<${words(3)}`, words(2), some(draw, 44, letters));
  return padded(text, length);
};

const optionalOf = (draw: Draw, length: number): string =>
  padded(oneOf(draw, '', '', some(draw, draw(length), confusable), some(draw, length, figures + letters)), length);

/** Answers the number with its check digit, or with a filler when it continues in the optional field. */
const numbered = (draw: Draw, goesOn: number): readonly [number: string, optional: string] => {
  const number = numberOf(draw);
  if (goesOn === 0 || draw(3) > 0 || number.length < 9) return [`${padded(number, 9)}0`, optionalOf(draw, goesOn)];
  const rest = some(draw, 1 + draw(goesOn - 2), figures + letters);
  const further = `${rest}${checkDigit(number + rest)}<`;
  return [`${number}<`, further + optionalOf(draw, goesOn - further.length)];
};

const sexOf = (draw: Draw): string => oneOf(draw, 'F', 'M', '<');

const second = (draw: Draw, optional: string, number: string): string =>
  `${number}${stateOf(draw)}${birthOf(draw)}0${sexOf(draw)}${dateOf(draw)}0${optional}`;

/** An MRZ of each format, with a `0` for every check digit that is not computed yet. */
const withoutCheckDigits: { readonly [Name in keyof typeof mrzFormatTables]: (draw: Draw) => readonly string[] } = {
  td1: (draw) => {
    const [number, optional] = numbered(draw, 15);
    return [
      `${oneOf(draw, 'I<', 'ID', 'AR', 'C<')}${stateOf(draw)}${number}${optional}`,
      `${birthOf(draw)}0${sexOf(draw)}${dateOf(draw)}0${stateOf(draw)}${optionalOf(draw, 11)}0`,
      namesOf(draw, 30),
    ];
  },
  td2: (draw) => {
    const [number, optional] = numbered(draw, 7);
    return [
      `${oneOf(draw, 'I<', 'IP', 'AR')}${stateOf(draw)}${namesOf(draw, 31)}`,
      `${second(draw, optional, number)}0`,
    ];
  },
  td3: (draw) => {
    const [number] = numbered(draw, 0);
    const personal = optionalOf(draw, 14);
    return [
      `${oneOf(draw, 'P<', 'PP', 'PD')}${stateOf(draw)}${namesOf(draw, 39)}`,
      `${second(draw, personal, number)}${/^<+$/.test(personal) ? oneOf(draw, '0', '<') : '0'}0`,
    ];
  },
  mrvA: (draw) => [
    `${oneOf(draw, 'V<', 'VC')}${stateOf(draw)}${namesOf(draw, 39)}`,
    second(draw, optionalOf(draw, 16), numbered(draw, 0)[0]),
  ],
  mrvB: (draw) => [
    `${oneOf(draw, 'V<', 'VC')}${stateOf(draw)}${namesOf(draw, 31)}`,
    second(draw, optionalOf(draw, 8), numbered(draw, 0)[0]),
  ],
  frenchCard: (draw) => {
    const issued = `${some(draw, 2, figures)}0${some(draw, 1, '123456789')}`;
    const names = `${namesOf(draw, 25)}${oneOf(draw, '<<<<<<', some(draw, 6, figures))}`;
    const given = padded(oneOf(draw, word(draw), `${word(draw)}<<${word(draw)}`), 14);
    const number = `${issued}${oneOf(draw, '2A', '2B', '92')}${some(draw, 6, figures)}`;
    return [`IDFRA${names}`, `${number}0${given}${birthOf(draw)}0${sexOf(draw)}0`];
  },
  frenchLicence: (draw) => [
    `${oneOf(draw, 'D1', 'A1', 'B2')}FRA${numbered(draw, 0)[0]}${dateOf(draw)}${padded(word(draw), 8)}0`,
  ],
  swissLicence: (draw) => [
    `${some(draw, 3, figures + letters)}${some(draw, 3, figures)}${oneOf(draw, 'D', 'F', 'I', 'R')}<<`,
    `FA${oneOf(draw, 'CHE', 'LIE')}${some(draw, 12, figures)}<<${dateOf(draw)}<<<<<`,
    namesOf(draw, 30),
  ],
};

/** Answers the lines with each check digit computed, in the order of their dependencies. */
const withCheckDigits = ({ digits }: MrzFormatTable, lines: readonly string[]): readonly string[] =>
  digits.reduce((sofar, { at: [line, position], over }) => {
    if (sofar[line - 1]?.charAt(position - 1) === '<') return sofar;
    const text = over.map(([n, first, last]) => sofar[n - 1]?.slice(first - 1, last) ?? '').join('');
    return sofar.map((one, n) =>
      n === line - 1 ? one.slice(0, position - 1) + checkDigit(text) + one.slice(position) : one,
    );
  }, lines);

export type MrzFormatName = keyof typeof mrzFormatTables;

/** Every format that is read. */
export const mrzFormatNames: readonly [MrzFormatName, ...MrzFormatName[]] = [
  'td1',
  'td2',
  'td3',
  'mrvA',
  'mrvB',
  'frenchCard',
  'frenchLicence',
  'swissLicence',
];

/** Generates an MRZ of the format with valid check digits. */
export const generateMrz = (name: MrzFormatName, draw: Draw): readonly string[] =>
  withCheckDigits(mrzFormatTables[name], withoutCheckDigits[name](draw));

const lookalikes: Readonly<Record<string, string>> = {
  0: 'ODQ',
  1: 'I',
  2: 'Z',
  5: 'S',
  6: 'G',
  8: 'B',
  O: '0',
  D: '0',
  Q: '0',
  I: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
};

/** Says whether OCR confuses the two characters. */
export const isConfusable = (one: string, other: string): boolean => lookalikes[one]?.includes(other) ?? false;

/** Answers another character: half of the time a confusable one, if there is one. */
const otherCharacter = (char: string, draw: Draw): string => {
  const like = lookalikes[char];
  const others = `${figures}${letters}<`.replace(char, '');
  const from = like !== undefined && draw(2) === 0 ? like : others;
  return from.charAt(draw(from.length));
};

/** Answers the lines with one character changed, at any position. */
export const withOneChange = (lines: readonly string[], draw: Draw): readonly string[] => {
  const at = draw(lines.join('').length);
  const before = (line: number): number => lines.slice(0, line).join('').length;
  return lines.map((text, line) => {
    const column = at - before(line);
    return column >= 0 && column < text.length
      ? text.slice(0, column) + otherCharacter(text.charAt(column), draw) + text.slice(column + 1)
      : text;
  });
};
