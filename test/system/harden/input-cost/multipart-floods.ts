/** A body that an attacker might send, and what it is made of. */
export type Flood = { readonly name: string; readonly type: string; readonly body: Buffer };

const named = (code: number): string => code.toString(16).padStart(2, '0');

/** The bytes of a form with one file. */
const form = (boundary: string, content: Buffer): Pick<Flood, 'type' | 'body'> => ({
  type: `multipart/form-data; boundary="${boundary}"`,
  body: Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="document_front"; filename="a.jpg"\r\n\r\n`),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]),
});

/** The boundary that browsers and libraries send has about this form. */
const usualBoundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW';

/** Content that compresses no better than a photo, the same in every run. */
export const photoBytes = (length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  let state = 0x9e3779b9;
  for (let i = 0; i < length; i += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
};

export const honestForm = (length: number): Flood => ({ name: 'a photo', ...form(usualBoundary, photoBytes(length)) });

/** A form whose file alternates between two bytes. */
export const pairForm = (one: number, other: number, length: number): Flood => ({
  name: `bytes ${named(one)} ${named(other)}`,
  ...form(usualBoundary, Buffer.alloc(length, Uint8Array.of(one, other))),
});

/** The bytes that a delimiter is made of: every pair with one of them is tried in the short run too. */
export const delimiterBytes: readonly number[] = [...Buffer.from('\r\n-')];

const boundaries: readonly string[] = [
  'a',
  '-',
  'abc',
  'abcd',
  '-'.repeat(70),
  'ab'.repeat(35),
  `${'a'.repeat(69)}b`,
  usualBoundary,
];

/** Content that is nearly a delimiter, again and again, which is what a search for delimiters might stumble over. */
const nearly = (boundary: string): readonly string[] => {
  const delimiter = `\r\n--${boundary}`;
  return [
    '\r',
    '\r\n',
    '\r\n--',
    boundary,
    boundary.slice(-1),
    boundary.slice(boundary.length / 2),
    delimiter.slice(0, -1),
    delimiter.slice(1),
    `${delimiter.slice(0, -1)}\u0000`,
    `\r\n-\u0000${boundary}`,
    `\r${delimiter.slice(1, -1)}`,
  ].filter((unit) => unit !== '');
};

/** Forms whose file is nearly a delimiter, for boundaries of one to seventy characters. */
export const nearForms = (length: number): readonly Flood[] =>
  boundaries.flatMap((boundary) =>
    nearly(boundary).map((unit) => ({
      name: `boundary ${boundary.slice(0, 8)} (${boundary.length}) and ${JSON.stringify(unit.slice(0, 12))} (${unit.length})`,
      ...form(boundary, Buffer.alloc(length, unit, 'latin1')),
    })),
  );
