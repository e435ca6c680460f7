import { type CheckName, defaultAction, type Policy, type PolicyFinding, type ReasonCode } from '@portcullis/domain';
import { aPolicy, aPolicyWith } from '../../support/policies.ts';

/** A policy, and everything that is to be said of it. */
export type LintCase = {
  readonly sentence: string;
  readonly policy: Policy;
  readonly findings: readonly PolicyFinding[];
};

const finding =
  (level: PolicyFinding['level']) =>
  (pointer: string, message: string): PolicyFinding => ({ level, pointer, message });
const error = finding('error');
const warning = finding('warning');

const found = (sentence: string, policy: Policy, ...findings: readonly PolicyFinding[]): LintCase => ({
  sentence,
  policy,
  findings,
});

/** The policy without some of its checks. */
const without = (...names: readonly CheckName[]): Policy => {
  const { checks } = aPolicy();
  return aPolicy({
    checks: Object.fromEntries(Object.entries(checks).filter(([name]) => !names.some((each) => each === name))),
  });
};

const optionally = (...names: readonly CheckName[]): Policy =>
  aPolicy({ checks: { ...aPolicy().checks, ...Object.fromEntries(names.map((name) => [name, 'optional' as const])) } });

const { actions: _, ...rest } = aPolicy();
const acting = (actions: Policy['actions'], over: Partial<Policy> = {}): Policy => ({ ...rest, ...over, actions });

const signs: readonly ReasonCode[] = [
  'document_missing',
  'document_screen_capture',
  'document_printed_copy',
  'document_unverified_other',
  'document_sides_mismatch',
  'document_template_mismatch',
  'document_tampered',
  'document_portrait_replaced',
  'document_instruction_text',
];

const approved = (check: CheckName, kind: string) => error(`/checks/${check}`, `a case ${kind} is approved`);
const laxer = (reason: ReasonCode, own: string) => warning(`/actions/${reason}`, `is laxer: by itself it is ${own}`);

const unrequired: readonly LintCase[] = [
  found(
    'a policy that does not look for a live person',
    optionally('liveness'),
    error('/checks/liveness', 'must be required: nothing else says that a live person was there'),
  ),
  found(
    'a policy that does not compare the faces',
    without('face_match'),
    error('/checks/face_match', 'must be required: nothing else says that it was the person on the document'),
    approved('face_match', 'without a comparison of the faces'),
    approved('face_match', 'whose faces could not be compared'),
    approved('face_match', 'with a document without a face'),
    approved('face_match', 'with the document of somebody else'),
  ),
  found(
    'a policy that compares the faces where it can',
    optionally('face_match'),
    error('/checks/face_match', 'must be required: nothing else says that it was the person on the document'),
    approved('face_match', 'without a comparison of the faces'),
  ),
  found(
    'a policy that asks for neither, and approves whoever leaves them out',
    optionally('face_match', 'liveness'),
    error('/checks/liveness', 'must be required: nothing else says that a live person was there'),
    error('/checks/face_match', 'must be required: nothing else says that it was the person on the document'),
    approved('liveness', 'without liveness'),
    approved('liveness', 'without consent'),
    approved('face_match', 'without a comparison of the faces'),
  ),
  found(
    'a policy that requires no machine-readable part',
    without('document_mrz'),
    error('/checks', 'document_mrz or document_barcode must be required: what is printed alone proves nothing'),
    approved('document_mrz', 'with a wrong check digit'),
  ),
  found(
    'a policy that does not compare the parts of a document',
    without('document_consistency'),
    error('/checks/document_consistency', 'must be required: nothing else says whether the parts of a document agree'),
    approved('document_consistency', 'with another name in print than in the zone'),
  ),
  found(
    'a policy that takes documents that ran out',
    acting({ document_expired: 'info' }, optionally('document_expiry')),
    error('/checks/document_expiry', 'must be required: nothing else says whether a document is valid'),
    approved('document_expiry', 'with a document that ran out'),
    laxer('document_expired', 'retry'),
  ),
];

