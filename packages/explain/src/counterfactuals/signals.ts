import { signalCodes } from '@portcullis/documents';
import { signalLimit } from '@portcullis/domain/checks';
import type { Indexed, ReadingEvidence } from '@portcullis/domain/evidence';
import { changeEvidence, type FindPerturbations, type Perturbation, relativeDistance } from './perturbation.ts';

/** Removes each signal from all photos of this attempt. */
export const signalImprovements: FindPerturbations = (context) => {
  const { reading, readings } = context.currentEvidence;
  const photos = [...new Map([...readings, ...(reading ? [reading] : [])].map((one) => [one.index, one])).values()];
  return signalCodes.flatMap((code) => {
    const showing = photos.filter(({ value }) => value.reading.signals.some((signal) => signal.code === code));
    if (showing.length === 0) return [];
    const without = (value: ReadingEvidence): ReadingEvidence => ({
      ...value,
      reading: { ...value.reading, signals: value.reading.signals.filter((signal) => signal.code !== code) },
    });
    return [changeEvidence(context, showing, without, signalPerturbation(code, showing))];
  });
};

const signalPerturbation = (code: string, showing: readonly Indexed<ReadingEvidence>[]): Omit<Perturbation, 'next'> => {
  const from = Math.max(
    ...showing.flatMap(({ value }) =>
      value.reading.signals.flatMap((signal) => (signal.code === code ? [signal.confidence] : [])),
    ),
  );
  const confidence = Number(from.toFixed(3));
  return {
    what: `signals.${code}`,
    label: `The sign "${code}" on the photo`,
    from,
    to: null,
    sentence: `The sign "${code}" would have to be absent from the photo; it was seen with a confidence of ${confidence}.`,
    size: 1,
  };
};

/** Raises signals of the reader from below the confidence limit to the limit. */
export const signalRegressions: FindPerturbations = (context) => {
  const { reading } = context.currentEvidence;
  return (reading?.value.reading.signals ?? []).flatMap(({ code, confidence }): readonly Perturbation[] => {
    const limit = signalLimit(code);
    if (!reading || confidence >= limit) return [];
    const raised = reading.value.reading.signals.map((signal) =>
      signal.code === code ? { ...signal, confidence: limit } : signal,
    );
    return [
      changeEvidence(context, [reading], (item) => ({ ...item, reading: { ...item.reading, signals: raised } }), {
        what: `signals.${code}`,
        label: `The confidence in the sign "${code}" on the photo`,
        from: confidence,
        to: limit,
        bound: { kind: 'at least' },
        size: relativeDistance(confidence, limit, 1),
      }),
    ];
  });
};
