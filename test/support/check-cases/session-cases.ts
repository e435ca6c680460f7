import { aSession } from '@portcullis/contracts/builders';
import type { Check } from '@portcullis/domain';
import type { DecisionInput, LivenessResultEvidence } from '@portcullis/domain/evidence';
import { aCase, aConsent, aResult } from '../builders/evidence.ts';
import { type CheckCase, decidedAt, standard } from './check-case.ts';

const liveness = (over: Pick<Check, 'status' | 'reasons' | 'evidence'> & Partial<Check>): Check => ({
  name: 'liveness',
  requirement: 'required',
  observed_at: decidedAt,
  source: 'provider',
  threshold: 75,
  challenge: 'movement_and_light',
  ...over,
});

const expiredEnd = aResult({ status: 'expired', confidence: null, referenceFileId: null });

/**
 * A session whose end, at 6, is `over`, recorded after consent was withdrawn and granted again, and a second one that
 * succeeded, at 8.
 */
const afterLostSession = (over: Partial<LivenessResultEvidence>): DecisionInput => {
  const lost = aSession();
  const end: LivenessResultEvidence = { ...expiredEnd, sessionId: lost.sessionId, ...over };
  return aCase({
    instead: {
      liveness_session: [lost, aConsent(false), aConsent()],
      liveness_result: [end, aSession(), aResult()],
    },
  });
};

const unscaled = (over: Partial<LivenessResultEvidence>): DecisionInput =>
  aCase({ instead: { liveness_result: [aResult({ confidence: null, ...over })] } });

const { threshold: _, ...withoutScale } = liveness({ status: 'passed', reasons: [], evidence: [4] });

/** The results of the liveness check by a provider that has no scale. */
export const verdictCases: readonly CheckCase[] = [
  {
    sentence: 'the verdict of a provider without a scale passes, and no score is made up for it',
    file: unscaled({ live: true }),
    expected: withoutScale,
  },
  {
    sentence: 'the verdict of a provider without a scale that nobody was there fails',
    file: unscaled({ live: false }),
    expected: { ...withoutScale, status: 'failed', reasons: ['liveness_session_failed'] },
  },
  {
    sentence: 'the challenge of a provider without a scale is judged like any other',
    file: unscaled({ live: true, challenge: null }),
    expected: { ...withoutScale, status: 'failed', reasons: ['liveness_challenge_mismatch'] },
  },
  {
    sentence: 'a provider that says neither a confidence nor a verdict has given no answer',
    file: unscaled({}),
    expected: {
      name: 'liveness',
      requirement: 'required',
      observed_at: decidedAt,
      status: 'unavailable',
      reasons: ['provider_response_invalid'],
      evidence: [4],
    },
  },
  {
    sentence: 'a verdict does not speak for a confidence that does not pass',
    file: unscaled({ live: true, confidence: 40 }),
    expected: liveness({ status: 'failed', reasons: ['liveness_low_score'], evidence: [4], score: 40 }),
  },
  {
    sentence: 'a verdict that nobody was there fails beside a confidence that would pass',
    file: unscaled({ live: false, confidence: 99 }),
    expected: liveness({ status: 'failed', reasons: ['liveness_session_failed'], evidence: [4], score: 99 }),
  },
  {
    sentence: 'a verdict that nobody was there makes no attack a lesser one',
    file: unscaled({ live: false, confidence: 3 }),
    expected: liveness({
      status: 'failed',
      reasons: ['liveness_attack', 'liveness_session_failed'],
      evidence: [4],
      score: 3,
    }),
  },
];

/** The results of the liveness check where consent was withdrawn before a session was read. */
export const sessionCases: readonly CheckCase[] = [
  {
    sentence:
      'an earlier session that was lost with a withdrawn consent is for a reviewer, however live the next one is',
    file: afterLostSession({}),
    expected: liveness({ status: 'failed', reasons: ['liveness_session_unread'], evidence: [8, 6], score: 97 }),
  },
  {
    sentence: 'a session that was read after all is none that was lost',
    file: afterLostSession({ status: 'failed', late: true }),
    expected: liveness({ status: 'passed', reasons: [], evidence: [8], score: 97 }),
  },
  {
    sentence: 'a session that had expired before consent was withdrawn is none that was lost',
    file: aCase({ instead: { liveness_result: [expiredEnd, aConsent(false), aConsent(), aResult()] } }),
    expected: liveness({ status: 'passed', reasons: [], evidence: [7], score: 97 }),
  },
  {
    sentence: 'a lost session is for a reviewer also where liveness is left to the person',
    file: aCase({
      instead: {
        liveness_session: [aSession({ sessionId: expiredEnd.sessionId }), aConsent(false), aConsent()],
        liveness_result: [expiredEnd],
        face_match: [],
      },
    }),
    policy: { ...standard, checks: { ...standard.checks, liveness: 'optional' } },
    expected: {
      name: 'liveness',
      requirement: 'optional',
      observed_at: decidedAt,
      status: 'failed',
      reasons: ['liveness_session_unread'],
      evidence: [6],
    },
  },
];
