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

/** Whether a signal questions the authenticity of the document, and not the quality of the photo. */
export const isAuthenticitySignal = (code: SignalCode): boolean => authenticitySignals.includes(code);

/** The signals that indicate fraud. A better photo takes the other signals back; nothing takes these back. */
const fraudSignals: readonly SignalCode[] = [
  'document_template_mismatch',
  'document_tampered',
  'document_portrait_replaced',
  'document_instruction_text',
];

/** The signals of one category that a reader reported, at any confidence. */
export const signalSights = ({ signals }: DocumentReading, isOurs: (code: SignalCode) => boolean): readonly Sight[] =>
  signals
    .filter(({ code }) => isOurs(code))
    .map(({ code, confidence }) => {
      return { kind: 'value', name: code, value: confidence, limit: signalConfidence, source: 'ai' };
    });

/** The authenticity signals on all photos of this attempt. */
const sightsOf = ({ reading, readings }: InForce): readonly Sight[] =>
  [...new Map([...readings, ...(reading ? [reading] : [])].map((one) => [one.at, one.item.reading])).values()].flatMap(
    (read) => signalSights(read, isAuthenticitySignal),
  );

const newestAuthenticity = withFacts((facts, _, places) => {
  const signs = signalsOf(facts).filter(isAuthenticitySignal);
  // The absence of signals means something only if the reader is a model, because only a model looks for them.
  if (signs.length === 0 && !readsPrint(facts.reading)) return notApplicable;
  return judged(signs, places, { source: 'ai' });
});

/**
 * Checks for signs that the document is not authentic. A forgery that was seen once is not taken back by the next
 * photo.
 */
export const documentAuthenticity = (input: CheckInput): Answer => {
  const seen = input.inForce.readings.flatMap(({ at, item }): readonly Seen[] => {
    const reasons = signalsOf(item).filter((code) => fraudSignals.includes(code));
    return reasons.length > 0 ? [{ at, reasons }] : [];
  });
  const saw = sightsOf(input.inForce);
  return { ...failedBy(newestAuthenticity(input), seen, { source: 'ai' }), ...(saw.length > 0 && { saw }) };
};
