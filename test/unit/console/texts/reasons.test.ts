import { reasonCodes as codesOfService } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { type ReasonCode, reasonCodes } from '#console/texts/reason-codes';
import { loadReasons, reasonIn } from '#console/texts/reasons';

/** It does not compile while the console lacks a code of the service, and so a sentence about it. */
const codes: readonly ReasonCode[] = codesOfService;

describe('the reasons of the console in words', () => {
  it('are those that the service gives, and no others', () => {
    expect([...reasonCodes].sort()).to.deep.equal([...codes].sort());
  });

  it('are whole sentences in German, each a different one', async () => {
    const texts = await loadReasons('de');
    const sentences = codes.map((code) => reasonIn(texts, code) ?? '');
    for (const [n, sentence] of sentences.entries()) expect(sentence, codes[n]).to.match(/^[A-ZÄÖÜ].+[.]$/);
    expect(new Set(sentences).size).to.equal(codes.length);
  });

  it('are those of the service in English, for a code that is not known, and where they cannot be loaded', async () => {
    expect(await loadReasons('en')).to.equal(null);
    expect(await loadReasons('de', async () => Promise.reject(new Error('gone')))).to.equal(null);
    expect(reasonIn(await loadReasons('de'), 'iris_mismatch')).to.equal(null);
    expect(reasonIn(await loadReasons('de'), 'toString')).to.equal(null);
  });
});
