/** A value in DER (X.690): its tag, of one byte, and its content. */
export type DerValue = { readonly tag: number; readonly content: Uint8Array };

export const tags = { integer: 0x02, octets: 0x04, oid: 0x06, sequence: 0x30, context0: 0xa0 } as const;

/** A length takes four further bytes at most. */
const maxLengthBytes = 4;

const lengthBytes = (length: number): readonly number[] => {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 + bytes.length, ...bytes];
};

/** Writes a value over the bytes of its content. */
export const writeDer = (tag: number, ...content: readonly Uint8Array[]): Uint8Array => {
  const bytes = Buffer.concat(content);
  return Buffer.concat([Uint8Array.of(tag, ...lengthBytes(bytes.length)), bytes]);
};

type Header = { readonly from: number; readonly length: number };

/** Where the content of a value begins, and its length; `null` for an indefinite or too long one. */
const headerAt = (bytes: Uint8Array, at: number): Header | null => {
  const first = bytes[at + 1];
  if (first === undefined || first < 0x80) return first === undefined ? null : { from: at + 2, length: first };
  const count = first - 0x80;
  if (count === 0 || count > maxLengthBytes || at + 2 + count > bytes.length) return null;
  const length = bytes.slice(at + 2, at + 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
  return { from: at + 2 + count, length };
};

/** Reads the values of which some bytes consist; `null` if they do not consist of values. */
export const readDer = (bytes: Uint8Array): readonly DerValue[] | null => {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length; ) {
    const header = headerAt(bytes, at);
    const end = header === null ? Number.POSITIVE_INFINITY : header.from + header.length;
    if (header === null || end > bytes.length) return null;
    values.push({ tag: bytes[at] ?? 0, content: bytes.slice(header.from, end) });
    at = end;
  }
  return values;
};

/** The values in a value, if it has the tag. */
export const childrenOf = (value: DerValue | undefined, tag: number): readonly DerValue[] =>
  value?.tag === tag ? (readDer(value.content) ?? []) : [];
