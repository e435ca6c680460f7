import { E, type Either } from './fp.ts';

/** What RFC 7493 (I-JSON) forbids beyond the grammar of JSON, and a key that changes the prototype of objects. */
type ForbiddenContent = 'repeated_key' | 'proto_key' | 'half_surrogate' | 'number_out_of_range';

/** Why a text is refused. */
export type JsonFault = ForbiddenContent | 'not_json' | 'too_deep';

export type JsonRules = {
  readonly forbidden: readonly ForbiddenContent[];
  /** How deep arrays and objects may be nested. The default is no limit. */
  readonly maxDepth?: number;
};

/** The value of a JSON text, or `undefined` for another text: the parser's own error would quote it. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

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

const keyFault = (container: Container | undefined, key: string, { forbidden }: JsonRules): JsonFault | null => {
  if (container?.keys == null || !container.expectsKey) return null;
  if (key === '__proto__' && forbidden.includes('proto_key')) return 'proto_key';
  if (container.keys.has(key) && forbidden.includes('repeated_key')) return 'repeated_key';
  container.keys.add(key);
  container.expectsKey = false;
  return null;
};

const stringFault = (container: Container | undefined, token: string, rules: JsonRules): JsonFault | null => {
  const value = stringOf(token);
  if (!value.isWellFormed() && rules.forbidden.includes('half_surrogate')) return 'half_surrogate';
  return keyFault(container, value, rules);
};

/** Updates the nesting after one character: it opens or closes a container, or starts the next pair of an object. */
const trackNesting = (containers: Container[], char: string): void => {
  if (char === '{') containers.push({ keys: new Set(), expectsKey: true });
  if (char === '[') containers.push({ keys: null, expectsKey: false });
  if (char === '}' || char === ']') containers.pop();
  const container = containers.at(-1);
  if (char === ',' && container) container.expectsKey = true;
};

/** Returns the first fault of a text that `JSON.parse` has accepted, or `null`. */
const faultIn = (text: string, rules: JsonRules): JsonFault | null => {
  const { forbidden, maxDepth = Number.POSITIVE_INFINITY } = rules;
  const checksNumbers = forbidden.includes('number_out_of_range');
  const containers: Container[] = [];
  for (let at = 0; at < text.length; ) {
    const char = text[at] ?? '';
    if (char === '"') {
      const end = endOfString(text, at);
      const fault = stringFault(containers.at(-1), text.slice(at, end), rules);
      if (fault) return fault;
      at = end;
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      const end = endOfNumber(text, at);
      if (checksNumbers && !Number.isFinite(Number(text.slice(at, end)))) return 'number_out_of_range';
      at = end;
    } else {
      trackNesting(containers, char);
      if (containers.length > maxDepth) return 'too_deep';
      at += 1;
    }
  }
  return null;
};

/** Parses a JSON text that breaks none of the rules, so that it has the same meaning for every parser. */
export const parseStrictJson = (text: string, rules: JsonRules): Either<JsonFault, unknown> => {
  const value = parseJson(text);
  const fault = value === undefined ? 'not_json' : faultIn(text, rules);
  return fault === null ? E.right(value) : E.left(fault);
};
