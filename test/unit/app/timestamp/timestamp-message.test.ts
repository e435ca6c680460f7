import { createHash } from 'node:crypto';
import { timestampFault, timestampRequest } from '@portcullis/app';
import { expect } from 'chai';
import { textOf } from '../../../support/repository/files.ts';

/** A request, and what another program has answered to it; the file names its source. */
const recorded = JSON.parse(textOf('test/fixtures/timestamps/response.json'));
const digest = createHash('sha256').update(recorded.text).digest();
const nonce = Buffer.from(recorded.nonce, 'hex');
const response = Buffer.from(recorded.response, 'base64');

describe('the messages of RFC 3161', () => {
  it('request a stamp over the SHA-256 of a text', () => {
    expect(Buffer.from(timestampRequest(digest, nonce)).toString('base64')).to.equal(recorded.request);
  });

  it('are not taken for a stamp of another text, of another request, or for one that was refused', () => {
    expect(timestampFault(response, digest, nonce)).to.equal(null);
    const other = createHash('sha256').update('else').digest();
    expect(timestampFault(response, other, nonce)).to.equal('other_imprint');
    expect(timestampFault(response, digest, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 9))).to.equal('other_nonce');
    const refusal = Buffer.from('30053003020102', 'hex');
    expect(timestampFault(refusal, digest, nonce)).to.equal('refused');
    expect(timestampFault(timestampRequest(digest, nonce), digest, nonce)).to.equal('malformed');
  });

  it('are refused wherever they are cut off, and harmless with any byte changed', () => {
    for (let length = 0; length < response.length; length += 1)
      expect(timestampFault(response.subarray(0, length), digest, nonce), `${length} bytes`).to.equal('malformed');
    for (let at = 0; at < response.length; at += 1) {
      const changed = Buffer.from(response);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      expect(() => timestampFault(changed, digest, nonce), `byte ${at}`).to.not.throw();
    }
    expect(timestampFault(Buffer.concat([response, Uint8Array.of(5, 0)]), digest, nonce)).to.equal('malformed');
  });
});
