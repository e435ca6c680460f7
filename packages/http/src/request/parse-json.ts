import { E, type Either } from '@portcullis/domain';
import { type InvalidJson, invalidJson } from './http-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Finds the end (exclusive) of the string that begins at `start`. The text must be valid JSON. */
const endOfString = (text: string, start: number): number => {
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end + 1;
};

const endOfNumber = (text: string, start: number): number => {
  let end = start + 1;
  while (/[0-9.eE+-]/.test(text[end] ?? '')) end += 1;
  return end;
};

/** The value of a string token. Only a token with an escape sequence has to be parsed. */
const stringOf = (token: string): string => {
  const value: unknown = token.includes('\\') ? JSON.parse(token) : token.slice(1, -1);
  return typeof value === 'string' ? value : '';
};

type Container = { readonly keys: Set<string> | null; expectsKey: boolean };

const keyFault = (container: Container | undefined, key: string): string | null => {
  if (container?.keys == null || !container.expectsKey) return null;
  if (key === '__proto__') return 'The key "__proto__" is not accepted.';
  if (container.keys.has(key)) return 'An object has the same key twice.';
  container.keys.add(key);
  container.expectsKey = false;
  return null;
};

/** Updates the nesting after one character: it opens or closes a container, or starts the next pair of an object. */
const trackNesting = (containers: Container[], char: string): void => {
  if (char === '{') containers.push({ keys: new Set(), expectsKey: true });
  if (char === '[') containers.push({ keys: null, expectsKey: false });
  if (char === '}' || char === ']') containers.pop();
  const container = containers.at(-1);
  if (char === ',' && container) container.expectsKey = true;
};

/**
 * Checks what RFC 7493 (I-JSON) forbids beyond the grammar, and the nesting depth. Returns the first fault of a text
 * that `JSON.parse` has accepted, or `null`.
 */
const faultIn = (text: string, maxDepth: number): string | null => {
  const containers: Container[] = [];
  for (let at = 0; at < text.length; ) {
    const char = text[at] ?? '';
    if (char === '"') {
      const end = endOfString(text, at);
      const value = stringOf(text.slice(at, end));
      if (!value.isWellFormed()) return 'A string holds half of a surrogate pair.';
      const fault = keyFault(containers.at(-1), value);
      if (fault) return fault;
      at = end;
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      const end = endOfNumber(text, at);
      if (!Number.isFinite(Number(text.slice(at, end)))) return 'A number is too large.';
      at = end;
    } else {
      trackNesting(containers, char);
      if (containers.length > maxDepth) return `The nesting is deeper than ${maxDepth}.`;
      at += 1;
    }
  }
  return null;
};

const parsed = (text: string): Either<InvalidJson, unknown> => {
  try {
    return E.right(JSON.parse(text));
  } catch {
    return E.left(invalidJson('The text is not JSON (RFC 8259).'));
  }
};

const decoded = (bytes: Uint8Array): Either<InvalidJson, string> => {
  try {
    return E.right(utf8.decode(bytes));
  } catch {
    return E.left(invalidJson('The text is not UTF-8.'));
  }
};

/**
 * Parses a JSON text that has the same meaning for every parser: it is valid UTF-8, repeats no key and has no number
 * out of range.
 */
export const parseJson = (bytes: Uint8Array, maxDepth: number): Either<InvalidJson, unknown> => {
  const text = decoded(bytes);
  if (E.isLeft(text)) return text;
  const value = parsed(text.right);
  if (E.isLeft(value)) return value;
  const fault = faultIn(text.right, maxDepth);
  return fault === null ? value : E.left(invalidJson(fault));
};
