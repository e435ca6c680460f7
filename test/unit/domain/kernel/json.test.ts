import { E } from '@portcullis/domain';
import { parseJson, parseStrictJson } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonRules } from '#domain/kernel/json';

const allRules: JsonRules = {
  forbidden: ['repeated_key', 'proto_key', 'half_surrogate', 'inexact_number'],
  maxDepth: 3,
};

describe('parseJson', () => {
  it('answers the value of a JSON text, and undefined for another text', () => {
    expect(['{"a":[1,null]}', 'null', '{"a":', ''].map(parseJson)).to.deep.equal([
      { a: [1, null] },
      null,
      undefined,
      undefined,
    ]);
  });
});

describe('parseStrictJson', () => {
  const cases = [
    ['a text that is not JSON', '{"a":1,}', 'not_json'],
    ['a repeated key', '{"a":1,"b":{"a":2},"a":3}', 'repeated_key'],
    ['a repeated key that is escaped once', '{"a":1,"\\u0061":2}', 'repeated_key'],
    ['a key that is the prototype', '{"__proto__":1}', 'proto_key'],
    ['half of a surrogate pair in a value', '["\\ud800"]', 'half_surrogate'],
    ['half of a surrogate pair in a key', '{"\\udc00":1}', 'half_surrogate'],
    ['a number that is too large', '[1e999]', 'inexact_number'],
    ['nesting that is too deep', '[[[[]]]]', 'too_deep'],
  ] as const;
  for (const [what, text, fault] of cases) {
    it(`refuses ${what}`, () => {
      expect(parseStrictJson(text, allRules)).to.deep.equal(E.left(fault));
    });
    if (fault !== 'not_json') {
      it(`accepts ${what} when no rule forbids it`, () => {
        expect(E.isRight(parseStrictJson(text, { forbidden: [] }))).to.equal(true);
      });
    }
  }

  it('accepts the same key in different objects, and a value that equals a key', () => {
    const text = '[{"a":"a","b":"a"},{"a":["a","a"]}]';
    expect(parseStrictJson(text, allRules)).to.deep.equal(E.right([{ a: 'a', b: 'a' }, { a: ['a', 'a'] }]));
  });

  const numbers: readonly (readonly [what: string, exact: readonly string[], inexact: readonly string[]])[] = [
    ['whole numbers', ['0', '-0', '9007199254740991', '-9007199254740992'], ['9007199254740993', '-9007199254740993']],
    ['whole numbers that a double holds', ['18446744073709551616', '1180591620717411303424'], ['18446744073709551615']],
    ['whole numbers of their shortest text', ['295147905179352830000'], ['295147905179352830001']],
    [
      'fractions',
      ['0.1', '1.10', '0.30000000000000004', '123456.789012345'],
      ['0.10000000000000001', '0.1234567890123456789'],
    ],
    ['the number of the RFC', ['3.141592653589793'], ['3.141592653589793238462643383279']],
    ['powers', ['1e5', '1E+22', '1e23', '1.5e-300', '10e307', '0e999', '0.00e-999'], ['1e309', '1E400', '-1e999']],
    ['small numbers', ['5e-324', '2.2250738585072014e-308', '0.000001'], ['1e-400', '3e-324', '1.6e-323']],
    [
      'zeros at the end',
      [`1.5${'0'.repeat(40)}`, `1${'0'.repeat(22)}`],
      [`1.5${'0'.repeat(40)}1`, `1.${'0'.repeat(2000)}1`],
    ],
  ];
  for (const [what, exact, inexact] of numbers) {
    it(`accepts ${what} that a double holds exactly, and refuses others (RFC 7493 section 2.2)`, () => {
      for (const literal of exact) {
        expect(parseStrictJson(`[${literal}]`, allRules), literal).to.deep.equal(E.right([Number(literal)]));
      }
      for (const literal of inexact) {
        expect(parseStrictJson(`[${literal}]`, allRules), literal).to.deep.equal(E.left('inexact_number'));
        expect(parseStrictJson(literal, allRules), literal).to.deep.equal(E.left('inexact_number'));
      }
    });
  }

  it('accepts every number that a program writes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger()), (n) => {
        for (const text of [JSON.stringify(n), n.toExponential(), `[${n}]`]) {
          expect(E.isRight(parseStrictJson(text, allRules)), text).to.equal(true);
        }
      }),
    );
  });

  it('refuses more values and more different keys than are accepted, before it parses them', () => {
    const rules: JsonRules = { forbidden: ['inexact_number'], maxValues: 5, maxKeys: 2 };
    const accepted = ['[1,2,3,4]', '[[],[]]', '{"a":1}', '["a,b,c,d,e,f"]', '1e-5'];
    const refused = ['[1,2,3,4,5]', '[[],[[]]]', '[[[[[', '{"a":{}}', ',,,,,', '[0.30000000000000004]'];
    for (const text of accepted) expect(E.isRight(parseStrictJson(text, rules)), text).to.equal(true);
    for (const text of refused) {
      expect(parseStrictJson(text, rules), text).to.deep.equal(E.left('too_many_values'));
    }
    const keys: JsonRules = { forbidden: [], maxKeys: 2 };
    expect(E.isRight(parseStrictJson('[{"a":1,"b":{"a":2}},{"b":3}]', keys))).to.equal(true);
    expect(parseStrictJson('[{"a":1,"b":{"c":2}}]', keys)).to.deep.equal(E.left('too_many_values'));
  });

  it('refuses a text that is no JSON, however it ends', () => {
    const broken = [
      '"',
      '"\\',
      '{"a',
      '{"a":"\\ud8"}',
      '["\\x"]',
      '[1e]',
      '[1..2]',
      '[-]',
      '[01]',
      '{"a":1}]',
      '}',
      ']',
      '{"a":1,"a',
      '\u2028',
    ];
    for (const text of broken) expect(parseStrictJson(text, allRules), text).to.deep.equal(E.left('not_json'));
  });

  it('reports the first of several faults', () => {
    expect(parseStrictJson('{"a":"\\ud800","a":1e999}', allRules)).to.deep.equal(E.left('half_surrogate'));
  });
});
