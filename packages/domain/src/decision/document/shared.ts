import { type DocumentFacts, isZoneProven, machineRead } from '../../evidence/document-facts.ts';
import type { DocumentReading, FieldName, SignalCode } from '../../evidence/document-reading.ts';
import type { InForce } from '../../evidence/in-force.ts';
import { type Answer, type CheckInput, failed, placesOf, unanswered } from '../answer.ts';
import type { Policy } from '../policy.ts';
import type { ReasonCode } from '../reasons.ts';

/** From which opinion of its reader on a signal counts. */
export const signalConfidence = 0.5;

/** What the reader noticed with enough confidence, each once. */
export const signalsOf = ({ reading }: { readonly reading: DocumentReading }): readonly SignalCode[] => [
  ...new Set(reading.signals.filter(({ confidence }) => confidence >= signalConfidence).map(({ code }) => code)),
];

/** A model reads what is printed; it has a prompt version. The readers of the zone alone have nothing to compare with it. */
export const readsPrint = ({ reader }: DocumentReading): boolean => reader.promptVersion !== null;

/**
 * Whether a policy looks as closely as can be. One without these two limits is of a time when neither a reader's word for
 * the type was judged, nor a code that is no country, nor of the claims a type, a sex or a country of two letters, and does
 * not judge them now.
 */
export const looksClosely = ({ documents }: Policy): boolean =>
  documents.maxValidityYears !== null || documents.minReaderConfidence !== null;

/**
 * Nothing is missing where nothing was asked for: by a policy that can do without a document, or of somebody who declined
 * consent and is asked for nothing more.
 */
const isAsked = ({ inForce: { consent }, policy }: CheckInput): boolean =>
  policy.steps.includes('document_front') && consent?.item.granted !== false;

/** No answer without a document, or without a reading of it. */
export const unread = (input: CheckInput): Answer =>
  input.inForce.front === null && isAsked(input)
    ? failed(['document_missing'], [])
    : unanswered(input.inForce.failures.document_reading);

/** Whether all that a machine reads is a zone that was misread perhaps: nothing that is found with it is proven. */
const isUnproven = (facts: DocumentFacts): boolean =>
  facts.mrz !== null && facts.barcode === null && !isZoneProven(facts);

/** A check that is answered from what was read. */
export const withFacts =
  (check: (facts: DocumentFacts, input: CheckInput, places: readonly number[]) => Answer) =>
  (input: CheckInput): Answer => {
    if (!input.facts) return unread(input);
    const answer = check(input.facts, input, placesOf(input.inForce.reading));
    return isUnproven(input.facts) ? { ...answer, unproven: answer.reasons } : answer;
  };

/** What a machine reads is on the back of a card; a card of which only the front is there lacks a side, not a zone. */
export const isBackMissing = (reading: DocumentReading, { back, claimed }: InForce): boolean => {
  const type = reading.documentType ?? claimed?.item.claimed.document_type;
  return back === null && (type === 'id_card' || type === 'residence_permit' || type === 'driving_licence');
};

/** What every document has and a check digit guards: a zone that is right and lacks it was not misread. */
const guarded: readonly FieldName[] = ['document_number', 'date_of_birth'];

/**
 * A field that no machine reads: which side would have it, or that the document plainly does not have it. No other photo
 * brings what a zone whose digits all hold leaves open, so that a person looks.
 */
export const missingField = (
  facts: DocumentFacts,
  inForce: InForce,
  needed: readonly FieldName[] = guarded,
): ReasonCode => {
  const { mrz } = facts;
  if (mrz?.valid && needed.some((name) => mrz.fields[name] === undefined)) return 'document_unverified_other';
  return machineRead(facts) === null && isBackMissing(facts.reading, inForce)
    ? 'document_back_missing'
    : 'data_field_missing';
};
