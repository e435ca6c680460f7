import { E, type Either } from './fp.ts';

/** Content that RFC 7493 (I-JSON) forbids beyond the grammar of JSON, and a key that changes object prototypes. */
type ForbiddenContent = 'repeated_key' | 'proto_key' | 'half_surrogate' | 'inexact_number';

/** Why a text is refused. */
export type JsonFault = ForbiddenContent | 'not_json' | 'too_deep' | 'too_many_values';

export type JsonRules = {
  readonly forbidden: readonly ForbiddenContent[];
  /** How deep arrays and objects may be nested. The default is no limit. */
  readonly maxDepth?: number;
  /**
   * How many values and how many different keys the text may have. A parser makes something of each of them, which
   * costs more than their bytes. The default is no limit.
   */
  readonly maxValues?: number;
  readonly maxKeys?: number;
};

/** The value of a JSON text, or `undefined` for another text: the parser's own error would quote it. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const minus = 0x2d;
const dot = 0x2e;
const letterE = 0x65;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Finds the end (exclusive) of the string that begins at `start`. */
const endOfString = (text: string, start: number): number => {
  let end = start + 1;
  for (let code = text.charCodeAt(end); code !== quote && end < text.length; code = text.charCodeAt(end)) {
    end += code === backslash ? 2 : 1;
  }
  return end + 1;
};

/** Finds the end (exclusive) of the digits, the dot and the exponent that begin at `start`. */
const endOfNumber = (text: string, start: number): number => {
  let end = start + 1;
  for (let code = text.charCodeAt(end); ; code = text.charCodeAt(end)) {
    // A sign stands in the exponent alone, and 0x2b is the plus.
    if (!isDigit(code) && code !== dot && (code | 0x20) !== letterE && code !== minus && code !== 0x2b) return end;
    end += 1;
  }
};

