import type { LedgerEntry, Policy, Profile } from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import { recordedCheck } from '@portcullis/domain/profile';
import { recordedDecision } from '@portcullis/domain/serialization';
import { type Explanation, explain } from '@portcullis/explain';
import { explanationBody } from '@portcullis/http';

// The documents of an evidence pack, as plain JSON. Field names are those of the API.

/** The text of a document that people read as well. */
export const prettyJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const decisionDocument = ({ decision }: Profile) =>
  decision && {
    outcome: decision.outcome,
    reasons: decision.reasons,
    policy: { id: decision.policy.id, version: decision.policy.version },
    policy_digest: decision.policyDigest,
    engine: decision.engine,
    evidence_digest: decision.evidenceDigest,
    evidence_count: decision.evidenceCount,
    attempt: decision.attempt,
    asked_steps: decision.askedSteps,
    decided_by: decision.decidedBy,
    seq: decision.seq,
    at: decision.at,
  };

/** A file of the evidence and its path in the pack; `null` if the pack does not have it. */
export type PackedFile = { readonly id: string; readonly path: string | null };

const fileDocuments = ({ evidence }: Profile, packed: readonly PackedFile[]) =>
  evidence.flatMap((item) => {
    if (item.kind !== 'file') return [];
    const { id, kind, contentType } = item.file;
    const path = packed.find((one) => one.id === id)?.path ?? null;
    return [{ id, kind, content_type: contentType, attempt: item.attempt, path }];
  });

/** The part of the profile that is not personal: no name, no reference, no digest of an image. */
export const profileDocument = (profile: Profile, packed: readonly PackedFile[]) => ({
  object: 'profile',
  id: profile.id,
  partner_id: profile.tenant.partnerId,
  team_id: profile.tenant.teamId,
  status: profile.status,
  status_reasons: profile.statusReasons,
  policy: { id: profile.policy.id, version: profile.policy.version },
  attempt: profile.attempt,
  asked_steps: profile.askedSteps,
  checks: profile.checks.map(recordedCheck),
  decision: decisionDocument(profile),
  files: fileDocuments(profile, packed),
  previous_profile_id: profile.previousProfileId,
  version: profile.version,
  ledger_head: profile.ledgerHead,
  created_at: profile.createdAt,
  updated_at: profile.updatedAt,
  expires_at: profile.expiresAt,
  decided_at: profile.decidedAt,
  lapses_at: profile.lapsesAt,
  redaction: profile.redaction
    ? { requested_at: profile.redaction.requestedAt, completed_at: profile.redaction.completedAt }
    : null,
});

/** The personal data, with the salt that ties it to the digests of the ledger. */
export const personalDocument = ({ claimed, evidence, language, metadata, reference, salt }: Profile) => ({
  reference,
  language,
  metadata,
  claimed,
  evidence,
  salt,
});

/** A policy with its name and digest; `document` is `null` if the policy does not exist any more, or has changed. */
export const policyDocument = ({ decision, policy: named }: Profile, policy: Policy | null) => {
  const { id, version } = decision?.policy ?? named;
  return {
    id,
    version,
    digest: policy ? policyDigest(policy) : (decision?.policyDigest ?? null),
    document: policy,
  };
};

/** An explanation without check details, reviewer notes, and the age of the person. */
const withoutPerson = (explanation: Explanation) => ({
  ...explanationBody({
    ...explanation,
    checks: explanation.checks.map((check) => ({ ...recordedCheck(check), saw: null })),
    nearestCounterfactual: null,
  }),
  review: null,
});

/** The explanation of the decision as in the API; `null` if the entry has no decision. */
export const explanationDocument = (
  profile: Profile,
  entry: LedgerEntry,
  policy: Policy | null,
  isPersonal: boolean,
) => {
  const recorded = recordedDecision(entry);
  if (!recorded) return null;
  if (isPersonal) return explanationBody(explain(policy, profile, recorded));
  return withoutPerson(explain(policy, { ...profile, language: 'en' }, recorded));
};
