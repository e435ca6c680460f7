import { outcomes } from '../checks/decision.ts';
import { checkSources } from '../checks/shared/check.ts';
import { oneOf, t } from '../kernel/codec.ts';
import { IdCodec } from '../kernel/ids.ts';
import { actorTypes } from '../ledger/entry.ts';
import { checkNames } from '../policy/check-names.ts';
import { erasureCauses, type Profile } from '../profile/profile.ts';
import { claimedCodec, EvidenceCodec } from './evidence-codec.ts';
import { type IdentityCodec, listOf, nullable, recordCodec } from './record-codec.ts';
import {
  hex64,
  nonNegativeInteger,
  passedOverCodec,
  policyRefCodec,
  reasonsCodec,
  statusCodec,
  stepCodec,
  timestamp,
} from './value-codecs.ts';

const check = recordCodec(
  'check',
  {
    name: oneOf(checkNames),
    status: oneOf(['passed', 'failed', 'not_applicable', 'unavailable']),
    requirement: oneOf(['required', 'optional']),
    reasons: reasonsCodec,
    observed_at: timestamp,
    evidence: listOf(nonNegativeInteger),
  },
  {
    score: t.number,
    threshold: t.number,
    challenge: t.string,
    source: oneOf(checkSources),
  },
);

const decision = recordCodec(
  'decision',
  {
    outcome: oneOf(outcomes),
    reasons: reasonsCodec,
    policy: policyRefCodec,
    policyDigest: hex64,
    engine: nonNegativeInteger,
    evidenceDigest: hex64,
    evidenceCount: nonNegativeInteger,
    attempt: nonNegativeInteger,
    askedSteps: nullable(listOf(stepCodec)),
    decidedBy: recordCodec('decider', { type: oneOf(['system', 'reviewer']), id: t.string }),
    seq: nonNegativeInteger,
    at: timestamp,
  },
  { path: t.string, passedOver: listOf(passedOverCodec) },
);

const actor = recordCodec('actor', { type: oneOf(actorTypes), id: t.string });

const redaction = recordCodec(
  'redaction',
  { requestedAt: timestamp, by: actor, because: oneOf(erasureCauses), completedAt: nullable(timestamp) },
  { confirmedAt: timestamp },
);

const legalHold = recordCodec('legal hold', { since: timestamp, by: actor }, { note: t.string });

const approval = recordCodec(
  'approval',
  { reviewer: t.string, evidenceCount: nonNegativeInteger, attempt: nonNegativeInteger, at: timestamp },
  { behind: t.readonlyArray(t.string) },
);

const declines = recordCodec('declines', { before: nonNegativeInteger, own: nonNegativeInteger });

const failedCalls = recordCodec('failed calls', { attempt: nonNegativeInteger, count: nonNegativeInteger });

/**
 * A profile as it is stored or exported: plain JSON, the same shape as the type. A value that does not fit is not a
 * profile and is never partly read. Fields that this version does not know are dropped.
 */
export const ProfileCodec: IdentityCodec<Profile> = recordCodec(
  'profile',
  {
    id: IdCodec,
    tenant: recordCodec('tenant', { partnerId: t.string, teamId: nullable(t.string) }),
    reference: t.string,
    current: t.boolean,
    status: statusCodec,
    statusReasons: reasonsCodec,
    policy: policyRefCodec,
    attempt: recordCodec('attempt', { number: nonNegativeInteger, max: nonNegativeInteger }),
    askedSteps: nullable(listOf(stepCodec)),
    linkGeneration: nonNegativeInteger,
    claimed: claimedCodec,
    evidence: listOf(EvidenceCodec),
    checks: listOf(check),
    decision: nullable(decision),
    language: t.string,
    metadata: t.record(t.string, t.string),
    redirectUrl: nullable(t.string),
    salt: t.string,
    scenario: nullable(t.string),
    previousProfileId: nullable(IdCodec),
    applied: listOf(recordCodec('applied command', { commandId: t.string, seq: nonNegativeInteger })),
    version: nonNegativeInteger,
    ledgerHead: hex64,
    createdAt: timestamp,
    updatedAt: timestamp,
    expiresAt: timestamp,
    processingEndsAt: nullable(timestamp),
    decidedAt: nullable(timestamp),
    lapsesAt: nullable(timestamp),
    waitingSince: nullable(timestamp),
    erasesAt: nullable(timestamp),
    erasureAnnouncedAt: nullable(timestamp),
    retainedUntil: nullable(timestamp),
  },
  {
    redaction,
    legalHold,
    holdChanges: nonNegativeInteger,
    approvals: listOf(approval),
    declines,
    failedAnalyses: failedCalls,
    failedInspections: failedCalls,
  },
);
