import type { Tenant } from '../access/caller.ts';
import type { Check } from '../decision/checks.ts';
import type { Decision } from '../decision/decision.ts';
import type { PolicyRef } from '../decision/policy.ts';
import type { ReasonCode } from '../decision/reasons.ts';
import type { Claimed, Evidence } from '../evidence/evidence.ts';
import type { ProfileId } from '../ids.ts';
import type { Actor } from '../ledger/actor.ts';
import type { Step } from './steps.ts';

export const statuses = [
  'created',
  'in_progress',
  'processing',
  'requires_input',
  'in_review',
  'approved',
  'declined',
  'lapsed',
  'expired',
  'canceled',
] as const;
export type Status = (typeof statuses)[number];

/** Why a profile is erased: somebody asked for it, or its time has come. */
export const erasureCauses = ['requested', 'retention'] as const;
export type ErasureCause = (typeof erasureCauses)[number];

/** An erasure. From `requestedAt` on the profile holds nothing of the person; what lies beside it goes after that. */
export type Redaction = {
  readonly requestedAt: string;
  readonly by: Actor;
  readonly because: ErasureCause;
  /** When nothing was left of the person anywhere. */
  readonly completedAt: string | null;
  /** When that was seen to once more, after everything that could still have been under way. */
  readonly confirmedAt?: string;
};

/** Keeps a profile from being erased. */
export type LegalHold = { readonly since: string; readonly by: Actor; readonly note?: string };

/**
 * One person being verified for one partner under one policy: the aggregate. Every time is ISO 8601 UTC with
 * milliseconds. The row is a projection: `status` is the fold of the ledger's status changes, `version` its last `seq`.
 */
export type Profile = {
  readonly id: ProfileId;
  readonly tenant: Tenant;
  readonly reference: string;
  /** Whether this is the profile that its reference stands for; a superseded one is not. */
  readonly current: boolean;
  readonly status: Status;
  readonly statusReasons: readonly ReasonCode[];
  readonly policy: PolicyRef;
  readonly attempt: { readonly number: number; readonly max: number };
  /** The steps asked again in this attempt; in the first one every step of the policy is asked. */
  readonly askedSteps: readonly Step[] | null;
  /** Which link is valid: older flow tokens carry a lower number. */
  readonly linkGeneration: number;
  readonly claimed: Claimed;
  readonly evidence: readonly Evidence[];
  readonly checks: readonly Check[];
  readonly decision: Decision | null;
  readonly language: string;
  readonly metadata: { readonly [key: string]: string };
  readonly redirectUrl: string | null;
  /** Secret random hex from which personal data enters the ledger as a digest; destroyed with the data. */
  readonly salt: string;
  /** The sandbox scenario that drives the simulated providers; `null` everywhere else. */
  readonly scenario: string | null;
  readonly previousProfileId: ProfileId | null;
  /** Commands already applied (the newest 256), with the version each led to: a repeat has no second effect. */
  readonly applied: readonly { readonly commandId: string; readonly seq: number }[];
  readonly version: number;
  /** The hash of ledger entry `version`: the next entry's `prev_hash`. */
  readonly ledgerHead: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string;
  readonly processingEndsAt: string | null;
  readonly decidedAt: string | null;
  readonly lapsesAt: string | null;
  /** Absent: nobody has asked for it. */
  readonly redaction?: Redaction;
  readonly legalHold?: LegalHold;
  /** When the policy has the profile erased; absent or `null`: never by itself. */
  readonly erasesAt?: string | null;
};
