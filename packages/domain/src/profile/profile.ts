import type { Decision } from '../checks/decision.ts';
import type { Check } from '../checks/shared/check.ts';
import type { Claimed, Evidence } from '../evidence/evidence.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ProfileId } from '../kernel/ids.ts';
import type { Tenant } from '../kernel/principal.ts';
import type { Status } from '../kernel/status.ts';
import type { Step } from '../kernel/steps.ts';
import type { PolicyRef } from '../policy/policy.ts';
import type { ReasonCode } from '../policy/reasons.ts';
import type { PartnerSettings } from './partner-settings.ts';
import type { ReviewApproval } from './reviewer.ts';

/** Why a profile is erased: somebody requested it, or its retention time has ended. */
export const erasureCauses = ['requested', 'retention'] as const;
export type ErasureCause = (typeof erasureCauses)[number];

/**
 * An erasure. From `requestedAt` on the profile holds nothing of the person; data besides the profile are erased after
 * that.
 */
export type Redaction = {
  readonly requestedAt: string;
  readonly by: Actor;
  readonly because: ErasureCause;
  /** When nothing was left of the person anywhere. */
  readonly completedAt: string | null;
  /** When the erasure was repeated for confirmation, after everything that could still have been in progress. */
  readonly confirmedAt?: string;
};

/**
 * How often earlier profiles of the reference were declined, counted when this one was created, and this one itself.
 */
export type Declines = { readonly before: number; readonly own: number };

/** How many paid calls of one attempt gave nothing that is kept. */
export type FailedCalls = { readonly attempt: number; readonly count: number };

/** Keeps a profile from being erased. */
export type LegalHold = { readonly since: string; readonly by: Actor; readonly note?: string };

/**
 * The aggregate: one person who is verified for one partner under one policy. Every time is ISO 8601 UTC with
 * milliseconds. The row is a projection: `status` is the fold of the ledger's status changes, `version` is its last
 * `seq`.
 */
export type Profile = PartnerSettings & {
  readonly id: ProfileId;
  readonly tenant: Tenant;
  readonly reference: string;
  /** Whether this is the current profile of its reference; a superseded profile is not. */
  readonly current: boolean;
  readonly status: Status;
  readonly statusReasons: readonly ReasonCode[];
  readonly policy: PolicyRef;
  readonly attempt: { readonly number: number; readonly max: number };
  /** The steps that are asked for again in this attempt; in the first attempt every step of the policy is asked for. */
  readonly askedSteps: readonly Step[] | null;
  /** Says which link is valid: older flow tokens have a lower number. */
  readonly linkGeneration: number;
  readonly claimed: Claimed;
  readonly evidence: readonly Evidence[];
  readonly checks: readonly Check[];
  readonly decision: Decision | null;
  /**
   * Secret random hex with which personal data is digested for the ledger, and by which a policy draws whom a reviewer
   * looks at. It is destroyed with the data.
   */
  readonly salt: string;
  /** The sandbox scenario that controls the simulated providers; `null` everywhere else. */
  readonly scenario: string | null;
  readonly previousProfileId: ProfileId | null;
  /**
   * Commands already applied (the newest 256), with the version that each led to: a repeated command has no second
   * effect.
   */
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
  /** Since when it is in review; `null` in every other status. */
  readonly waitingSince: string | null;
  /** When the policy has the profile erased; `null` means never by itself. */
  readonly erasesAt: string | null;
  /** When that was announced, a day or more before; `null` means not yet. */
  readonly erasureAnnouncedAt: string | null;
  /** Until when the policy keeps it, where its erasure was announced for later; `null` otherwise. */
  readonly retainedUntil: string | null;
  /** The reviewers who approved since the profile was last opened or judged; absent before anybody did. */
  readonly approvals?: readonly ReviewApproval[];
  /** How often the person was declined; absent when it was never. */
  readonly declines?: Declines;
  /** How many paid analyses of an attempt gave no reading; absent when there were none. */
  readonly failedAnalyses?: FailedCalls;
  /** How many paid inspections of device events gave nothing that is kept; absent when there were none. */
  readonly failedInspections?: FailedCalls;
  /** Absent when nobody has requested it. */
  readonly redaction?: Redaction;
  readonly legalHold?: LegalHold;
  /** How often a legal hold was set or released, which counts for no limit; absent when it never was. */
  readonly holdChanges?: number;
};
