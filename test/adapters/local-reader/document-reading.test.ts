import { expect } from 'chai';
import { documentReadingOf, type PhotoReading } from '#adapters/local-reader/document-reading';
import { formatOf } from '#adapters/local-reader/mrz/mrz-format';
import { passportLines } from '../../support/builders/readings.ts';

const nothing: PhotoReading = { facts: null, isMrzFound: false, mrz: null };
const seen: PhotoReading = { ...nothing, isMrzFound: true };
const format = formatOf(passportLines());
const read: PhotoReading = {
  ...seen,
  mrz: format && {
    format,
    lines: passportLines(),
    validChecks: 5,
    totalChecks: 5,
    agreement: 1,
    doubts: [],
    uncertain: [],
  },
};

describe('the reading of a document from its sides', () => {
  it('says of a zone that was seen and not read that it is there', () => {
    expect(documentReadingOf([seen, nothing])).to.deep.include({ mrzLines: null, mrzUnread: true });
    expect(documentReadingOf([nothing, seen])).to.deep.include({ mrzLines: null, mrzUnread: true });
  });

  it('says nothing of a zone where none was seen, and where one was read', () => {
    expect(documentReadingOf([nothing, nothing])).to.not.have.property('mrzUnread');
    const { mrzLines, ...others } = documentReadingOf([seen, read]);
    expect(mrzLines).to.deep.equal(passportLines());
    expect(others).to.not.have.property('mrzUnread');
  });
});
