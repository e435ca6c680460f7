import type { DocumentReading, OtherZone, ReadingSignal, SignalCode } from './document-reading.ts';
import { parseMrz } from './mrz/parse-mrz.ts';

/** Check digits do not depend on the day; only the century of a date does. */
const anyDay = '2000-01-01';

/** Whether every check digit of the zone holds as it was read, with nothing repaired. */
const holds = ({ mrzLines }: DocumentReading): boolean => {
  const mrz = mrzLines ? parseMrz(mrzLines, anyDay) : null;
  return mrz?.valid === true && mrz.repairs.length === 0;
};

const zoneOf = ({ mrzLines, reader }: DocumentReading): OtherZone | null =>
  mrzLines ? { reader: reader.name, mrzLines } : null;

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9';

/**
 * Whether one saw a digit where the other saw another digit. Shapes are mistaken for each other between letters, or between a
 * letter and a digit; a digit that became another one was made right by who knows what ought to stand there.
 */
const differInDigits = (one: DocumentReading, other: DocumentReading): boolean => {
  const [a, b] = [one, other].map(({ mrzLines }) => mrzLines?.join('') ?? '');
  return [...(a ?? '')].some((char, at) => isDigit(char) && isDigit(b?.[at]) && char !== b?.[at]);
};

/** The zone that counts, and the one that stands beside it. */
const zonesOf = (
  ai: DocumentReading,
  local: DocumentReading,
): readonly [counts: OtherZone | null, beside: OtherZone | null] =>
  !local.mrzLines || (holds(ai) && !holds(local) && !differInDigits(ai, local))
    ? [zoneOf(ai), zoneOf(local)]
    : [zoneOf(local), zoneOf(ai)];

/** Whether anything at all was made out. */
const saw = ({ fields, mrzLines }: DocumentReading): boolean => mrzLines !== null || Object.keys(fields).length > 0;

/** Who reads nothing but zones calls every photo without one unreadable; who read something of it knows better. */
const signalsOf = (ai: DocumentReading, local: DocumentReading): readonly ReadingSignal[] => [
  ...ai.signals,
  ...local.signals.filter(({ code }) => code !== 'document_unreadable' || !saw(ai)),
];

/** Each code once, with the surest opinion of it. */
const surest = (signals: readonly ReadingSignal[]): readonly ReadingSignal[] => {
  const known = new Map<SignalCode, ReadingSignal>();
  for (const signal of signals) {
    if ((known.get(signal.code)?.confidence ?? -1) < signal.confidence) known.set(signal.code, signal);
  }
  return [...known.values()];
};

/**
 * One reading out of two of the same photos: by a model, which reads what is printed and looks for signs of forgery, and
 * by a reader of this machine, which copies the zone without knowing what ought to stand there. The local zone counts if
 * all its check digits hold; else the model's if its hold and it has no other digit anywhere, so that nobody has made right
 * what is printed wrong; else the local one where there is one. Where both saw a zone, the other one stands in `otherZone`:
 * whether the two agree is for the checks to say.
 */
export const combineReadings = (ai: DocumentReading, local: DocumentReading): DocumentReading => {
  const [zone, other] = zonesOf(ai, local);
  return {
    reader: {
      ...ai.reader,
      name: `${ai.reader.name}+${local.reader.name}`,
      model: `${ai.reader.model} + ${local.reader.model}`,
    },
    documentType: ai.documentType,
    issuingCountry: ai.issuingCountry,
    fields: ai.fields,
    mrzLines: zone?.mrzLines ?? null,
    barcode: ai.barcode ?? local.barcode,
    signals: surest(signalsOf(ai, local)),
    ...(other && { otherZone: other }),
    usage: ai.usage,
  };
};
