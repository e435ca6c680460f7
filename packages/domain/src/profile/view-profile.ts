import { documentFacts, documentView } from '@portcullis/documents';
import type { Decision } from '../checks/decision.ts';
import type { Check } from '../checks/shared/check.ts';
import { evidenceIndexes } from '../checks/shared/check-result.ts';
import { nameRules } from '../checks/shared/name-rules.ts';
import { type CurrentEvidence, currentEvidence } from '../evidence/current-evidence.ts';
import { contentDigest } from '../evidence/evidence.ts';
import type { CheckName } from '../policy/check-names.ts';
import { flatPathId, openPath, pathsOf } from '../policy/paths.ts';
import { biometricChecks, type Policy } from '../policy/policy.ts';
import type { Profile } from './profile.ts';
import { decisionInput, hasConsent, mayChoosePath, refusesFaceAlone, requirements } from './requirements.ts';
import { currentApprovals } from './reviewer.ts';
import type { Assurance, FileView, PathView, ProfileView } from './view.ts';

const fileViews = (profile: Profile, { back, front, result }: CurrentEvidence): readonly FileView[] => {
  const current = new Set([front?.value.file.id, back?.value.file.id, result?.value.referenceFileId]);
  return profile.evidence.flatMap((item) => {
    if (item.kind !== 'file') return [];
    const contentSha256 = contentDigest(item);
    const superseded = !current.has(item.file.id);
    return [{ ...item.file, contentSha256, attempt: item.attempt, superseded, createdAt: item.at }];
  });
};

/**
 * Whether a check has failed, or is required and has no result. An optional one without a result counts for nothing.
 */
export const isUnproven = ({ requirement, status }: Check): boolean =>
  status === 'failed' || (requirement === 'required' && status !== 'passed');

/** The checks that had not passed when reviewers approved. None of a face counts as passed once it was refused. */
const overriddenChecks = (profile: Profile): readonly CheckName[] => {
  const withoutFace = refusesFaceAlone(profile);
  const isRefused = ({ name, status }: Check): boolean =>
    withoutFace && status === 'passed' && biometricChecks.some((one) => one === name);
  return profile.checks.filter((check) => isUnproven(check) || isRefused(check)).map(({ name }) => name);
};

/** A decision on a flat policy names no path: it has one alone. */
const decidedPath = (policy: Policy, { path }: Decision): string | null =>
  policy.paths === undefined ? flatPathId : (path ?? null);

const noReview: Assurance['review'] = { state: 'none', reviewers: [], overridden: [] };

const reviewAssurance = (policy: Policy, profile: Profile): Assurance['review'] => {
  const { approvals = [], decision, status } = profile;
  if (status === 'in_review') {
    const reviewers = policy.review?.fourEyes ? currentApprovals(profile).map(({ reviewer }) => reviewer) : [];
    return { state: reviewers.length > 0 ? 'awaiting_second' : 'pending', reviewers, overridden: [] };
  }
  if (decision?.decidedBy.type !== 'reviewer') return noReview;
  if (status === 'declined') return { ...noReview, state: 'declined', reviewers: [decision.decidedBy.id] };
  if (status !== 'approved' && status !== 'lapsed') return noReview;
  return {
    state: 'approved',
    reviewers: approvals.length > 0 ? approvals.map(({ reviewer }) => reviewer) : [decision.decidedBy.id],
    overridden: overriddenChecks(profile),
  };
};

/** The positions of the evidence by which checks prove something, as far as it still counts. */
const provingIndexes = ({ back, backFaceMatch, faceMatch, front, reading, result }: CurrentEvidence): Set<number> =>
  new Set(evidenceIndexes(back, backFaceMatch, faceMatch, front, reading, result));

/**
 * The proven facts of a person now, from the stored checks and decision. A check counts as long as all evidence that it
 * was made of does: what was asked for again, or superseded, proves nothing until it was judged again. Without consent
 * nothing of a face counts. An erased profile has no evidence, and its checks stand as they were stored.
 */
const assuranceOf = (policy: Policy, profile: Profile, selected: CurrentEvidence): Assurance => {
  const { reading, sightings } = selected;
  const { checks, decision, declines, redaction, status } = profile;
  const proving = provingIndexes(selected);
  const hasPassed = (name: CheckName): boolean =>
    checks.some((one) => one.name === name && one.status === 'passed' && one.evidence.every((at) => proving.has(at)));
  const mayCountFace = redaction !== undefined || hasConsent(profile);
  const isPrintRead =
    reading !== null &&
    checks.some(({ evidence }) => evidence.includes(reading.index)) &&
    Object.keys(reading.value.reading.fields).length > 0;
  const unproven = isPrintRead ? 'print' : 'none';
  return {
    path: decision && decidedPath(policy, decision),
    document: hasPassed('document_mrz') ? 'zone' : hasPassed('document_barcode') ? 'barcode' : unproven,
    liveness: mayCountFace && hasPassed('liveness'),
    face: mayCountFace && hasPassed('face_match'),
    withoutProvider: checks
      .filter(({ reasons }) => reasons.includes('provider_not_configured'))
      .map(({ name }) => name),
    review: reviewAssurance(policy, profile),
    earlierDeclines: {
      reference: declines ? declines.before + declines.own - Number(status === 'declined') : 0,
      document: sightings?.value.declined.document ?? null,
    },
  };
};

const pathViews = (policy: Policy, profile: Profile): readonly PathView[] => {
  const paths = pathsOf(policy);
  const open = openPath(policy, profile.evidence);
  if (paths.length < 2 || profile.redaction || !mayChoosePath(profile)) return [];
  return paths.map((path) => ({ id: path.id, steps: path.steps, isOpen: path === open }));
};

/** Everything that follows from a profile under its policy, at `now` (ISO 8601). */
export const viewProfile = (policy: Policy, profile: Profile, now: string): ProfileView => {
  const selected = currentEvidence(decisionInput(profile));
  const { consent, reading } = selected;
  const facts = reading && documentFacts(reading.value);
  return {
    profile,
    requirements: profile.redaction ? [] : requirements(policy, profile, now, selected),
    paths: pathViews(policy, profile),
    document: facts && documentView(facts, nameRules(facts, policy)),
    checks: profile.checks,
    consent: consent?.value ?? null,
    files: fileViews(profile, selected),
    assurance: assuranceOf(policy, profile, selected),
  };
};
