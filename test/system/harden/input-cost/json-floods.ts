import type { Flood } from './multipart-floods.ts';

const json = (name: string, data: string | Buffer): Flood => ({
  name,
  type: 'application/json',
  body: Buffer.concat([Buffer.from('{"type":"partner.call_made","data":'), Buffer.from(data), Buffer.from('}')]),
});

/** Repeats a unit, separated by commas, until the text has about this length. */
const list = (open: string, unit: (i: number) => string, close: string, length: number): string => {
  const units: string[] = [];
  for (let size = 0, i = 0; size < length; i += 1) {
    const next = unit(i);
    units.push(next);
    size += next.length + 1;
  }
  return `${open}${units.join(',')}${close}`;
};

const call = (i: number): string =>
  JSON.stringify({
    call: `c-${i}`,
    agent: 'staff-0217',
    at: '2026-01-31T12:00:00.000Z',
    minutes: 12.5,
    reached: true,
    note: 'The customer confirmed the address and asked for a letter.',
  });

/** What a partner may send: calls with their times, numbers and sentences. */
export const honestJson = (length: number): Flood => json('calls', list('{"calls":[', call, ']}', length));

/** A string, or a list, of two characters in turn. */
export const pairJson = (one: string, other: string, length: number, within: 'string' | 'list'): Flood => {
  const flood = `${one}${other}`.repeat(length / (one.length + other.length));
  const what = `${JSON.stringify(`${one}${other}`)} in a ${within}`;
  return json(what, within === 'string' ? `{"a":"${flood}"}` : `{"a":[${flood}]}`);
};

/** The characters that JSON is made of: every pair of them is tried in the short run too. */
export const jsonCharacters: readonly string[] = [...'{}[]":,\\-.1eu/ '];

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const nestedObjects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Values that cost a parser or a check more than their length. */
export const jsonFloods = (length: number): readonly Flood[] => {
  const values = (name: string, unit: (i: number) => string): Flood => json(name, list('{"a":[', unit, ']}', length));
  return [
    values('empty objects', () => '{}'),
    values('empty lists', () => '[]'),
    values('empty strings', () => '""'),
    values('lists as deep as accepted', () => nested(13)),
    values('objects as deep as accepted', () => nestedObjects(12)),
    json('lists deeper than accepted', nested(length / 2)),
    json('objects deeper than accepted', nestedObjects(length / 6)),
    values('objects of one key', () => '{"a":1}'),
    json(
      'short keys',
      list('{', (i) => `"${i.toString(36)}":1`, '}', length),
    ),
    json(
      'keys of numbers',
      list('{', (i) => `"${i}":1`, '}', length),
    ),
    json(
      'escaped keys',
      list('{', (i) => `"\\u006b${i.toString(36)}":1`, '}', length),
    ),
    json(
      'keys of one hash',
      list('{', (i) => `"${String.fromCodePoint(0x4e00 + i)}":1`, '}', length),
    ),
    json('a long key', `{"${'k'.repeat(length)}":1}`),
    json('a long key of escapes', `{"${'\\u006b'.repeat(length / 6)}":1}`),
    json('a long string', `{"a":"${'x'.repeat(length)}"}`),
    json('short escapes', `{"a":"${'\\n'.repeat(length / 2)}"}`),
    json('escapes of Unicode', `{"a":"${'\\u00e9'.repeat(length / 6)}"}`),
    json('escapes of surrogates', `{"a":"${'\\ud83d\\ude00'.repeat(length / 12)}"}`),
    values('strings of one escape', () => '"\\n"'),
    values('strings of one escape of Unicode', () => '"\\u0061"'),
    values('digits', () => '1'),
    values('fractions', (i) => `0.${i}`),
    values('exponents', () => '1e5'),
    values('large exponents', () => '1E299'),
    values('small numbers', () => '5E-324'),
    values('numbers of 17 digits', () => '-1.2345678901234567E-300'),
    values('zeros at the end', () => `1.5${'0'.repeat(20)}`),
    values('whole numbers of 22 digits', () => '1180591620717411303424'),
    json('a number of many digits', `{"a":${'1'.repeat(length)}}`),
    json('a fraction of many digits', `{"a":0.${'0'.repeat(length)}1}`),
    json('an exponent of many digits', `{"a":1e${'0'.repeat(length)}1}`),
    json('blanks', `{"a":${' '.repeat(length)}1}`),
    values('literals', () => 'true'),
    {
      name: 'unknown fields',
      type: 'application/json',
      body: Buffer.from(list('{', (i) => `"${i.toString(36)}":1`, '}', length)),
    },
    {
      name: 'fields that nobody named',
      type: 'application/json',
      body: Buffer.from(list('[', () => '{}', ']', length)),
    },
    { name: 'no JSON', type: 'application/json', body: Buffer.alloc(length, '[{') },
    { name: 'no UTF-8', type: 'application/json', body: Buffer.alloc(length, 0xff) },
  ];
};