const unasked: readonly LintCase[] = [
  found(
    'a policy that requires a device and asks for none',
    aPolicy({ checks: { ...aPolicy().checks, device: 'required' }, optionalSteps: ['document_back'] }),
    error('/checks/device', 'can never pass: no step asks for device'),
    error('', 'nobody can be approved, not even with a flawless passport (review: device_event_missing)'),
  ),
  found(
    'a policy that requires a device and leaves it to the person',
    aPolicy({ checks: { ...aPolicy().checks, device: 'required' } }),
    warning('/checks/device', 'is required, and device only optional: without it the checks begin and cannot pass'),
  ),
  found(
    'a policy that never asks for consent',
    aPolicy({ steps: ['document_front', 'liveness'] }),
    error('/checks/liveness', 'can never pass: no step asks for consent'),
    error('/checks/face_match', 'can never pass: no step asks for consent'),
    error('', 'nobody can be approved, not even with a flawless passport (review: checks_incomplete)'),
  ),
  found(
    'a policy that asks for consent too late',
    aPolicy({ steps: ['document_front', 'liveness', 'consent'] }),
    warning('/steps/2', 'comes after liveness, which is refused before it'),
  ),
  found(
    'a policy that asks for something at which no check looks',
    aPolicy({
      checks: Object.fromEntries(
        Object.entries(aPolicy().checks).filter(([name]) => !['device', 'duplicates', 'velocity'].includes(name)),
      ),
    }),
    warning('/optionalSteps/1', 'device is asked for, and no check looks at it'),
  ),
  found(
    'a policy that asks for a step twice',
    aPolicy({ optionalSteps: ['document_back', 'liveness'] }),
    warning('/optionalSteps/1', 'liveness is required already'),
  ),
  found(
    'a policy whose cards have no back',
    aPolicy({ optionalSteps: ['device'] }),
    warning(
      '/documents/types/1',
      'a flawless id card is not approved (retry: document_back_missing, data_field_missing)',
    ),
    warning(
      '/documents/types/2',
      'a flawless residence permit is not approved (retry: document_back_missing, data_field_missing)',
    ),
  ),
  found(
    'a policy under which reviewers go over biometrics',
    aPolicy({ biometricOverride: true }),
    warning('/biometricOverride', 'a reviewer may approve although liveness or face_match has failed'),
  ),
];

const banded: readonly LintCase[] = [
  found(
    'a liveness threshold that photos reach',
    aPolicyWith('liveness', { pass: 49 }),
    warning('/liveness/pass', 'is under 50: a photo, a screen or a mask can pass for a live person'),
  ),
  found(
    'a liveness threshold that everybody reaches',
    aPolicyWith('liveness', { pass: 0, attack: 0 }),
    error('/liveness/pass', 'is 0 and so is attack: everybody is live'),
    approved('liveness', 'with a picture held before the camera'),
    warning('/liveness/pass', 'is under 50: a photo, a screen or a mask can pass for a live person'),
    warning('/liveness/attack', 'is 0: liveness_attack is unreachable'),
  ),
  ...[60, 70].map((attack) =>
    found(
      `bands of liveness in which an attack ends at ${attack} and a pass begins at 60`,
      aPolicyWith('liveness', { pass: 60, attack }),
      warning('/liveness/attack', 'is not under pass: liveness_low_score is unreachable'),
    ),
  ),
  found(
    'a similarity that everybody has',
    aPolicyWith('faceMatch', { pass: 0, review: 0 }),
    error('/faceMatch/pass', 'is 0: every face is the one on the document'),
    approved('face_match', 'with the document of somebody else'),
  ),
  found(
    'a similarity that brothers have',
    aPolicyWith('faceMatch', { pass: 79.9, review: 60 }),
    warning('/faceMatch/pass', 'is under 80: people who are only alike can pass for one'),
  ),
  found(
    'bands of similarity that are upside down',
    aPolicyWith('faceMatch', { pass: 90, review: 95 }),
    error('/faceMatch/review', 'is above pass: the bands are upside down'),
  ),
  found(
    'an empty band of similarity',
    aPolicyWith('faceMatch', { pass: 90, review: 90 }),
    warning('/faceMatch/review', 'is not under pass: face_match_borderline is unreachable'),
  ),
  found(
    'a similarity that is never a mismatch',
    aPolicyWith('faceMatch', { review: 0 }),
    warning('/faceMatch/review', 'is 0: face_mismatch is unreachable'),
  ),
  found(
    'an age that no check asks about',
    without('document_age'),
    warning('/minimumAge', 'is not judged: document_age is not among the checks'),
  ),
  found(
    'counts that no check looks at',
    {
      ...without('duplicates', 'velocity'),
      duplicates: { document: 0, person: null, image: null, device: null },
      velocity: { windowSeconds: 60, document: null, device: null, reference: 10 },
    },
    warning('/duplicates', 'are not judged: duplicates is not among the checks'),
    warning('/velocity', 'is not judged: velocity is not among the checks'),
  ),
  found(
    'fewer attempts in a window than the person has',
    aPolicyWith('velocity', { document: 2, reference: 3 }),
    warning('/velocity/document', 'is under maxAttempts: who needs the last attempt has had too many'),
  ),
];

