const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The check digit of a text (ICAO 9303-3, 4.9). */
const checkDigit = (text: string): string => {
  const sum = [...text].reduce(
    (total, letter, i) => total + Math.max(0, letters.indexOf(letter)) * ([7, 3, 1][i % 3] ?? 0),
    0,
  );
  return String(sum % 10);
};

type Span = readonly [line: number, from: number, to: number];

/** Where a check digit stands, and what it is of. */
type Place = { readonly at: readonly [line: number, column: number]; readonly of: readonly Span[] };

/** The check digits of ICAO 9303 parts 4, 5 and 6, the composite one last. */
const layouts: Readonly<Record<string, readonly Place[]>> = {
  '2x44': [
    { at: [1, 9], of: [[1, 0, 9]] },
    { at: [1, 19], of: [[1, 13, 19]] },
    { at: [1, 27], of: [[1, 21, 27]] },
    { at: [1, 42], of: [[1, 28, 42]] },
    {
      at: [1, 43],
      of: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 43],
      ],
    },
  ],
  '2x36': [
    { at: [1, 9], of: [[1, 0, 9]] },
    { at: [1, 19], of: [[1, 13, 19]] },
    { at: [1, 27], of: [[1, 21, 27]] },
    {
      at: [1, 35],
      of: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 35],
      ],
    },
  ],
  '3x30': [
    { at: [0, 14], of: [[0, 5, 14]] },
    { at: [1, 6], of: [[1, 0, 6]] },
    { at: [1, 14], of: [[1, 8, 14]] },
    {
      at: [1, 29],
      of: [
        [0, 5, 30],
        [1, 0, 7],
        [1, 8, 15],
        [1, 18, 29],
      ],
    },
  ],
};

const layoutOf = (lines: readonly string[]): readonly Place[] | null => {
  const widths = new Set(lines.map(({ length }) => length));
  const name = `${lines.length}x${[...widths].join()}`;
  // Visas have other check digits, and none over all.
  return lines[0]?.startsWith('V') || !Object.hasOwn(layouts, name) ? null : (layouts[name] ?? null);
};

const put = (lines: readonly string[], line: number, column: number, text: string): readonly string[] =>
  lines.map((old, n) => (n === line ? `${old.slice(0, column)}${text}${old.slice(column + text.length)}` : old));

/** The lines with every check digit as it must be; `null` for lines of another form. A filler is none, and stays. */
export const withRightDigits = (lines: readonly string[]): readonly string[] | null =>
  layoutOf(lines)?.reduce((fixed, { at: [line, column], of }) => {
    if (fixed[line]?.[column] === '<') return fixed;
    const text = of.map(([of, from, to]) => (fixed[of] ?? '').slice(from, to)).join('');
    return put(fixed, line, column, checkDigit(text));
  }, lines) ?? null;

/** The lines with another issuing state, which no check digit covers. */
export const withState = (lines: readonly string[], state: string): readonly string[] =>
  put(lines, 0, 2, state.padEnd(3, '<').slice(0, 3));

/** The lines with another code of the type. */
export const withCode = (lines: readonly string[], code: string): readonly string[] => put(lines, 0, 0, code);
