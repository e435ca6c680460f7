import { createHash } from 'node:crypto';
import type { LedgerEntry } from '@portcullis/domain';
import { canonicalDigest, canonicalJson, deterministicId, saltedDigest, sha256Hex } from '@portcullis/domain/kernel';
import { chainEntries, genesisHash } from '@portcullis/domain/ledger';
import { expect } from 'chai';
import { type EntryDraft, entryHash } from '#domain/ledger/chain';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** This entry has keys out of order, optional fields, escapes, numbers in their shortest form, letters beyond ASCII. */
const entry: LedgerEntry = {
  seq: 2,
  prev_hash: 'a'.repeat(64),
  profile_id: 'profile00000001',
  kind: 'status_change',
  type: 'review_declined',
  to: 'declined',
  from: 'in_review',
  reasons: ['review_declined', 'document_tampered'],
  actor: { type: 'machine', id: 'acme-server' },
  data: {
    z: null,
    a: [1, 0.5, 1e21, -0, true],
    Ä: {},
    '10': 'ten',
    '9': 'nine',
    note: 'Zoë said "no" \\ \n\u0007 €',
  },
  occurred_at: '2026-05-01T10:00:00.000Z',
  recorded_at: '2026-05-01T10:00:01.000Z',
  id: 'entry0000000002',
  hash: 'is not hashed',
};

const written = [
  '{"actor":{"id":"acme-server","type":"machine"}',
  ',"data":{"10":"ten","9":"nine","a":[1,0.5,1e+21,0,true],"note":"Zoë said \\"no\\" \\\\ \\n\\u0007 €"',
  ',"z":null,"Ä":{}}',
  ',"from":"in_review","id":"entry0000000002","kind":"status_change"',
  ',"occurred_at":"2026-05-01T10:00:00.000Z"',
  ',"prev_hash":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"',
  ',"profile_id":"profile00000001","reasons":["review_declined","document_tampered"]',
  ',"recorded_at":"2026-05-01T10:00:01.000Z","seq":2,"to":"declined","type":"review_declined"}',
].join('');

describe('the hash of an entry', () => {
  it('is SHA-256 over its canonical JSON without the hash, which is written by hand here', () => {
    const { hash: _, ...rest } = entry;
    expect(canonicalJson(rest)).to.equal(written);
    expect(entryHash(entry)).to.equal(sha256(written));
    expect(entryHash(entry)).to.equal('253923e26d1f8317cf6ea37d8dad8f7536987432d3169c1af19e8a85033bdbf7');
  });

  it('does not depend on the order of its fields, nor on its `hash`', () => {
    const turned = Object.fromEntries(Object.entries(entry).reverse());
    expect(entryHash({ ...entry, ...turned, hash: '' })).to.equal(entryHash(entry));
  });

  it('is of bytes that anybody can hash: the test vectors of FIPS 180-4', () => {
    expect(sha256Hex(new TextEncoder().encode('abc'))).to.equal(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(sha256Hex(new Uint8Array())).to.equal('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('is of JSON: a value without a JSON form is refused', () => {
    expect(() => canonicalDigest(undefined)).to.throw(TypeError);
    expect(canonicalDigest({})).to.equal(sha256('{}'));
  });
});

describe('a salted digest', () => {
  it('covers the salt and the value together', () => {
    expect(saltedDigest('5a', { last_name: 'Eriksson' })).to.equal(
      sha256('{"salt":"5a","value":{"last_name":"Eriksson"}}'),
    );
  });

  it('differs under another salt', () => {
    expect(saltedDigest('5a', 'Anna')).not.to.equal(saltedDigest('5b', 'Anna'));
  });
});

describe('an id that is derived from a name', () => {
  it('is the end of the name’s digest in base 36', () => {
    const expected = BigInt(`0x${sha256('profile00000001/1')}`)
      .toString(36)
      .padStart(50, '0')
      .slice(-15);
    expect(deterministicId('profile00000001/1')).to.equal(expected);
    expect(deterministicId('profile00000001/1')).to.match(/^[a-z0-9]{15}$/);
    expect(deterministicId('profile00000001/2')).not.to.equal(expected);
  });
});

describe('a chain of entries', () => {
  const draft = (type: string): EntryDraft => ({
    kind: 'verification_event',
    type,
    reasons: [],
    actor: { type: 'system', id: 'portcullis' },
    data: {},
    occurred_at: '2026-05-01T10:00:00.000Z',
  });
  const recordedAt = '2026-05-01T10:00:01.000Z';

  const expectedEntry = (seq: number, type: string, prev_hash: string) => {
    const id = deterministicId(`profile00000001/${seq}`);
    const json =
      `{"actor":{"id":"portcullis","type":"system"},"data":{},"id":"${id}","kind":"verification_event",` +
      `"occurred_at":"2026-05-01T10:00:00.000Z","prev_hash":"${prev_hash}","profile_id":"profile00000001",` +
      `"reasons":[],"recorded_at":"2026-05-01T10:00:01.000Z","seq":${seq},"type":"${type}"}`;
    return { ...JSON.parse(json), hash: sha256(json) };
  };

  it('begins with 64 zeros, and each entry has the hash of the one before', () => {
    const head = { profileId: 'profile00000001', seq: 0, hash: genesisHash };
    const one = expectedEntry(1, 'first.thing', '0'.repeat(64));
    const two = expectedEntry(2, 'second.thing', one.hash);
    expect(chainEntries(head, [draft('first.thing'), draft('second.thing')], recordedAt)).to.deep.equal([one, two]);
  });

  it('continues after a head', () => {
    const head = { profileId: 'profile00000001', seq: 7, hash: 'b'.repeat(64) };
    expect(chainEntries(head, [draft('next.thing')], recordedAt)).to.deep.equal([
      expectedEntry(8, 'next.thing', 'b'.repeat(64)),
    ]);
  });

  it('without drafts is empty', () => {
    expect(chainEntries({ profileId: 'profile00000001', seq: 7, hash: genesisHash }, [], recordedAt)).to.deep.equal([]);
  });
});
