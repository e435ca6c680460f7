import { type Check, type ReasonCode, standardPolicy } from '@portcullis/domain';
import type { CheckName } from '@portcullis/domain/checks';
import { absentDeviceSignals, type DeviceFacts } from '@portcullis/domain/evidence';
import { aCase, aConsent, aDevice, aDeviceEvent, aMatch, aProviderFailure, aResult } from '../builders/evidence.ts';
import { type CheckCase, decidedAt, standard } from './check-case.ts';

type Expected = Pick<Check, 'status' | 'reasons' | 'evidence'> & Partial<Check>;
const check = (name: CheckName, requirement: Check['requirement'], over: Expected): Check => ({
  name,
  requirement,
  observed_at: decidedAt,
  ...over,
});

const liveness = (over: Expected): Check =>
  check('liveness', 'required', {
    source: 'provider',
    threshold: 75,
    challenge: 'movement_and_light',
    ...over,
  });

const scored = (confidence: number, status: Check['status'], reasons: readonly ReasonCode[]): CheckCase => ({
  sentence: `a confidence of ${confidence} is ${reasons[0] ?? 'a live person'}`,
  file: aCase({ instead: { liveness_result: [aResult({ confidence })] } }),
  expected: liveness({ status, reasons, evidence: [4], score: confidence }),
});

/** The same with a lower threshold than anybody should set. */
const underLowThreshold = (
  pass: number,
  confidence: number,
  status: Check['status'],
  reasons: readonly ReasonCode[],
): CheckCase => ({
  sentence: `a confidence of ${confidence} is ${reasons[0] ?? 'a live person'} with a threshold of ${pass}`,
  file: aCase({ instead: { liveness_result: [aResult({ confidence })] } }),
  policy: standardPolicy({ livenessThreshold: pass, specimens: true }),
  expected: liveness({ status, reasons, evidence: [4], score: confidence, threshold: pass }),
});

const livenessCases: readonly CheckCase[] = [
  {
    sentence: 'no provider of liveness is no answer',
    file: aCase({
      instead: { liveness_session: [], liveness_result: [], face_match: [] },
      more: [aProviderFailure('liveness', 'provider_not_configured')],
    }),
    expected: check('liveness', 'required', {
      status: 'unavailable',
      reasons: ['provider_not_configured'],
      evidence: [3],
    }),
  },
  scored(100, 'passed', []),
  scored(75, 'passed', []),
  scored(74.99, 'failed', ['liveness_low_score']),
  scored(10, 'failed', ['liveness_low_score']),
  scored(9.99, 'failed', ['liveness_attack']),
  scored(0, 'failed', ['liveness_attack']),
  underLowThreshold(0, 3.2, 'failed', ['liveness_attack']),
  underLowThreshold(0, 9.99, 'failed', ['liveness_attack']),
  underLowThreshold(0, 10, 'passed', []),
  underLowThreshold(5, 5, 'failed', ['liveness_attack']),
  underLowThreshold(11, 10, 'failed', ['liveness_low_score']),
  {
    sentence: 'a session that the provider ended as failed fails',
    file: aCase({
      instead: {
        liveness_result: [aResult({ status: 'failed', confidence: null, referenceFileId: null })],
        face_match: [],
      },
    }),
    expected: liveness({ status: 'failed', reasons: ['liveness_session_failed'], evidence: [4] }),
  },
  {
    sentence: 'a success without a confidence is no answer',
    file: aCase({ instead: { liveness_result: [aResult({ confidence: null })] } }),
    expected: check('liveness', 'required', {
      status: 'unavailable',
      reasons: ['provider_response_invalid'],
      evidence: [4],
    }),
  },
  {
    sentence: 'liveness has no answer without a result',
    file: aCase({ instead: { liveness_result: [], face_match: [] } }),
    expected: check('liveness', 'required', { status: 'unavailable', reasons: [], evidence: [] }),
  },
  {
    sentence: 'a session that ran out is no result',
    file: aCase({
      instead: {
        liveness_result: [aResult({ status: 'expired', confidence: null, referenceFileId: null })],
        face_match: [],
      },
    }),
    expected: check('liveness', 'required', { status: 'unavailable', reasons: [], evidence: [] }),
  },
  {
    sentence: 'a success without a reference image is no result',
    file: aCase({ instead: { liveness_result: [aResult({ referenceFileId: null })], face_match: [] } }),
    expected: check('liveness', 'required', { status: 'unavailable', reasons: [], evidence: [] }),
  },
  {
    sentence: 'who declines consent is not judged by a camera, whatever it saw',
    file: aCase({ instead: { consent: [aConsent(false)] } }),
    expected: check('liveness', 'required', { status: 'unavailable', reasons: ['consent_declined'], evidence: [0] }),
  },
  {
    sentence: 'a face that was filmed before consent was asked for fails, however live it was',
    file: aCase({ instead: { consent: [] } }),
    expected: liveness({ status: 'failed', reasons: ['consent_missing'], evidence: [3], score: 97 }),
  },
  {
    sentence: 'an attack stays one where consent was never asked for',
    file: aCase({ instead: { consent: [], liveness_result: [aResult({ confidence: 3 })] } }),
    expected: liveness({ status: 'failed', reasons: ['liveness_attack', 'consent_missing'], evidence: [3], score: 3 }),
  },
];

