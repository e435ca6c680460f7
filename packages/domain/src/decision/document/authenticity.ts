import type { DocumentReading, SignalCode } from '../../evidence/document-reading.ts';
import type { InForce } from '../../evidence/in-force.ts';
import { type Answer, type CheckInput, failedBy, judged, notApplicable, type Seen } from '../answer.ts';
import type { Sight } from '../checks.ts';
import { readsPrint, signalConfidence, signalsOf, withFacts } from './shared.ts';

const authenticitySignals: readonly SignalCode[] = [
  'document_screen_capture',
  'document_printed_copy',
  'document_sides_mismatch',
  'document_template_mismatch',
  'document_tampered',
  'document_portrait_replaced',
  'document_instruction_text',
  'document_unverified_other',
];

/** Whether a signal says that the document is not what it seems, and not that the photo is poor. */
export const isAuthenticitySignal = (code: SignalCode): boolean => authenticitySignals.includes(code);

/** Those of them that tell of fraud. The others ask for a better photo, which takes them back; these nothing takes back. */
const fraudSignals: readonly SignalCode[] = [
  'document_template_mismatch',
  'document_tampered',
  'document_portrait_replaced',
  'document_instruction_text',
];

/** What a reader noticed of one sort, however sure it was. */
export const signalSights = ({ signals }: DocumentReading, isOurs: (code: SignalCode) => boolean): readonly Sight[] =>
  signals
    .filter(({ code }) => isOurs(code))
    .map(({ code, confidence }) => {
      return { kind: 'value', name: code, value: confidence, limit: signalConfidence, source: 'ai' };
    });

/** What was noticed on any photo of this attempt. */
const sightsOf = ({ reading, readings }: InForce): readonly Sight[] =>
  [...new Map([...readings, ...(reading ? [reading] : [])].map((one) => [one.at, one.item.reading])).values()].flatMap(
    (read) => signalSights(read, isAuthenticitySignal),
  );

const newestAuthenticity = withFacts((facts, _, places) => {
  const signs = signalsOf(facts).filter(isAuthenticitySignal);
  // Silence says something only from a model, which looks for signs.
  if (signs.length === 0 && !readsPrint(facts.reading)) return notApplicable;
  return judged(signs, places, { source: 'ai' });
});

/** Signs that the document is not what it seems. Who was seen with a forgery is not cleared by the next photo. */
export const documentAuthenticity = (input: CheckInput): Answer => {
  const seen = input.inForce.readings.flatMap(({ at, item }): readonly Seen[] => {
    const reasons = signalsOf(item).filter((code) => fraudSignals.includes(code));
    return reasons.length > 0 ? [{ at, reasons }] : [];
  });
  const saw = sightsOf(input.inForce);
  return { ...failedBy(newestAuthenticity(input), seen, { source: 'ai' }), ...(saw.length > 0 && { saw }) };
};
