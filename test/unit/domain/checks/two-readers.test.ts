import { combineReadings, type DocumentReading, decide, type Outcome, type ReasonCode } from '@portcullis/domain';
import { expect } from 'chai';
import { aCase, aReadingEvidence } from '../../../support/builders/evidence.ts';
import { aReading, localReader, passportLines, printedFields } from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';

const printed = passportLines();
/** This MRZ was altered by somebody who did not compute the check digits again. */
const altered = printed.map((line, row) => (row === 1 ? line.replace('L898902C3', 'L898907C3') : line));
/** This is the altered MRZ with the correct check digits. */
const madeRight = passportLines({ number: 'L898907C3' });
/** One character is misread as another of a similar shape. */
const misread = printed.map((line, row) => (row === 1 ? line.replace('L898902C3', 'LB98902C3') : line));

const row = (at: number, lines: readonly string[], from: string, to: string): readonly string[] =>
  lines.map((line, i) => (i === at ? line.replace(from, to) : line));
const mismatch = 'mrz_print_mismatch';

const seen = (model: Partial<DocumentReading>, local: Mrz) => {
  const reading = combineReadings(
    aReading({ fields: printedFields(model.mrzLines ?? printed), ...model }),
    aReading({ reader: localReader, documentType: null, issuingCountry: null, fields: {}, mrzLines: local }),
  );
  const file = aCase({ instead: { document_reading: [aReadingEvidence(reading)] } });
  const { outcome, reasons } = decide(standard, file, decidedAt);
  return { outcome, reasons };
};

type Mrz = readonly string[] | null;
type Case = readonly [when: string, model: Mrz, local: Mrz, outcome: Outcome, ...reasons: ReasonCode[]];

const cases: readonly Case[] = [
  ['both readers saw the same zone', printed, printed, 'approve'],
  ['only the model saw it', printed, null, 'approve'],
  ['only the local reader saw it', null, printed, 'approve'],
  ['the local reader took one shape for another', printed, misread, 'approve'],
  ['the local reader took three shapes for others', printed, row(1, misread, '740812', '74OB12'), 'review', mismatch],
  ['the model missed fillers', row(0, printed, '<'.repeat(5), '<<'), printed, 'approve'],
  ['the local reader took a shape in a name for another', printed, row(0, printed, 'ERIK', 'ERLK'), 'approve'],
  ['one reader saw two slips and a letter', printed, row(0, printed, 'ERIKSSON', 'FRLKSSAN'), 'review', mismatch],
  ['the local reader saw lines of another length', row(0, printed, 'ERIKSSON', 'BERG'), printed, 'review', mismatch],
  ['the local reader saw the code of a visa', row(0, printed, 'P<', 'V<'), printed, 'review', mismatch],
  ['they saw other names', passportLines({ names: 'BERG<<ANNA<MARIA' }), printed, 'review', 'mrz_print_mismatch'],
  ['they saw other dates', printed, passportLines({ born: '750812' }), 'review', 'mrz_print_mismatch'],
  ['both saw a wrong check digit', altered, altered, 'review', 'mrz_check_digit_failed', 'data_field_missing'],
  [
    'the model made a wrong check digit right',
    madeRight,
    altered,
    'review',
    'mrz_check_digit_failed',
    'mrz_print_mismatch',
    'data_field_missing',
  ],
];

describe('a document that two readers read', () => {
  for (const [when, model, local, outcome, ...reasons] of cases) {
    it(`leads to ${[outcome, ...reasons].join(', ')} where ${when}`, () => {
      expect(seen({ mrzLines: model }, local)).to.deep.equal({ outcome, reasons });
    });
  }

  it('is not approved, though both MRZs are alike, where the print differs', () => {
    const fields = { document_number: { value: 'L898907C3', confidence: 0.98 } };
    expect(seen({ fields }, printed)).to.deep.equal({ outcome: 'review', reasons: ['mrz_print_mismatch'] });
  });
});
