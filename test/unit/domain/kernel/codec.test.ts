import { E } from '@portcullis/domain';
import { closedObject, decode, t } from '@portcullis/domain/kernel';
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
});