const face = (over: Expected): Check => check('face_match', 'required', over);
const provider = { source: 'provider' } as const;

const alike = (similarity: number, status: Check['status'], reasons: readonly ReasonCode[]): CheckCase => ({
  sentence: `a similarity of ${similarity} is ${reasons[0] ?? 'the same person'}`,
  file: aCase({ instead: { face_match: [aMatch({ similarity })] } }),
  expected: face({
    ...provider,
    status,
    reasons,
    evidence: [5, 1, 4],
    score: similarity,
    threshold: 90,
  }),
});

const faceCases: readonly CheckCase[] = [
  alike(100, 'passed', []),
  alike(90, 'passed', []),
  alike(89.9, 'failed', ['face_match_borderline']),
  alike(80, 'failed', ['face_match_borderline']),
  alike(79.9, 'failed', ['face_mismatch']),
  alike(0, 'failed', ['face_mismatch']),
  ...(
    [
      ['no_face_on_document', 'document_portrait_missing'],
      ['several_people_on_document', 'document_several_faces'],
      ['no_face_in_selfie', 'selfie_no_face'],
      ['several_faces_in_selfie', 'selfie_multiple_faces'],
      ['selfie_too_poor', 'selfie_low_quality'],
    ] as const
  ).map(([outcome, reason]) => ({
    sentence: `${outcome} is ${reason}`,
    file: aCase({ instead: { face_match: [aMatch({ outcome, similarity: null })] } }),
    expected: face({ ...provider, status: 'failed', reasons: [reason], evidence: [5, 1, 4] }),
  })),
  {
    sentence: 'a comparison without a similarity is no answer',
    file: aCase({ instead: { face_match: [aMatch({ similarity: null })] } }),
    expected: face({ status: 'unavailable', reasons: ['provider_response_invalid'], evidence: [5, 1, 4] }),
  },
  {
    sentence: 'a failed session leaves no image to compare',
    file: aCase({
      instead: {
        liveness_result: [aResult({ status: 'failed', confidence: null, referenceFileId: null })],
        face_match: [],
      },
    }),
    expected: face({ status: 'failed', reasons: ['liveness_session_failed'], evidence: [4] }),
  },
  {
    sentence: 'two faces that were compared before consent was asked for fail, however alike they are',
    file: aCase({ instead: { consent: [] } }),
    expected: face({
      ...provider,
      status: 'failed',
      reasons: ['consent_missing'],
      evidence: [4, 0, 3],
      score: 98,
      threshold: 90,
    }),
  },
  {
    sentence: 'a comparison that is still to be made is no answer',
    file: aCase({ instead: { face_match: [] } }),
    expected: face({ status: 'unavailable', reasons: [], evidence: [] }),
  },
  {
    sentence: 'a comparison that the provider refused says why',
    file: aCase({ instead: { face_match: [] }, more: [aProviderFailure('face_match', 'provider_response_invalid')] }),
    expected: face({ status: 'unavailable', reasons: ['provider_response_invalid'], evidence: [5] }),
  },
  {
    sentence: 'a comparison that did not come in time says so',
    file: aCase({
      instead: { face_match: [] },
      more: [aProviderFailure('face_match'), aProviderFailure('face_match', 'provider_timeout')],
    }),
    expected: face({ status: 'unavailable', reasons: ['provider_timeout'], evidence: [6] }),
  },
  {
    sentence: 'without a document there is nothing to compare',
    file: aCase({ instead: { file: [], document_reading: [], face_match: [] } }),
    expected: face({ status: 'not_applicable', reasons: [], evidence: [] }),
  },
];

const device = (over: Expected): Check => check('device', 'optional', over);

const seen = (sentence: string, facts: Partial<DeviceFacts>, status: Check['status'], ...reasons: ReasonCode[]) => ({
  sentence,
  file: aCase({ more: [aDeviceEvent(), aDevice(facts)] }),
  expected: device({ ...provider, status, reasons, evidence: [6, 7] }),
});

