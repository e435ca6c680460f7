import { aSession } from '@portcullis/contracts/builders';
import type { Check } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import type { DecisionInput, FileEvidence, StoredFile } from '@portcullis/domain/evidence';
import { aCase, aFile, aReadingEvidence, aResult } from '../builders/evidence.ts';
import { type CheckCase, decidedAt, standard } from './check-case.ts';

const sessionId = aResult().sessionId;

/** A session that was opened with one challenge, while the provider names another one, or none. */
const sessionOf = (challenge: string, named: string | null, confidence = 97) =>
  aCase({
    instead: {
      liveness_session: [aSession({ sessionId, challenge })],
      liveness_result: [aResult({ sessionId, challenge: named, confidence })],
    },
  });

const liveness = (challenge: string, over: Pick<Check, 'status' | 'reasons'> & Partial<Check>): Check => ({
  name: 'liveness',
  requirement: 'required',
  observed_at: decidedAt,
  source: 'provider',
  threshold: 75,
  score: 97,
  evidence: [4],
  challenge,
  ...over,
});

/** A session of a provider that has no challenge to choose from. */
const sessionWithoutChallenge = (named: string | null): DecisionInput => {
  const { challenge: _, ...session } = aSession({ sessionId });
  return aCase({
    instead: { liveness_session: [session], liveness_result: [aResult({ sessionId, challenge: named })] },
  });
};

const { challenge: _, ...withoutChallenge } = liveness('', { status: 'passed', reasons: [] });

const strictGentle: FlatPolicy = {
  ...standard,
  liveness: { pass: 75, attack: 10, movement: { pass: 98, attack: 40 } },
};

/** The results of the liveness check by the challenge of its session. */
export const challengeCases: readonly CheckCase[] = [
  {
    sentence: 'the gentle challenge passes with the reason by which the policy says what it costs',
    file: sessionOf('movement', 'movement'),
    expected: liveness('movement', { status: 'passed', reasons: ['liveness_gentle_challenge'] }),
  },
  {
    sentence: 'the gentle challenge has thresholds of its own',
    file: sessionOf('movement', 'movement'),
    policy: strictGentle,
    expected: liveness('movement', {
      status: 'failed',
      reasons: ['liveness_low_score', 'liveness_gentle_challenge'],
      threshold: 98,
    }),
  },
  {
    sentence: 'the thresholds of the gentle challenge are not those of the usual one',
    file: sessionOf('movement_and_light', 'movement_and_light'),
    policy: strictGentle,
    expected: liveness('movement_and_light', { status: 'passed', reasons: [] }),
  },
  {
    sentence: 'a challenge that the policy does not allow is judged by the thresholds of the usual one',
    file: sessionOf('movement', 'movement'),
    policy: { ...standard, liveness: { pass: 75, attack: 10 } },
    expected: liveness('movement', { status: 'passed', reasons: ['liveness_gentle_challenge'] }),
  },
  {
    sentence: 'a provider that names the gentle challenge where the usual one was asked for is a finding',
    file: sessionOf('movement_and_light', 'movement'),
    policy: strictGentle,
    expected: liveness('movement_and_light', {
      status: 'failed',
      reasons: ['liveness_low_score', 'liveness_challenge_mismatch'],
      threshold: 98,
    }),
  },
  ...(['movement', 'movement_and_light'] as const).map((challenge) => ({
    sentence: `a provider that names no challenge where ${challenge} was asked for is a finding`,
    file: sessionOf(challenge, null),
    expected: liveness(challenge, { status: 'failed', reasons: ['liveness_challenge_mismatch'] }),
  })),
  {
    sentence: 'a provider that names the usual challenge where the gentle one was asked for is a finding',
    file: sessionOf('movement', 'movement_and_light'),
    expected: liveness('movement', { status: 'failed', reasons: ['liveness_challenge_mismatch'] }),
  },
  {
    sentence: 'a challenge that nobody knows is a finding',
    file: sessionOf('movement_and_light', 'FaceNodChallenge'),
    expected: liveness('movement_and_light', { status: 'failed', reasons: ['liveness_challenge_mismatch'] }),
  },
  {
    sentence: 'a provider that has no challenge to choose from, and names none, is judged by the usual thresholds',
    file: sessionWithoutChallenge(null),
    policy: strictGentle,
    expected: withoutChallenge,
  },
  {
    sentence: 'a provider that opens a session without a challenge, and names the gentle one, is judged by that one',
    file: sessionWithoutChallenge('movement'),
    expected: liveness('movement', { status: 'passed', reasons: ['liveness_gentle_challenge'] }),
  },
];

