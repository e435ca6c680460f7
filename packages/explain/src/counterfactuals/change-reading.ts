import { fieldNames, type ReadField, type SideReading } from '@portcullis/documents';
import type { DocumentReading } from '@portcullis/domain';
import type { ReadingEvidence } from '@portcullis/domain/evidence';
import {
  changeEvidence,
  type ExplainContext,
  type FindPerturbations,
  type Perturbation,
  type PerturbationValue,
} from './perturbation.ts';

const isSameField = (one: ReadField | undefined, other: ReadField | undefined): boolean =>
  one?.value === other?.value && one?.confidence === other?.confidence;

const changedFields = (
  fields: SideReading['fields'],
  before: DocumentReading,
  after: DocumentReading,
  isFront: boolean,
): SideReading['fields'] =>
  Object.fromEntries(
    fieldNames.flatMap((name) => {
      const from = before.fields[name];
      const to = after.fields[name];
      const isOnSide = fields[name] ? fields[name].value === from?.value : isFront && from === undefined;
      const field = isOnSide && !isSameField(from, to) ? to : fields[name];
      return field ? [[name, field] as const] : [];
    }),
  );

const lineText = ({ mrzLines }: Pick<SideReading, 'mrzLines'>): string => mrzLines?.join() ?? '';

const barcodeText = ({ barcode }: Pick<SideReading, 'barcode'>): string =>
  barcode?.state === 'read' ? barcode.text : (barcode?.state ?? '');

/** Repeats a change of a reading on the side of the changed field; an added field is on the front. */
export const withChangedSides = (before: DocumentReading, after: DocumentReading): DocumentReading => {
  const { sides } = before;
  if (!sides || after.sides !== sides) return after;
  const changedSide = (side: SideReading, isFront: boolean): SideReading => {
    const hasLines = lineText(side) === lineText(before) && (isFront || side.mrzLines !== null);
    const hasBarcode = barcodeText(side) === barcodeText(before) && (isFront || side.barcode !== null);
    return {
      fields: changedFields(side.fields, before, after, isFront),
      mrzLines: hasLines ? after.mrzLines : side.mrzLines,
      barcode: hasBarcode ? after.barcode : side.barcode,
    };
  };
  return {
    ...after,
    sides: { front: changedSide(sides.front, true), back: sides.back && changedSide(sides.back, false) },
  };
};

const withReading = (item: ReadingEvidence, reading: DocumentReading): ReadingEvidence => ({
  ...item,
  reading: withChangedSides(item.reading, reading),
});

/** Changes the current reading. */
export const changeReading = (
  context: ExplainContext,
  change: (reading: DocumentReading) => DocumentReading,
  perturbation: Omit<Perturbation, 'next'>,
): readonly Perturbation[] => {
  const { reading } = context.currentEvidence;
  return reading
    ? [changeEvidence(context, [reading], (item) => withReading(item, change(item.reading)), perturbation)]
    : [];
};

/** Removes the barcode, except if it is the only machine-read part, because then nothing would be left. */
export const barcodeImprovements: FindPerturbations = (context) => {
  const barcode = context.facts?.reading.barcode ?? null;
  if (barcode === null || (barcode.state === 'read' && !context.facts?.mrz)) return [];
  const from: PerturbationValue = barcode.state;
  return changeReading(context, (reading) => ({ ...reading, barcode: null }), {
    what: 'barcode',
    label: 'The barcode',
    from,
    to: null,
    size: 1,
  });
};

/** Changes the lines of the machine-readable zone. */
export const changeMrzLines = (
  context: ExplainContext,
  lines: readonly string[] | null,
  perturbation: Omit<Perturbation, 'next'>,
): readonly Perturbation[] => {
  const { reading } = context.currentEvidence;
  if (!reading || !lines || lines.join() === reading.value.reading.mrzLines?.join()) return [];
  return [
    changeEvidence(context, [reading], (item) => withReading(item, { ...item.reading, mrzLines: lines }), perturbation),
  ];
};
