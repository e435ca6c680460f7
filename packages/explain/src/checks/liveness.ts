import type {
  FileEvidence,
  Indexed,
  LivenessResultEvidence,
  LivenessSessionEvidence,
  ReadingEvidence,
} from '@portcullis/domain/evidence';
import { usualChallenge } from '@portcullis/domain/kernel';
import {
  consentImprovements,
  consentRegressions,
  livenessPassScore,
  livenessThresholdsOf,
  sessionImprovements,
} from '../counterfactuals/person.ts';
import {
  changeEvidence,
  type FindPerturbations,
  justBelow,
  relativeDistance,
} from '../counterfactuals/perturbation.ts';
import { livenessOf, withoutConsent } from '../sample-case/sample-case.ts';
import type { CheckTwin } from './check-twin.ts';

const livenessLabel = 'The liveness confidence';

const confidenceImprovements: FindPerturbations = (context) => {
  const { result } = context.currentEvidence;
  const from = result?.value.confidence ?? null;
  if (result?.value.status !== 'succeeded' || from === null) return [];
  const thresholds = livenessThresholdsOf(context);
  const targets = [thresholds.attack, livenessPassScore(thresholds)].filter(
    (to, n, all) => from < to && all.indexOf(to) === n,
  );
  return targets.map((to) =>
    changeEvidence(context, [result], (item) => ({ ...item, confidence: to }), {
      what: 'liveness.confidence',
      label: livenessLabel,
      from,
      to,
      bound: { kind: 'at least' },
      size: relativeDistance(from, to, 100),
    }),
  );
};

const confidenceRegressions: FindPerturbations = (context) => {
  const { result } = context.currentEvidence;
  const from = result?.value.confidence ?? null;
  const limit = livenessPassScore(livenessThresholdsOf(context));
  const to = justBelow(limit);
  if (!result || from === null) return [];
  return [
    changeEvidence(context, [result], (item) => ({ ...item, confidence: to }), {
      what: 'liveness.confidence',
      label: livenessLabel,
      from,
      to,
      bound: { kind: 'less than', limit },
      size: relativeDistance(from, to, 100),
    }),
  ];
};

const verdicts = { true: 'live', false: 'not live' };

/** The other verdict of a provider that gives one. */
const verdictChange =
  (to: boolean): FindPerturbations =>
  (context) => {
    const { result } = context.currentEvidence;
    if (result?.value.status !== 'succeeded' || result.value.live !== !to) return [];
    return [
      changeEvidence(context, [result], (item) => ({ ...item, live: to }), {
        what: 'liveness.live',
        label: "The provider's verdict on the person",
        from: verdicts[`${!to}`],
        to: verdicts[`${to}`],
        size: 1,
      }),
    ];
  };

/** Lets the session have been one of the usual challenge, and the provider say so. */
const challengeImprovements: FindPerturbations = (context) => {
  const { result, sessionOfResult } = context.currentEvidence;
  if (result?.value.status !== 'succeeded') return [];
  const pieces: readonly Indexed<LivenessResultEvidence | LivenessSessionEvidence>[] = [
    result,
    ...(sessionOfResult ? [sessionOfResult] : []),
  ];
  const named = pieces.map(({ value }) => value.challenge ?? null);
  if (named.every((one) => one === usualChallenge) || (sessionOfResult && named.every((one) => one === null)))
    return [];
  return [
    changeEvidence(context, pieces, (item) => ({ ...item, challenge: usualChallenge }), {
      what: 'liveness.challenge',
      label: 'The challenge of the liveness session',
      from: sessionOfResult?.value.challenge ?? result.value.challenge,
      to: usualChallenge,
      sentence: 'The person would have to pass the usual liveness challenge, and the provider to name it.',
      size: 1,
    }),
  ];
};

/** The same evidence of a picture that is another than the one of the session; of a reading no frame is left. */
const ofOtherPicture = (item: FileEvidence | ReadingEvidence): FileEvidence | ReadingEvidence => {
  if (item.kind === 'document_reading') return { ...item, reading: { ...item.reading, frames: [] } };
  const { contentSha256: _, ...file } = item;
  return { ...file, file: { ...file.file, sha256: `of the picture ${file.file.id} alone` } };
};

/** Lets the other pictures be others than the one of the session. */
const pictureImprovements: FindPerturbations = (context) => {
  const { sameAsReference } = context.currentEvidence;
  if (sameAsReference.length === 0) return [];
  return [
    changeEvidence(context, sameAsReference, ofOtherPicture, {
      what: 'liveness.picture',
      label: 'The reference image of the liveness session',
      from: 'another picture of the profile',
      to: 'a picture of its own',
      size: 1,
    }),
  ];
};

/** Lets the sessions that nobody could read have gone well. They are late, and prove nothing for this attempt. */
const lostSessionImprovements: FindPerturbations = (context) => {
  const { lostSessions } = context.currentEvidence;
  if (lostSessions.length === 0) return [];
  const confidence = livenessPassScore(livenessThresholdsOf(context));
  return [
    changeEvidence(context, lostSessions, (item) => ({ ...item, status: 'succeeded', confidence, late: true }), {
      what: 'liveness.unread_session',
      label: 'The end of the liveness session that nobody could read',
      from: 'expired',
      to: 'succeeded',
      size: 2,
    }),
  ];
};

/** Whether a live person was there and had consented. */
export const liveness: CheckTwin = {
  indispensableBecause: 'nothing else says that a live person was there',
  attackCases: [
    { name: 'without liveness', change: () => ({ liveness: [], faces: [] }) },
    { name: 'without consent', change: () => withoutConsent },
    {
      name: 'with a liveness session that failed',
      change: () => ({
        liveness: livenessOf({ status: 'failed', confidence: null, referenceFileId: null }),
        faces: [],
      }),
    },
    {
      name: 'with a picture held before the camera',
      change: () => ({ liveness: livenessOf({ confidence: 0 }) }),
    },
    {
      name: 'whom a provider without a scale does not take for a living person',
      change: () => ({ liveness: livenessOf({ confidence: null, live: false }) }),
    },
    {
      name: 'whom a provider with a scale does not take for a living person',
      change: () => ({ liveness: livenessOf({ live: false }) }),
    },
    {
      name: 'of whom the provider says neither a confidence nor a verdict',
      change: () => ({ liveness: livenessOf({ confidence: null }) }),
    },
  ],
  counterfactuals: {
    improvements: {
      consent: [consentImprovements],
      person: [
        confidenceImprovements,
        verdictChange(true),
        challengeImprovements,
        pictureImprovements,
        lostSessionImprovements,
        sessionImprovements,
      ],
    },
    regressions: { person: [confidenceRegressions, verdictChange(false)], consent: [consentRegressions] },
  },
};
