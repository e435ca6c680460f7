import { reasonCodes as codes } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { loadReasons, reasonIn } from '#console/texts/reasons';

describe('the reasons of the console in words', () => {
  it('are whole sentences in German, one of each code, and each a different one', async () => {
    const texts = await loadReasons('de');
    expect(Object.keys(texts ?? {})).to.have.members([...codes]);
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
