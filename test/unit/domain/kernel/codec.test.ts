import { runInNewContext } from 'node:vm';
import { E } from '@portcullis/domain';
import {
  closedObject,
  decode,
  isMultilineText,
  isPlainText,
  multilineText,
  plainText,
  t,
} from '@portcullis/domain/kernel';
import { expect } from 'chai';

const Person = closedObject({ name: t.string }, { age: t.number });

const pointersOf = (codec: t.Decoder<unknown, unknown>, input: unknown): readonly string[] => {
  const decoded = decode(codec, input);
  return E.isLeft(decoded) ? decoded.left.map(({ pointer }) => pointer) : [];
};

describe('decode', () => {
  it('reports the fields of a closed object by the caller’s pointers, wherever the object is', () => {
    const wrong = { name: 1, age: 'x', shoe: 43 };
    expect(pointersOf(Person, wrong)).to.deep.equal(['/shoe', '/name', '/age']);
    expect(pointersOf(t.type({ body: Person }), { body: wrong })).to.deep.equal([
      '/body/shoe',
      '/body/name',
      '/body/age',
    ]);
    expect(pointersOf(t.array(Person), [{ name: 'a' }, wrong])).to.deep.equal(['/1/shoe', '/1/name', '/1/age']);
    expect(pointersOf(t.union([Person, t.null]), wrong)).to.include.members(['/name', '/age']);
  });

  it('takes an unknown field that is undefined as one that is left out', () => {
    expect(pointersOf(Person, { name: 'a', shoe: undefined })).to.deep.equal([]);
    expect(pointersOf(Person, { name: 'a', shoe: null })).to.deep.equal(['/shoe']);
  });

  const hidden = Object.defineProperty({ name: 'a' }, 'age', { value: 7 });
  class Named {
    get name(): string {
      return 'a';
    }
  }
  for (const [what, value] of [
    ['an instance of a class', new Named()],
    ['an object that inherits its fields', Object.create({ name: 'a' })],
    ['an object that inherits them from no class', Object.create(Object.assign(Object.create(null), { name: 'a' }))],
    ['an object with a field that no copy has', hidden],
    ['a map', new Map([['name', 'a']])],
  ] as const)
    it(`refuses ${what}, whose fields a copy would lose`, () => {
      expect(Person.is(value)).to.equal(false);
      expect(decode(Person, value)).to.deep.equal(
        E.left([{ pointer: '', message: 'expected a plain object, with fields of its own alone' }]),
      );
    });

  it('takes an object without a prototype, and one of another realm', () => {
    expect(pointersOf(Person, Object.assign(Object.create(null), { name: 'a' }))).to.deep.equal([]);
    expect(pointersOf(Person, runInNewContext("({ name: 'a' })"))).to.deep.equal([]);
  });

  it('reports twenty unknown fields and no more', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f${i}`, i]));
    expect(pointersOf(Person, { name: 'a', ...many })).to.have.length(20);
  });
});

describe('plain text', () => {
  const refused = {
    'a control of C0': 'a\u0007b',
    'a line feed': 'a\nb',
    'a carriage return': 'a\rb',
    'an escape sequence': '\u001b[2J',
    DEL: 'a\u007f',
    'a control of C1': 'a\u009bb',
    'the next line of C1': 'a\u0085b',
    'a line separator': 'a\u2028b',
    'a paragraph separator': 'a\u2029b',
    'an override from right to left': 'photo_\u202egpj.exe',
    'an override from left to right': 'a\u202db',
    'an embedding': 'a\u202bb\u202c',
    'an isolate': 'a\u2067b\u2069',
    'a tag character': 'a\u{e0041}',
    'the language tag': '\u{e0001}a',
    blanks: '   ',
    'a blank that does not break': '\u00a0\u3000',
    'zero-width characters': '\u200b\u200d\ufeff',
    'a soft hyphen': '\u00ad',
    'a Hangul filler': '\u3164',
    'the empty Braille cell': '\u2800',
    'half of a surrogate pair': 'a\ud800',
  };
  for (const [what, text] of Object.entries(refused)) {
    it(`is not a text with ${what}`, () => {
      expect(isPlainText(text)).to.equal(false);
      expect(plainText(0, 100).is(text)).to.equal(false);
      if (what !== 'a line feed') expect(multilineText(100).is(text)).to.equal(false);
    });
  }

  it('is any word of any script', () => {
    const words = [
      'Anna Maria',
      'Ñandú',
      'علی\u200cرضا',
      '\u05d0\u200f',
      '山田 太郎',
      'नी',
      '👩\u200d👩',
      'e\u0301',
      '—',
      'a\u00a0b',
    ];
    expect(words.filter((word) => !isPlainText(word) || !isMultilineText(word))).to.deep.equal([]);
  });

  it('has tab and line feed where it may have several lines, and still something to see', () => {
    expect(isMultilineText('12 Long Street\n\tUtopia')).to.equal(true);
    expect(['\n\t', '', ' \n', 'a\r\nb'].filter(isMultilineText)).to.deep.equal([]);
  });

  it('is empty only where it may have no character', () => {
    expect([plainText(0, 2).is(''), plainText(1, 2).is(''), multilineText(2).is('')]).to.deep.equal([
      true,
      false,
      false,
    ]);
    expect([plainText(1, 2).is('abc'), multilineText(2).is('abc')]).to.deep.equal([false, false]);
  });
});