const reference = (over: Partial<StoredFile> = {}) =>
  aFile({ id: 'refer0000000001', kind: 'liveness_reference', sha256: 'e'.repeat(64), ...over });

/** The reference image of the session that passed, and another picture of the profile. */
const withPictures = (other: FileEvidence): DecisionInput =>
  aCase({ instead: { file: [other, aFile()] }, more: [reference()] });

/** The same session beside a document with a reading of a further picture of the same moment. */
const withFrame = (frame: { readonly contentSha256: string; readonly sha256?: string }): DecisionInput =>
  aCase({
    instead: { document_reading: [aReadingEvidence({ frames: [{ side: 'front', mrzLines: null, ...frame }] })] },
    more: [reference()],
  });

/** A session of an earlier attempt, and a picture of a document that was supplied after it, beside a new session. */
const withEarlierReference = (digests: { readonly sha256: string; readonly contentSha256?: string }) => {
  const { sha256, ...content } = digests;
  const earlier = { ...reference({ id: 'refer0000000000' }), attempt: 0 };
  return aCase({
    instead: { file: [earlier, { ...aFile({ sha256 }), ...content }] },
    more: [reference({ sha256: 'f'.repeat(64) })],
  });
};

const repeated = liveness('movement_and_light', {
  status: 'failed',
  reasons: ['liveness_picture_repeated'],
  evidence: [5, 1],
});

/** The results of the liveness check where its picture is another one of the profile, byte for byte. */
export const repeatedPictureCases: readonly CheckCase[] = [
  {
    sentence: 'a reference image that is the picture of a document as it was received was not taken in the session',
    file: withPictures(aFile({ id: 'front0000000009', sha256: 'e'.repeat(64) })),
    expected: repeated,
  },
  {
    sentence: 'a reference image that is the picture of a document as it is kept was not taken in the session',
    file: withPictures({ ...aFile({ id: 'front0000000009' }), contentSha256: 'e'.repeat(64) }),
    expected: repeated,
  },
  {
    sentence: 'a reference image that is the one of an earlier session was not taken in this one',
    file: withPictures({ ...reference({ id: 'refer0000000000' }), attempt: 0 }),
    expected: repeated,
  },
  ...(['contentSha256', 'sha256'] as const).map((digest) => ({
    sentence: `a reference image that is a frame of the document by its ${digest} was not taken in the session`,
    file: withFrame({ contentSha256: 'c'.repeat(64), sha256: 'd'.repeat(64), [digest]: 'e'.repeat(64) }),
    expected: { ...repeated, evidence: [4, 2] },
  })),
  ...(['contentSha256', 'sha256'] as const).map((digest) => ({
    sentence: `a picture of a document that is the reference image of an earlier session by its ${digest} is a finding`,
    file: withEarlierReference({ sha256: 'd'.repeat(64), [digest]: 'e'.repeat(64) }),
    expected: { ...repeated, evidence: [5, 2] },
  })),
  {
    sentence: 'a reference image that is no frame of the document passes',
    file: withFrame({ contentSha256: 'c'.repeat(64) }),
    expected: liveness('movement_and_light', { status: 'passed', reasons: [] }),
  },
  {
    sentence: 'a reference image of its own passes',
    file: withPictures(aFile({ id: 'front0000000009', sha256: 'd'.repeat(64) })),
    expected: liveness('movement_and_light', { status: 'passed', reasons: [], evidence: [5] }),
  },
];