const listed: readonly LintCase[] = [
  found(
    'a policy that accepts no document',
    aPolicyWith('documents', { types: [] }),
    error('/documents/types', 'is empty: no document is accepted'),
  ),
  found(
    'a policy that accepts no country',
    aPolicyWith('documents', { allowedCountries: [] }),
    error('/documents/allowedCountries', 'leaves no country whose documents are accepted'),
  ),
  found(
    'a policy that denies all that it allows',
    aPolicyWith('documents', { allowedCountries: ['SWE'], deniedCountries: ['SWE'] }),
    error('/documents/allowedCountries', 'leaves no country whose documents are accepted'),
    warning('/documents/deniedCountries/0', 'SWE is allowed and denied: denied counts'),
  ),
  found(
    'a policy that denies what it does not allow',
    aPolicyWith('documents', { allowedCountries: ['SWE', 'DEU'], deniedCountries: ['SWE', 'UTO'] }),
    warning('/documents/deniedCountries/0', 'SWE is allowed and denied: denied counts'),
    warning('/documents/deniedCountries/1', 'UTO is not allowed anyway'),
  ),
  found(
    'lists that no check looks at',
    without('document_type'),
    warning('/documents', 'types and countries are not judged: document_type is not among the checks'),
  ),
];

const overridden: readonly LintCase[] = [
  found(
    'actions for reasons that nothing gives',
    acting({ policy_sampled: 'info', lapse_document_expired: 'decline', liveness_session_expired: 'review' }),
    ...(['liveness_session_expired', 'policy_sampled', 'lapse_document_expired'] as const).map((reason) =>
      warning(`/actions/${reason}`, 'is unreachable: no check of this policy gives this reason'),
    ),
  ),
  found(
    'an action for a reason of a check that is not run',
    acting(
      { device_bot: 'decline' },
      { ...without('device', 'duplicates', 'velocity'), optionalSteps: ['document_back'] },
    ),
    warning('/actions/device_bot', 'is unreachable: no check of this policy gives this reason'),
  ),
  found(
    'an action that is the own one',
    acting({ device_bot: 'review' }),
    warning('/actions/device_bot', 'is review anyway'),
  ),
  found('stricter actions', acting({ device_bot: 'decline', document_blurry: 'review', network_vpn: 'retry' })),
  found(
    'an outage of which little is made',
    acting({ provider_timeout: 'info', ai_refused: 'retry', provider_unavailable: 'decline' }),
    warning('/actions/provider_timeout', 'an outage is reviewed at least, whatever stands here'),
    warning('/actions/ai_refused', 'an outage is reviewed at least, whatever stands here'),
  ),
  found(
    'a word of a model that shall decline',
    acting({ document_tampered: 'decline', document_glare: 'decline', document_missing: 'decline' }),
    warning('/actions/document_glare', 'is reviewed at most: what was only seen in a picture declines nobody'),
    warning('/actions/document_tampered', 'is reviewed at most: what was only seen in a picture declines nobody'),
  ),
  found(
    'laxer actions',
    acting({ face_mismatch: 'review', mrz_check_digit_failed: 'retry', device_bot: 'info', liveness_attack: 'info' }),
    laxer('mrz_check_digit_failed', 'review'),
    laxer('face_mismatch', 'decline'),
    laxer('liveness_attack', 'decline'),
    laxer('device_bot', 'review'),
  ),
  found(
    'a check of which nothing follows',
    acting(Object.fromEntries(signs.map((reason) => [reason, 'info' as const]))),
    ...signs.map((reason) => laxer(reason, defaultAction(reason))),
    warning('/checks/document_authenticity', 'nothing follows from it: each of its reasons only informs'),
  ),
];

/** One policy for each thing that can be said of one. */
export const lintCases: readonly LintCase[] = [...unrequired, ...unasked, ...banded, ...listed, ...overridden];
