import { stateCodes } from '@portcullis/documents';
import { type DocumentReading, decide } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { expect } from 'chai';
import fc from 'fast-check';
import { aCase, aReadingEvidence } from '../../../support/builders/evidence.ts';
import { localReader, passportLines, printedFields } from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';
import { runs } from '../../../support/effort.ts';

const strict: FlatPolicy = { ...standard, actions: { data_inconsistent: 'decline' } };

const verdictOn = (reading: Partial<DocumentReading>, policy = standard) =>
  decide(policy, aCase({ instead: { document_reading: [aReadingEvidence(reading)] } }), decidedAt);

const printed = printedFields(passportLines());

describe('a code of a State that is on no list', function () {
  this.timeout(120_000);

  for (const code of ['THN', 'AUB', 'NLO', 'I3Z']) {
    const nationality = { mrzLines: passportLines({ nationality: code }) };
    it(`is no nationality: ${code} in the zone leads to review`, () => {
      const { deciding, outcome } = verdictOn(nationality);
      expect([outcome, deciding]).to.deep.equal(['review', ['data_inconsistent']]);
    });

    it(`is no issuing State: ${code} in the zone leads to review`, () => {
      const { deciding, outcome } = verdictOn({ mrzLines: passportLines({ state: code }), issuingCountry: null });
      expect([outcome, deciding]).to.deep.equal(['review', ['data_inconsistent']]);
    });

    it(`never declines anybody, since ${code} may be a slip of the reader`, () => {
      expect(verdictOn(nationality, strict).outcome).to.equal('review');
      expect(verdictOn({ mrzLines: passportLines({ state: code }), issuingCountry: null }, strict).outcome).to.equal(
        'review',
      );
    });
  }

  it('leads to review where it is printed, and a name or a known code does not', () => {
    const sure = (value: string) => ({ value, confidence: 1 });
    const isDoubted = (value: string): boolean =>
      verdictOn({
        mrzLines: passportLines({ state: 'THA', nationality: 'THA' }),
        issuingCountry: 'THA',
        fields: { ...printed, nationality: sure(value) },
      }).reasons.includes('data_inconsistent');
    expect(['THN', 'THA', 'TH', 'Thailand', 'THAI'].map(isDoubted)).to.deep.equal([true, false, false, false, false]);
    expect(verdictOn({ issuingCountry: 'THN', mrzLines: passportLines() }).reasons).to.include('data_inconsistent');
  });

  it('is read letter by letter: a filler inside makes no other State of it', () => {
    const { deciding } = verdictOn({ mrzLines: passportLines({ nationality: 'A<T' }) });
    expect(deciding).to.deep.equal(['data_inconsistent']);
  });

  it('leads to review where a zone has room for the nationality and shows none, whatever print says', () => {
    const mrzLines = passportLines({ state: 'SWE', nationality: '<<<', number: '91234567' });
    const blank = { mrzLines, issuingCountry: 'SWE', fields: printedFields(mrzLines) };
    const review = ['review', 'data_inconsistent'];
    const answer = (reading: Partial<DocumentReading>, policy = standard) => {
      const { deciding, outcome } = verdictOn(reading, policy);
      return [outcome, ...deciding];
    };
    expect(answer(blank)).to.deep.equal(review);
    expect(answer(blank, strict)).to.deep.equal(review);
    expect(
      answer({ ...blank, reader: localReader, documentType: null, issuingCountry: null, fields: {} }),
    ).to.deep.equal(review);
    const nationality = { value: 'SWE', confidence: 1 };
    expect(answer({ ...blank, fields: { ...blank.fields, nationality } })).to.deep.equal(review);
  });

  it('is never approved, and every code on the list is, whichever three characters there are', () => {
    const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
    const code = fc.oneof(
      fc.array(fc.constantFrom(...characters), { minLength: 3, maxLength: 3 }).map((chars) => chars.join('')),
      fc.constantFrom(...stateCodes),
    );
    fc.assert(
      fc.property(code, (nationality) => {
        const { outcome } = verdictOn({ mrzLines: passportLines({ nationality }) });
        expect(outcome).to.equal(stateCodes.includes(nationality) ? 'approve' : 'review');
      }),
      { numRuns: runs(20_000, 100) },
    );
  });
});
