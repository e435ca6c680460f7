import { keyringOf } from '@portcullis/record-store';
import { expect } from 'chai';
import fc from 'fast-check';
import { envelopeOverhead, open, seal } from '#record-store/encryption/envelope';
import { deriveKey, newKey, unwrapKey, wrapKey } from '#record-store/encryption/key-wrapping';
import { keyedDigest } from '#record-store/encryption/keyed-digest';
import { isSealedText, openText, sealText } from '#record-store/encryption/sealed-text';
import { aKeyring } from '../../support/builders/keyrings.ts';
import { unicodeText } from '../../support/generators/unicode-text.ts';

const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 });
const anyContext = fc.array(fc.string(), { minLength: 1, maxLength: 4 });
const anyBytes = fc.uint8Array({ maxLength: 400 });
/** A text without lone surrogates, which UTF-8 cannot encode. */
const anyText = unicodeText();

const key = newKey();
const context = ['profiles', 'profile00000001', 'data'];

describe('sealing', () => {
  it('opens what it sealed: any bytes, under any key, in any context', () => {
    fc.assert(
      fc.property(anyKey, anyContext, anyBytes, (k, where, bytes) => {
        expect(open(k, where, seal(k, where, bytes))).to.deep.equal(Buffer.from(bytes));
      }),
    );
  });

  it('opens what it sealed: any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(openText(key, context, sealText(key, context, text))).to.equal(text);
      }),
    );
  });

  it('does not open after the change of any single bit', () => {
    const envelope = seal(key, context, Buffer.from('P<UTOERIKSSON<<ANNA<MARIA'));
    for (let bit = 0; bit < envelope.length * 8; bit += 1) {
      const changed = Uint8Array.from(envelope);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(open(key, context, changed), `bit ${bit}`).to.equal(null);
    }
  });

  it('does not open what was truncated or extended, at any length', () => {
    const envelope = seal(key, context, Buffer.from('L898902C36UTO'));
    for (let length = 0; length < envelope.length; length += 1) {
      expect(open(key, context, envelope.subarray(0, length)), `${length} bytes`).to.equal(null);
    }
    expect(open(key, context, Buffer.concat([envelope, Uint8Array.of(0)]))).to.equal(null);
  });

  it('does not open under another key', () => {
    fc.assert(
      fc.property(anyKey, anyKey, anyBytes, (k, other, bytes) => {
        fc.pre(Buffer.compare(k, other) !== 0);
        expect(open(other, context, seal(k, context, bytes))).to.equal(null);
      }),
    );
  });

  it('does not open in another context, even where its words concatenate to the same text', () => {
    fc.assert(
      fc.property(anyContext, anyContext, (where, elsewhere) => {
        fc.pre(JSON.stringify(where) !== JSON.stringify(elsewhere));
        expect(open(key, elsewhere, seal(key, where, Uint8Array.of(1)))).to.equal(null);
      }),
    );
    expect(open(key, ['a', 'bc'], seal(key, ['ab', 'c'], Uint8Array.of(1)))).to.equal(null);
    expect(open(key, ['a","b'], seal(key, ['a', 'b'], Uint8Array.of(1)))).to.equal(null);
  });

  it('never seals a text twice to the same envelope, and is 29 bytes longer', () => {
    const bytes = Buffer.from('740812');
    const envelopes = Array.from({ length: 200 }, () => Buffer.from(seal(key, context, bytes)).toString('hex'));
    expect(new Set(envelopes).size).to.equal(200);
    expect(envelopeOverhead).to.equal(29);
    expect(new Set(envelopes.map(({ length }) => length / 2))).to.deep.equal(new Set([bytes.length + 29]));
  });

  it('opens no text of another form, and none with stray bits at its end', () => {
    const sealed = sealText(key, context, 'x');
    for (const other of ['', 'sealed:', sealed.slice(7), `${sealed}=`, `${sealed} `, sealed.toUpperCase()]) {
      expect(openText(key, context, other), other).to.equal(null);
    }
    expect(isSealedText(sealed)).to.equal(true);
    expect(isSealedText('{"sealed":1}')).to.equal(false);
  });

  it('seals in a form that Web Crypto opens: version, nonce, tag and the ciphertext of AES-256-GCM', async () => {
    const envelope = Buffer.from(seal(key, context, Buffer.from('UTO')));
    expect(envelope[0]).to.equal(1);
    const cipher = {
      name: 'AES-GCM',
      iv: envelope.subarray(1, 13),
      additionalData: Buffer.from(JSON.stringify(['portcullis', 1, ...context])),
      tagLength: 128,
    };
    const known = await crypto.subtle.importKey('raw', Uint8Array.from(key), 'AES-GCM', false, ['decrypt']);
    const sealed = Buffer.concat([envelope.subarray(29), envelope.subarray(13, 29)]);
    expect(Buffer.from(await crypto.subtle.decrypt(cipher, known, sealed)).toString()).to.equal('UTO');
  });
});

describe('wrapping', () => {
  it('unwraps with every key of the ring, at any position', () => {
    const data = newKey();
    const wrapped = wrapKey(aKeyring('a'), context, data);
    expect(wrapped.keyId).to.equal('a');
    for (const ring of [aKeyring('a'), aKeyring('b', 'a'), aKeyring('a', 'b')]) {
      expect(unwrapKey(ring, context, wrapped)).to.deep.equal(Buffer.from(data));
    }
  });

  it('reports a missing or different key, and unwraps for no other context and under no other name', () => {
    const wrapped = wrapKey(aKeyring('a'), context, newKey());
    expect(unwrapKey(aKeyring('b'), context, wrapped)).to.deep.equal({ _tag: 'UnknownKey', keyId: 'a' });
    expect(unwrapKey(aKeyring('other:a'), context, wrapped)).to.deep.equal({ _tag: 'NotThisKey', keyId: 'a' });
    const notThis = { _tag: 'NotThisKey', keyId: 'a' };
    expect(unwrapKey(aKeyring('a'), ['profiles', 'profile00000002', 'data'], wrapped)).to.deep.equal(notThis);
    const renamed = keyringOf([{ id: 'z', key: aKeyring('a').primary.key }]);
    expect(unwrapKey(renamed, context, { ...wrapped, keyId: 'z' })).to.deep.equal({
      _tag: 'NotThisKey',
      keyId: 'z',
    });
  });

  it('derives the same key for the same context, and another one for another context or key', () => {
    expect(deriveKey(key, context)).to.deep.equal(deriveKey(key, context)).and.have.length(32);
    expect(deriveKey(key, ['ab', 'c'])).to.not.deep.equal(deriveKey(key, ['a', 'bc']));
    expect(deriveKey(newKey(), context)).to.not.deep.equal(deriveKey(key, context));
  });
});

describe('keyed digests', () => {
  it('are HMAC-SHA-256: the same for the same words and key, different ones otherwise', () => {
    const digest = keyedDigest(key, ['reference', 'applicant-1']);
    expect(digest)
      .to.match(/^[0-9a-f]{64}$/)
      .and.equal(keyedDigest(key, ['reference', 'applicant-1']));
    expect(keyedDigest(key, ['reference', 'applicant-2'])).to.not.equal(digest);
    expect(keyedDigest(newKey(), ['reference', 'applicant-1'])).to.not.equal(digest);
    expect(keyedDigest(key, ['referencea', 'pplicant-1'])).to.not.equal(digest);
  });
});
