import { E } from '@portcullis/domain';
import { type JsonRules, parseJson, parseStrictJson } from '@portcullis/domain/kernel';
import { expect } from 'chai';

const allRules: JsonRules = {
  forbidden: ['repeated_key', 'proto_key', 'half_surrogate', 'number_out_of_range'],
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
    ['a number that is too large', '[1e999]', 'number_out_of_range'],
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

  it('reports the first of several faults', () => {
    expect(parseStrictJson('{"a":"\\ud800","a":1e999}', allRules)).to.deep.equal(E.left('half_surrogate'));
  });
});
