import type { DocumentReading } from '@portcullis/domain';
import { aCase } from '../../../support/builders/evidence.ts';
import { onFront, passportLines, printedFields } from '../../../support/builders/readings.ts';
import { card, cardOfTwoLines, sure } from '../../../support/check-cases/sided-readings.ts';
import { by, type CounterfactualCase, read } from './counterfactual-cases.ts';

const ofThailand = (nationality: string, printed?: string): Partial<DocumentReading> => {
  const mrzLines = passportLines({ state: 'THA', nationality });
  const fields = { ...printedFields(mrzLines), ...(printed && { nationality: sure(printed) }) };
  return { mrzLines, issuingCountry: 'THA', fields };
};

const nationalityCase = (
  sentence: string,
  reading: Partial<DocumentReading>,
  from: string | null,
  to = 'THA',
): CounterfactualCase => ({
  sentence,
  file: aCase({ instead: read(reading) }),
  expected: by(
    'approve',
    'document.nationality',
    from,
    to,
    `The nationality would have been "${to}" instead of ${from === null ? 'none' : `"${from}"`}.`,
  ),
});

/** Cases that the codes of a document or the place of its print decided. */
export const documentCases: readonly CounterfactualCase[] = [
  nationalityCase('a nationality that is on no list is that of the issuing State', ofThailand('THN'), 'THN'),
  nationalityCase('a nationality that is on no list is the one in print', ofThailand('THN', 'LAO'), 'THN', 'LAO'),
  nationalityCase('a nationality that is on no list in print either is one in both', ofThailand('THN', 'THN'), 'THN'),
  nationalityCase('a nationality that the zone does not show is that of the issuing State', ofThailand('<<<'), null),
  {
    sentence: 'a card of two lines with its number alone beside the portrait is all that it prints there',
    file: aCase({
      instead: read({
        ...cardOfTwoLines,
        documentType: 'id_card',
        fields: card.fields,
        sides: onFront({ ...cardOfTwoLines, fields: card.fields }),
      }),
    }),
    expected: by(
      'approve',
      'printed.beside_portrait',
      'document number',
      'last name, first name, document number, date of birth',
      'What was read in print beside the portrait would have been "last name, first name, document number, date of birth" instead of "document number".',
    ),
  },
];