/** A number as its digits without zeros at either end, and the power of ten that they are multiplied by. */
const decimalOf = (literal: string): string => {
  const [, whole = '', fraction = '', power = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${significant}e${Number(power) - fraction.length + digits.length - significant.length}`;
};

/**
 * This many digits survive the way through a double (C's `DBL_DIG`), unless it is smaller than the smallest normal one.
 */
const safeDigits = 15;
const smallestNormal = 2 ** -1022;

/** No double has more digits than the smallest one, in decimal. */
const maxDigits = 1100;

/** Whether a double holds a whole number, or a program writes the double so. */
const isExactInteger = (literal: string, value: number): boolean =>
  literal === String(value) || BigInt(literal) === BigInt(value);

/**
 * Whether a double holds a number of a JSON text exactly: it is the shortest decimal of its double, or that double as a
 * whole number. Another parser, which keeps more digits or fewer, would read another number (RFC 7493 section 2.2).
 */
const isExactNumber = (literal: string): boolean => {
  if (literal.length > maxDigits) return false;
  const value = Number(literal);
  // The parser handles what is no number at all.
  if (!Number.isFinite(value)) return Number.isNaN(value);
  if (/^-?\d+$/.test(literal)) return isExactInteger(literal, value);
  const isNormal = Math.abs(value) >= smallestNormal;
  if (isNormal && literal.length <= safeDigits) return true;
  const shortest = String(value);
  // The smallest numbers have few digits or none that are exact, and are taken as programs write them.
  if (value !== 0 && !isNormal) return literal.toLowerCase() === shortest;
  return literal === shortest || decimalOf(literal) === decimalOf(shortest);
};

/** Whether a number is exact because it is short: few digits, and at most two in the exponent. */
const isShortNumber = (text: string, start: number, end: number): boolean => {
  if (end - start > safeDigits) return false;
  for (let at = start; at < end; at += 1) {
    if ((text.charCodeAt(at) | 0x20) === letterE) return end - at <= (isDigit(text.charCodeAt(at + 1)) ? 3 : 4);
  }
  return true;
};

/** The value of a string token. Only a token with an escape sequence has to be parsed. */
const stringOf = (token: string): string => {
  const value: unknown = token.includes('\\') ? parseJson(token) : token.slice(1, -1);
  return typeof value === 'string' ? value : '';
};

type Container = { readonly keys: Set<string> | null; expectsKey: boolean };

/** The part of a text that was read so far: the open containers, and the keys and values of all of them. */
type Scan = { readonly containers: Container[]; readonly keys: Set<string>; values: number };

const keyFault = ({ containers, keys }: Scan, key: string, rules: JsonRules): JsonFault | null => {
  const container = containers.at(-1);
  if (container?.keys == null || !container.expectsKey) return null;
  if (key === '__proto__' && rules.forbidden.includes('proto_key')) return 'proto_key';
  if (container.keys.has(key) && rules.forbidden.includes('repeated_key')) return 'repeated_key';
  container.keys.add(key);
  container.expectsKey = false;
  if (rules.maxKeys !== undefined && keys.add(key).size > rules.maxKeys) return 'too_many_values';
  return null;
};

const stringFault = (scan: Scan, token: string, rules: JsonRules): JsonFault | null => {
  // Without an escaped surrogate, the value of a string is as well formed as its token.
  const value = scan.containers.at(-1)?.expectsKey || token.includes('\\u') ? stringOf(token) : token;
  if (!value.isWellFormed() && rules.forbidden.includes('half_surrogate')) return 'half_surrogate';
  return keyFault(scan, value, rules);
};

/** An object, and a number whose digits have to be compared, cost as much as several values, and count as many. */
const objectValues = 4;
const longNumberValues = 12;

/**
 * Updates the nesting after one character: it opens or closes a container, or starts the next value or pair in one.
 * Answers whether there was a container to close.
 */
const trackNesting = (scan: Scan, code: number): boolean => {
  const { containers } = scan;
  if (code === openBrace) {
    scan.values += objectValues;
    containers.push({ keys: new Set(), expectsKey: true });
  } else if (code === openBracket) {
    scan.values += 1;
    containers.push({ keys: null, expectsKey: false });
  } else if (code === comma) {
    scan.values += 1;
    const container = containers.at(-1);
    if (container?.keys) container.expectsKey = true;
  } else if (code === closeBrace || code === closeBracket) return containers.pop() !== undefined;
  return true;
};

/**
 * Returns the first fault of a text, or `null`. It may be any text; where it is not JSON, this finds a fault or none,
 * and the parser refuses it.
 */
const faultIn = (text: string, rules: JsonRules): JsonFault | null => {
  const { forbidden, maxDepth = Number.POSITIVE_INFINITY, maxValues = Number.POSITIVE_INFINITY } = rules;
  const checksNumbers = forbidden.includes('inexact_number');
  const scan: Scan = { containers: [], keys: new Set(), values: 1 };
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      const fault = stringFault(scan, text.slice(at, end), rules);
      if (fault) return fault;
      at = end;
    } else if (code === minus || isDigit(code)) {
      const end = endOfNumber(text, at);
      if (checksNumbers && !isShortNumber(text, at, end)) {
        scan.values += longNumberValues;
        if (!isExactNumber(text.slice(at, end))) return 'inexact_number';
      }
      at = end;
    } else {
      if (!trackNesting(scan, code)) return 'not_json';
      if (scan.containers.length > maxDepth) return 'too_deep';
      if (scan.values > maxValues) return 'too_many_values';
      at += 1;
    }
  }
  return null;
};

/**
 * Parses a JSON text that breaks none of the rules, so that it has the same meaning for every parser. The rules come
 * first: a text that breaks one is not parsed.
 */
export const parseStrictJson = (text: string, rules: JsonRules): Either<JsonFault, unknown> => {
  const fault = faultIn(text, rules);
  if (fault !== null) return E.left(fault);
  const value = parseJson(text);
  return value === undefined ? E.left('not_json') : E.right(value);
};
