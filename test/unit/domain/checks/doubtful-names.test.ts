import { type DocumentReading, decide, type Policy } from '@portcullis/domain';
import type { MrzDoubt } from '@portcullis/domain/documents';
import { expect } from 'chai';
import { aCase, aReadingEvidence } from '../../../support/builders/evidence.ts';
import { localReader, passportLines, printedFields } from '../../../support/builders/readings.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';

const firstRules: Policy = { ...standard, rules: 1 };

const verdictOn = (reading: Partial<DocumentReading>, policy = standard) => {
  const file = aCase({ instead: { document_reading: [aReadingEvidence(reading)] } });
  const { deciding, outcome } = decide(policy, file, decidedAt);
  return [outcome, ...deciding];
};

/** A reading of the zone alone. */
const alone = (over: Partial<DocumentReading>): Partial<DocumentReading> => ({
  reader: localReader,
  documentType: null,
  issuingCountry: null,
  fields: {},
  mrzLines: passportLines(),
  ...over,
});

const doubt = (line: number, column: number, others: string): readonly MrzDoubt[] => [{ line, column, others }];
const missing = ['retry', 'data_field_missing'];

describe('a field that no check digit covers', () => {
  it('is missing where the local reader left the names out, whatever the rules', () => {
    const nameless = alone({ mrzLines: passportLines({ names: '' }) });
    expect(verdictOn(nameless)).to.deep.equal(missing);
    expect(verdictOn(nameless, firstRules)).to.deep.equal(missing);
  });

  it('is no fact where the reader is not sure of a character: a name, and the issuing State', () => {
    expect(verdictOn(alone({}))).to.deep.equal(['approve']);
    expect(verdictOn(alone({ mrzDoubts: doubt(0, 6, 'K') }))).to.deep.equal(missing);
    expect(verdictOn(alone({ mrzDoubts: doubt(0, 3, 'I') }))).to.deep.equal(missing);
    expect(verdictOn(alone({ mrzDoubts: doubt(0, 6, 'K') }), firstRules)).to.deep.equal(['approve']);
  });

  it('is compared with print where it is printed, and counts if it agrees', () => {
    const printed = (last: string): Partial<DocumentReading> => ({
      fields: {
        ...printedFields(passportLines()),
        last_name: { value: last, confidence: 1 },
        first_name: { value: 'ANNA MARIA', confidence: 1 },
      },
      mrzDoubts: doubt(0, 6, 'K'),
    });
    expect(verdictOn(printed('ERIKSSON'))).to.deep.equal(['approve']);
    expect(verdictOn(printed('HOLMQVIST'))).to.deep.equal(['review', 'mrz_print_mismatch']);
  });
});
