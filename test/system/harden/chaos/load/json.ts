import { createHash } from 'node:crypto';

/**
 * What the harness reads of answers, written without the codecs of the product: a field that is wrong there must not be
 * taken for right here.
 */
type Path = readonly (string | number)[];

const member = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

export const valueAt = (value: unknown, ...path: Path): unknown => path.reduce(member, value);

export const textAt = (value: unknown, ...path: Path): string | null => {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : null;
};

export const numberAt = (value: unknown, ...path: Path): number | null => {
  const found = valueAt(value, ...path);
  return typeof found === 'number' ? found : null;
};

export const listAt = (value: unknown, ...path: Path): readonly unknown[] => {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
};

/** Canonical JSON (RFC 8785) of parsed JSON: `JSON.stringify` writes numbers and texts as that RFC wants them. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
};

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** SHA-256 over the canonical JSON of every field of an entry but `hash` and `personal`. */
const entryHash = (entry: unknown): string => {
  const fields = Object.entries(entry ?? {}).filter(([name]) => name !== 'hash' && name !== 'personal');
  return sha256(canonical(Object.fromEntries(fields)));
};

/** Answers the position in a chain at which it breaks, or `null`. The entries are in the order of `seq`. */
export const brokenAt = (profileId: string, entries: readonly unknown[]): number | null => {
  let before = '0'.repeat(64);
  for (const [index, entry] of entries.entries()) {
    const hash = textAt(entry, 'hash');
    const isNext = numberAt(entry, 'seq') === index + 1 && textAt(entry, 'prev_hash') === before;
    if (!isNext || textAt(entry, 'profile_id') !== profileId || hash !== entryHash(entry)) return index + 1;
    before = hash;
  }
  return null;
};
