import {
  addDays,
  dayOf,
  deviceSignalRows,
  fingerprintKinds,
  isAdverseSignal,
  minSignalConfidence,
  signalLimit,
} from '@portcullis/domain';
import { attemptsPerturbation, othersPerturbation, velocityKinds } from '../counterfactuals/history.ts';
import { measurePerturbations } from '../counterfactuals/images.ts';
import { livenessPassScore } from '../counterfactuals/person.ts';
import {
  changeEvidence,
  type ExplainContext,
  type FindPerturbations,
  type Perturbation,
  relativeDistance,
} from '../counterfactuals/perturbation.ts';
import { decideOnDay, lastAcceptedDay, minimumAgeDay } from '../counterfactuals/time.ts';

/** The next lower value below a threshold. Scores are shown with at most two decimals. */
const justBelow = (threshold: number): number => Number((threshold - 0.01).toFixed(2));

const scoreRegressions: FindPerturbations = (context) => {
  const { faceMatch, result } = context.currentEvidence;
  const { policy } = context;
  const confidence = result?.value.confidence ?? null;
  const similarity = faceMatch?.value.similarity ?? null;
  const [livenessScore, similarityScore] = [justBelow(livenessPassScore(policy)), justBelow(policy.faceMatch.pass)];
  return [
    ...(result && confidence !== null
      ? [
          changeEvidence(context, [result], (item) => ({ ...item, confidence: livenessScore }), {
            what: 'liveness.confidence',
            label: 'The confidence of the liveness session',
            from: confidence,
            to: livenessScore,
            size: relativeDistance(confidence, livenessScore, 100),
          }),
        ]
      : []),
    ...(faceMatch && similarity !== null
      ? [
          changeEvidence(context, [faceMatch], (item) => ({ ...item, similarity: similarityScore }), {
            what: 'face_match.similarity',
            label: 'The similarity of the two faces',
            from: similarity,
            to: similarityScore,
            size: relativeDistance(similarity, similarityScore, 100),
          }),
        ]
      : []),
  ];
};

/**
 * Moves the decision to the first day on which the document is no longer accepted, or to the last day on which the
 * person was too young.
 */
const dayRegressions: FindPerturbations = (context) => {
  const [lastAccepted, ofAge, today] = [lastAcceptedDay(context), minimumAgeDay(context), dayOf(context.now)];
  return [
    ...(lastAccepted !== null && lastAccepted >= today ? [decideOnDay(context, addDays(lastAccepted, 1))] : []),
    ...(ofAge !== null && ofAge <= today ? [decideOnDay(context, addDays(ofAge, -1))] : []),
  ];
};

/** Raises signals of the reader from below the confidence limit to the limit. */
const signalRegressions: FindPerturbations = (context) => {
  const { reading } = context.currentEvidence;
  return (reading?.value.reading.signals ?? []).flatMap(({ code, confidence }): readonly Perturbation[] => {
    if (!reading || confidence >= minSignalConfidence) return [];
    const raised = reading.value.reading.signals.map((signal) =>
      signal.code === code ? { ...signal, confidence: minSignalConfidence } : signal,
    );
    return [
      changeEvidence(context, [reading], (item) => ({ ...item, reading: { ...item.reading, signals: raised } }), {
        what: `signals.${code}`,
        label: `The sign "${code}" on the photo`,
        from: confidence,
        to: minSignalConfidence,
        size: relativeDistance(confidence, minSignalConfidence, 1),
      }),
    ];
  });
};

/** Moves the signals that are judged by a limit beyond it. */
const deviceRegressions: FindPerturbations = (context) => {
  const { device } = context.currentEvidence;
  const facts = device?.value.facts;
  if (!device || !facts) return [];
  return deviceSignalRows.flatMap((row): readonly Perturbation[] => {
    const from = facts[row.name];
    const limit = signalLimit(row, context.policy.device);
    if (limit === undefined || typeof from !== 'number' || isAdverseSignal(row, facts, context.policy.device))
      return [];
    const isScore = 'below' in row.adverse;
    const to = isScore ? justBelow(limit) : limit + 1;
    return [
      changeEvidence(context, [device], (item) => ({ ...item, facts: { ...facts, [row.name]: to } }), {
        what: `device.${row.detail}`,
        label: row.label,
        from,
        to,
        size: relativeDistance(from, to, isScore ? 1 : to),
      }),
    ];
  });
};

const historyRegressions: FindPerturbations = (context) => {
  const { policy } = context;
  if (!context.currentEvidence.sightings) return [];
  return [
    ...fingerprintKinds.flatMap((kind) => {
      const limit = policy.duplicates[kind];
      return limit === null ? [] : othersPerturbation(context, kind, limit + 1);
    }),
    ...velocityKinds.flatMap((kind) => {
      const limit = policy.velocity[kind];
      return limit === null ? [] : attemptsPerturbation(context, kind, limit + 1);
    }),
  ];
};

/** Perturbations without a margin: the person had declined consent, or the photo of the front was missing. */
const basicRegressions: FindPerturbations = (context) => {
  const { consent, front } = context.currentEvidence;
  return [
    ...(consent
      ? [
          changeEvidence(context, [consent], (item) => ({ ...item, granted: false }), {
            what: 'consent',
            label: 'The consent of the person',
            from: 'granted',
            to: 'declined',
            size: 1,
          }),
        ]
      : []),
    ...(front ? [withoutFront(context)] : []),
  ];
};

const withoutFront = (context: ExplainContext): Perturbation => ({
  what: 'files.document_front',
  label: 'The photo of the front',
  from: 'supplied',
  to: null,
  size: 1,
  next: {
    now: context.now,
    input: {
      ...context.input,
      evidence: context.input.evidence.filter((item) => item.kind !== 'file' || item.file.kind !== 'document_front'),
    },
  },
});

/** Finds every single perturbation by which an approval could have been lost, in a fixed order. */
export const regressions: FindPerturbations = (context) => [
  ...scoreRegressions(context),
  ...dayRegressions(context),
  ...measurePerturbations(context, 'bad'),
  ...signalRegressions(context),
  ...deviceRegressions(context),
  ...historyRegressions(context),
  ...basicRegressions(context),
];