const nothingKnown: Partial<DeviceFacts> = { ...absentDeviceSignals, visitorId: null, originAllowed: null };

const deviceCases: readonly CheckCase[] = [
  seen('a clean browser passes', {}, 'passed'),
  seen(
    'one signal that is known is an answer, and those that are absent are no signals',
    { ...nothingKnown, bot: 'not_detected' },
    'passed',
  ),
  {
    sentence: 'an event of which nothing is known is no answer',
    file: aCase({ more: [aDeviceEvent(), aDevice(nothingKnown)] }),
    expected: device({ status: 'unavailable', reasons: [], evidence: [6, 7] }),
  },
  seen('an event of five minutes ago is fresh', { occurredAt: '2026-05-01T09:55:01.000Z' }, 'passed'),
  seen('an older event is stale', { occurredAt: '2026-05-01T09:55:00.999Z' }, 'failed', 'device_event_stale'),
  seen(
    'an event that tells no zone of its time is stale',
    { occurredAt: '2026-05-01T10:00:00.000' },
    'failed',
    'device_event_stale',
  ),
  seen(
    'an event of which only the day is known is stale',
    { occurredAt: '2026-05-01' },
    'failed',
    'device_event_stale',
  ),
  seen('an event that tells its offset is fresh', { occurredAt: '2026-05-01T12:00:00.000+02:00' }, 'passed'),
  seen('an event from the future is stale', { occurredAt: '2026-05-01T10:05:01.001Z' }, 'failed', 'device_event_stale'),
  seen('an event of another profile is replayed', { linkedId: 'profile00000002' }, 'failed', 'device_event_replayed'),
  seen('an event of no profile is replayed', { linkedId: null }, 'failed', 'device_event_replayed'),
  seen('an event that the provider saw before is replayed', { replayed: true }, 'failed', 'device_event_replayed'),
  seen('an event of another page fails', { originAllowed: false }, 'failed', 'device_origin_mismatch'),
  seen('a bad bot fails', { bot: 'bad' }, 'failed', 'device_bot'),
  seen('a good bot passes', { bot: 'good' }, 'passed'),
  seen('a browser that was tampered with fails', { tampered: true }, 'failed', 'device_tampered'),
  seen('an emulator fails', { emulated: true }, 'failed', 'device_emulated'),
  seen('a confidence of one half is enough', { confidence: 0.5 }, 'passed'),
  seen('a lower confidence counts as tampering', { confidence: 0.49 }, 'failed', 'device_tampered'),
  seen('three people on a device are a household', { linkedIds24h: 3 }, 'passed'),
  seen('four people on a device are too many', { linkedIds24h: 4 }, 'failed', 'device_shared'),
  seen('Tor fails', { tor: true }, 'failed', 'network_tor'),
  seen('a listed address fails', { ipBlocklisted: true }, 'failed', 'network_ip_blocklisted'),
  seen('a rooted device is noted', { rooted: true }, 'passed', 'device_rooted'),
  seen('a private window is noted', { incognito: true }, 'passed', 'device_incognito'),
  seen('a VPN is noted', { vpn: true }, 'passed', 'network_vpn'),
  seen('a proxy is noted', { proxy: true }, 'passed', 'network_proxy'),
  {
    sentence: 'an event that was used before is replayed',
    file: aCase({ more: [aDeviceEvent(), aDevice({}, { usedBefore: true })] }),
    expected: device({ ...provider, status: 'failed', reasons: ['device_event_replayed'], evidence: [6, 7] }),
  },
  {
    sentence: 'no event is no question where the policy does not require one',
    file: aCase(),
    expected: device({ status: 'not_applicable', reasons: [], evidence: [] }),
  },
  {
    sentence: 'no event fails where the policy requires one',
    file: aCase(),
    policy: { ...standard, checks: { ...standard.checks, device: 'required' } },
    expected: check('device', 'required', { status: 'failed', reasons: ['device_event_missing'], evidence: [] }),
  },
  {
    sentence: 'an event that the provider does not know is missing',
    file: aCase({ more: [aDeviceEvent(), aDevice(null)] }),
    expected: device({ ...provider, status: 'failed', reasons: ['device_event_missing'], evidence: [6, 7] }),
  },
  {
    sentence: 'facts about another event are not taken for this one',
    file: aCase({ more: [aDeviceEvent(), aDevice({}, { eventId: 'event-2' }), aProviderFailure('device')] }),
    expected: device({ status: 'unavailable', reasons: ['provider_unavailable'], evidence: [8] }),
  },
];

/** The complete results of each check of the person and of the device. */
export const personCases: readonly CheckCase[] = [...livenessCases, ...faceCases, ...deviceCases];
