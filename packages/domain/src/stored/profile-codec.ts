import { oneOf, t } from '../codec.ts';
import { checkNames, checkSources } from '../decision/checks.ts';
import { outcomes } from '../decision/decision.ts';
import { IdCodec } from '../ids.ts';
import { actorTypes } from '../ledger/entry.ts';
import { erasureCauses, type Profile } from '../profile/profile.ts';
import { claimedRow, EvidenceCodec } from './evidence-codec.ts';
import { listOf, nullable, row, type Stored } from './row.ts';
import { count, hex64, policyRef, reasonWords, statusWord, stepWord, time } from './words.ts';

const check = row(
  'check',
  {
    name: oneOf(checkNames),
    status: oneOf(['passed', 'failed', 'not_applicable', 'unavailable']),
    requirement: oneOf(['required', 'optional']),
    reasons: reasonWords,
    observed_at: time,
    evidence: listOf(count),
  },
  {
    score: t.number,
    threshold: t.number,
    source: oneOf(checkSources),
  },
);

const decision = row(
  'decision',
  {
    outcome: oneOf(outcomes),
    reasons: reasonWords,
    policy: policyRef,
    evidenceDigest: hex64,
    evidenceCount: count,
    attempt: count,
    askedSteps: nullable(listOf(stepWord)),
    decidedBy: row('decider', { type: oneOf(['system', 'reviewer']), id: t.string }, {}),
    seq: count,
    at: time,
  },
  { policyDigest: hex64, engine: count },
);

const actor = row('actor', { type: oneOf(actorTypes), id: t.string }, {});

const redaction = row(
  'redaction',
  { requestedAt: time, by: actor, because: oneOf(erasureCauses), completedAt: nullable(time) },
  { confirmedAt: time },
);

const legalHold = row('legal hold', { since: time, by: actor }, { note: t.string });

/**
 * A profile as it is stored or exported: plain JSON, the same shape as the type. A value that does not fit is not a
 * profile and is never partly read. Fields that this version does not know are dropped.
 */
export const ProfileCodec: Stored<Profile> = row(
  'profile',
  {
    id: IdCodec,
    tenant: row('tenant', { partnerId: t.string, teamId: nullable(t.string) }, {}),
    reference: t.string,
    current: t.boolean,
    status: statusWord,
    statusReasons: reasonWords,
    policy: policyRef,
    attempt: row('attempt', { number: count, max: count }, {}),
    askedSteps: nullable(listOf(stepWord)),
    linkGeneration: count,
    claimed: claimedRow,
    evidence: listOf(EvidenceCodec),
    checks: listOf(check),
    decision: nullable(decision),
    language: t.string,
    metadata: t.record(t.string, t.string),
    redirectUrl: nullable(t.string),
    salt: t.string,
    scenario: nullable(t.string),
    previousProfileId: nullable(IdCodec),
    applied: listOf(row('applied command', { commandId: t.string, seq: count }, {})),
    version: count,
    ledgerHead: hex64,
    createdAt: time,
    updatedAt: time,
    expiresAt: time,
    processingEndsAt: nullable(time),
    decidedAt: nullable(time),
    lapsesAt: nullable(time),
  },
  { redaction, legalHold, erasesAt: nullable(time) },
);
