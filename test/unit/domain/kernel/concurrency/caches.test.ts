import { expiringCache, lruCache } from '@portcullis/domain/kernel';
import { expect } from 'chai';

describe('lruCache', () => {
  it('evicts the least recently used entry, and answers it', () => {
    const cache = lruCache<string, number>(2);
    expect([cache.set('a', 1), cache.set('b', 2)]).to.deep.equal([null, null]);
    expect(cache.get('a')).to.equal(1);
    expect(cache.set('c', 3)).to.deep.equal(['b', 2]);
    expect([...cache.entries()]).to.deep.equal([
      ['a', 1],
      ['c', 3],
    ]);
  });

  it('does not count a peek as a use, but a new value for the same key', () => {
    const cache = lruCache<string, number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    expect(cache.peek('a')).to.equal(1);
    expect(cache.set('c', 3)).to.deep.equal(['a', 1]);
    expect(cache.set('b', 4)).to.equal(null);
    expect(cache.set('d', 5)).to.deep.equal(['c', 3]);
  });

  it('keeps the order when the newest entry is used again, and when it was deleted', () => {
    const cache = lruCache<string, number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    expect([cache.get('b'), cache.get('b'), cache.get('a')]).to.deep.equal([2, 2, 1]);
    expect(cache.set('c', 3)).to.deep.equal(['b', 2]);
    cache.delete('c');
    cache.set('b', 4);
    expect(cache.get('a')).to.equal(1);
    expect(cache.set('d', 5)).to.deep.equal(['b', 4]);
  });

  it('forgets what is deleted', () => {
    const cache = lruCache<string, number>(2);
    cache.set('a', 1);
    cache.delete('a');
    expect([cache.size(), cache.get('a')]).to.deep.equal([0, undefined]);
  });
});

describe('expiringCache', () => {
  it('answers a value until its end, and not before the time of its storage', () => {
    const cache = expiringCache<string, string>(10);
    const storedAt = (now: number): void => cache.set('key', 'value', now, 2000);
    storedAt(1000);
    expect([cache.get('key', 1000), cache.get('key', 1999), cache.get('key', 2000)]).to.deep.equal([
      'value',
      'value',
      undefined,
    ]);
    storedAt(1000);
    expect([cache.get('key', 999), cache.get('key', 1500)]).to.deep.equal([undefined, undefined]);
  });

  it('stores nothing that has ended already, and evicts the least recently used entry', () => {
    const cache = expiringCache<string, string>(2);
    cache.set('ended', 'value', 1000, 1000);
    expect(cache.get('ended', 1000)).to.equal(undefined);
    cache.set('a', 'value', 0, 10);
    cache.set('b', 'value', 0, 10);
    cache.get('a', 1);
    cache.set('c', 'value', 0, 10);
    expect(['a', 'b', 'c'].map((key) => cache.get(key, 2))).to.deep.equal(['value', undefined, 'value']);
  });
});
