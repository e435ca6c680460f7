import type { DocumentReading } from '@portcullis/domain';
import {
  changeEvidence,
  type ExplainContext,
  type FindPerturbations,
  type Perturbation,
  type PerturbationValue,
} from './perturbation.ts';

/** Changes the current reading. */
export const changeReading = (
  context: ExplainContext,
  change: (reading: DocumentReading) => DocumentReading,
  perturbation: Omit<Perturbation, 'next'>,
): readonly Perturbation[] => {
  const { reading } = context.currentEvidence;
  return reading
    ? [changeEvidence(context, [reading], (item) => ({ ...item, reading: change(item.reading) }), perturbation)]
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
    changeEvidence(
      context,
      [reading],
      (item) => ({ ...item, reading: { ...item.reading, mrzLines: lines } }),
      perturbation,
    ),
  ];
};
