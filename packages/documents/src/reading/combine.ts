import { parseMrz } from '../mrz/parse-mrz.ts';
import { documentSides } from '../terms/document-terms.ts';
import {
  type DocumentReading,
  type OtherMrz,
  type ReadingSignal,
  type SideReading,
  type SideReadings,
  type SignalCode,
  unreadSide,
} from './reading.ts';

/** Check digits do not depend on the day; only the century of a date does. */
const anyDay = '2000-01-01';

type WithLines = Pick<DocumentReading, 'mrzLines'>;

/** Whether every check digit of the MRZ is valid as it was read, with nothing corrected. */
const hasValidMrz = ({ mrzLines }: WithLines): boolean => {
  const mrz = mrzLines ? parseMrz(mrzLines, anyDay) : null;
  return mrz?.valid === true && mrz.repairs.length === 0;
};

const mrzOf = ({ mrzLines, reader }: DocumentReading): OtherMrz | null =>
  mrzLines ? { reader: reader.name, mrzLines } : null;

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9';

/**
 * Whether one reader saw a digit where the other saw another digit. Readers confuse characters by shape, among letters
 * or between a letter and a digit. A digit that became another digit was corrected by a reader that knows what should
 * be there.
 */
const differInDigits = (one: WithLines, other: WithLines): boolean => {
  const [a, b] = [one, other].map(({ mrzLines }) => mrzLines?.join('') ?? '');
  return [...(a ?? '')].some((char, at) => isDigit(char) && isDigit(b?.[at]) && char !== b?.[at]);
};

/**
 * Whether the local MRZ is the model's without its names. The local reader leaves names out that it is not sure of;
 * everything else that it read stands in the model's MRZ too.
 */
const isWithoutNames = (ai: WithLines, local: WithLines): boolean => {
  const mrz = local.mrzLines && parseMrz(local.mrzLines, anyDay);
  if (!mrz || mrz.fields.last_name !== undefined || mrz.fields.first_name !== undefined) return false;
  const [whole, rest] = [ai, local].map(({ mrzLines }) => mrzLines?.join('\n') ?? '');
  return whole?.length === rest?.length && [...(rest ?? '')].every((char, at) => char === '<' || char === whole?.[at]);
};

/** Whether the MRZ of the model counts, and not that of the local reader. */
const prefersModel = (ai: WithLines, local: WithLines): boolean =>
  !local.mrzLines ||
  (hasValidMrz(ai) && !hasValidMrz(local) && !differInDigits(ai, local)) ||
  (hasValidMrz(ai) && isWithoutNames(ai, local));

/** Chooses the MRZ that counts, and the other one that is kept beside it. */
const chooseMrz = (
  ai: DocumentReading,
  local: DocumentReading,
): readonly [counts: OtherMrz | null, beside: OtherMrz | null] =>
  prefersModel(ai, local) ? [mrzOf(ai), isWithoutNames(ai, local) ? null : mrzOf(local)] : [mrzOf(local), mrzOf(ai)];

/**
 * Whether the model has an MRZ on a side where the local reader, which read one, has none. A text in the picture may
 * have told the model to move it, and then it may have moved what is printed, too.
 */
const contradictsSides = (ai: SideReadings, local: DocumentReading): boolean =>
  local.mrzLines !== null && documentSides.some((name) => ai[name]?.mrzLines && !local.sides?.[name]?.mrzLines);

/**
 * Combines what both readers saw on each side; `null` if one of them does not tell the sides, or they contradict it.
 */
const combineSides = (ai: DocumentReading, local: DocumentReading): SideReadings | null => {
  if (!ai.sides || !local.sides || contradictsSides(ai.sides, local)) return null;
  const combined = (one: SideReading, other: SideReading): SideReading => {
    const counts = prefersModel(one, other) ? one : other;
    return { fields: one.fields, mrzLines: counts.mrzLines, barcode: one.barcode ?? other.barcode };
  };
  const back = ai.sides.back;
  const otherBack = local.sides.back;
  return {
    front: combined(ai.sides.front, local.sides.front),
    back: back || otherBack ? combined(back ?? unreadSide, otherBack ?? unreadSide) : null,
  };
};

/** Whether anything at all was read. */
const hasContent = ({ fields, mrzLines }: DocumentReading): boolean =>
  mrzLines !== null || Object.keys(fields).length > 0;

/**
 * A reader that reads only the MRZ calls every photo without one unreadable. A reader that read something in the photo
 * knows better.
 */
const combineSignals = (ai: DocumentReading, local: DocumentReading): readonly ReadingSignal[] => [
  ...ai.signals,
  ...local.signals.filter(({ code }) => code !== 'document_unreadable' || !hasContent(ai)),
];

/** Takes each code once, with the highest confidence. */
const mostConfident = (signals: readonly ReadingSignal[]): readonly ReadingSignal[] => {
  const known = new Map<SignalCode, ReadingSignal>();
  for (const signal of signals) {
    if ((known.get(signal.code)?.confidence ?? -1) < signal.confidence) known.set(signal.code, signal);
  }
  return [...known.values()];
};

/**
 * Combines two readings of the same photos. One is by a model, which reads what is printed and looks for signs of
 * forgery; the other is by a reader on this machine, which copies the MRZ without knowing what it should contain. The
 * local MRZ counts if all its check digits are valid. Otherwise the model's counts, if its check digits are valid and
 * it has no different digit anywhere, so that a printed error cannot have been corrected. Otherwise the local one
 * counts, if there is one. A local MRZ without names that agrees with the model's in all it has is the model's. Where
 * both saw an MRZ, the other one is kept in `otherZone`; the checks say whether the two agree. Each side is combined in
 * the same way, if both readers tell the sides apart and do not contradict each other about the side of the MRZ.
 */
export const combineReadings = (ai: DocumentReading, local: DocumentReading): DocumentReading => {
  const [mrz, other] = chooseMrz(ai, local);
  const doubts = (mrz?.mrzLines === local.mrzLines ? local : ai).mrzDoubts;
  const sides = combineSides(ai, local);
  return {
    reader: {
      ...ai.reader,
      name: `${ai.reader.name}+${local.reader.name}`,
      model: `${ai.reader.model} + ${local.reader.model}`,
    },
    documentType: ai.documentType,
    issuingCountry: ai.issuingCountry,
    fields: ai.fields,
    mrzLines: mrz?.mrzLines ?? null,
    barcode: ai.barcode ?? local.barcode,
    signals: mostConfident(combineSignals(ai, local)),
    ...(other && { otherZone: other }),
    ...(mrz && doubts && { mrzDoubts: doubts }),
    ...(mrz === null && (ai.mrzUnread || local.mrzUnread) && { mrzUnread: true }),
    ...(sides && { sides }),
    usage: ai.usage,
  };
};
