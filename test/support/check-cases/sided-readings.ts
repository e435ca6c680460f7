import { type SideReading, type SideReadings, unreadSide } from '@portcullis/documents';
import { combineReadings, type DocumentReading, decide } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { aBackMatch, aCase, aFile, aReadingEvidence } from '../builders/evidence.ts';
import { aReading, cardLines, localReader, passportLines, printedFields } from '../builders/readings.ts';
import { decidedAt, standard } from './check-case.ts';

export const sure = (value: string) => ({ value, confidence: 1 });
const back = aFile({ id: 'back00000000001', kind: 'document_back', sha256: 'b'.repeat(64) });

const readBoth = aReadingEvidence({}, { backFileId: 'back00000000001' });

export const verdictOn = (reading: DocumentReading, policy: FlatPolicy = standard) =>
  decide(
    policy,
    aCase({ instead: { document_reading: [{ ...readBoth, reading }] }, more: [back, aBackMatch()] }),
    decidedAt,
  );
export const outcomeOf = (reading: DocumentReading, policy?: FlatPolicy) => {
  const { outcome, deciding } = verdictOn(reading, policy);
  return [outcome, ...deciding];
};

/** The reading of a side of the victim's passport, by itself. */
export const victimsPage: SideReading = {
  fields: { ...printedFields(passportLines()), last_name: sure('Eriksson'), date_of_birth: sure('1974-08-12') },
  mrzLines: passportLines(),
  barcode: null,
};
/** The MRZ of a card with its number in print. */
export const card: SideReading = { fields: printedFields(cardLines()), mrzLines: cardLines(), barcode: null };

/** The holder of the card in print. */
export const holderInPrint = {
  last_name: sure('Eriksson'),
  first_name: sure('Anna Maria'),
  date_of_birth: sure('1974-08-12'),
};

/** A national card of two lines (ICAO 9303-6), which has its MRZ below the portrait and all that is printed. */
export const cardOfTwoLines: SideReading = {
  ...card,
  fields: { ...card.fields, ...holderInPrint },
  mrzLines: ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F3204153<<<<<<<2'],
};

type Who = 'the local reader' | 'a model' | 'both';

/** The reading by a reader that merges the sides with the front first. */
export const readBy = (who: Who, { front, back: behind }: SideReadings, over: Partial<DocumentReading> = {}) => {
  const merged = {
    fields: { ...behind?.fields, ...front.fields },
    mrzLines: front.mrzLines ?? behind?.mrzLines ?? null,
    barcode: null,
  };
  const model = aReading({
    documentType: null,
    issuingCountry: null,
    ...merged,
    ...over,
    sides: { front, back: behind },
  });
  const mrzOf = ({ mrzLines }: SideReading): SideReading => ({ ...unreadSide, mrzLines });
  const local = aReading({
    reader: localReader,
    documentType: null,
    issuingCountry: null,
    fields: {},
    mrzLines: merged.mrzLines,
    sides: { front: mrzOf(front), back: behind && mrzOf(behind) },
  });
  return who === 'a model' ? model : who === 'both' ? combineReadings(model, local) : local;
};

export const notOnPortraitSide = ['review', 'identity_not_on_portrait_side'];
/** Both sides are in one picture, for the first time. */
export const sidesTogether = ['retry', 'document_sides_together'];

/** A policy for licences, which have a barcode and no MRZ. */
export const licences: FlatPolicy = {
  ...standard,
  checks: { ...standard.checks, document_mrz: 'optional', document_barcode: 'required' },
  documents: { ...standard.documents, types: ['driving_licence'] },
};
