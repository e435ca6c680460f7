import { type SideReadings, unreadSide } from '@portcullis/documents';
import type { Check } from '@portcullis/domain';
import { aCase, aFile, aReadingEvidence } from '../builders/evidence.ts';
import { aReading, cardLines, onCard, passportLines, printedFields } from '../builders/readings.ts';
import { type CheckCase, decidedAt } from './check-case.ts';

const consistency = (...reasons: Check['reasons']): Check => ({
  name: 'document_consistency',
  requirement: 'required',
  observed_at: decidedAt,
  status: reasons.length > 0 ? 'failed' : 'passed',
  reasons,
  evidence: [2],
  source: 'mrz',
});

const back = aFile({ id: 'back00000000001', kind: 'document_back', sha256: 'b'.repeat(64) });

const sided = (
  sentence: string,
  lines: readonly string[],
  sides: SideReadings | undefined,
  ...reasons: Check['reasons']
): CheckCase => {
  const { sides: _, ...reading } = aReading({
    mrzLines: lines,
    fields: printedFields(lines),
    documentType: null,
  });
  const read = aReadingEvidence({}, { backFileId: 'back00000000001' });
  return {
    sentence,
    file: aCase({
      instead: { document_reading: [{ ...read, reading: { ...reading, ...(sides && { sides }) } }] },
      more: [back],
    }),
    expected: consistency(...reasons),
  };
};

const page = { fields: printedFields(passportLines()), mrzLines: passportLines(), barcode: null };
const card = { fields: printedFields(cardLines()), mrzLines: cardLines(), barcode: null };
const number = (value: string) => ({ document_number: { value, confidence: 1 } });

/** The complete results of the consistency check of documents with two pictures. */
export const sideCases: readonly CheckCase[] = [
  sided('a page on the front is consistent', passportLines(), { front: page, back: unreadSide }),
  sided('a card is consistent whose front prints its number', cardLines(), onCard(card)),
  sided(
    'a page on the back is not on the side of the portrait',
    passportLines(),
    { front: unreadSide, back: page },
    'identity_not_on_portrait_side',
  ),
  sided(
    'a card is not on the side of the portrait whose front says nothing',
    cardLines(),
    { front: unreadSide, back: card },
    'identity_not_on_portrait_side',
  ),
  sided(
    'the zone of a card beside a portrait is asked for side by side',
    cardLines(),
    { front: card, back: unreadSide },
    'document_sides_together',
  ),
  sided(
    'a page has another document behind it',
    passportLines(),
    { front: page, back: { ...unreadSide, fields: number('X00000001') } },
    'document_sides_mismatch',
  ),
  sided(
    'a reader that does not tell the sides apart proves nothing',
    passportLines(),
    undefined,
    'document_sides_unknown',
  ),
];
