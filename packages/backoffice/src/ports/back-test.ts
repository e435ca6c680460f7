import type { Outcome, ReasonCode } from '@portcullis/domain/checks';

/** How many decisions a draft would have changed from one outcome to another; a cell of equal ones is unchanged. */
export type BackTestCell = { readonly from: Outcome; readonly to: Outcome; readonly count: number };

/** In how many decisions a reason would have been added, and removed. */
export type BackTestReason = { readonly reason: ReasonCode; readonly comes: number; readonly goes: number };

/** Some profiles whose outcome would have changed. */
export type BackTestExample = {
  readonly from: Outcome;
  readonly to: Outcome;
  readonly profileIds: readonly string[];
};

/** How many profiles a back-test names, of all changes together. */
export const maxBackTestExamples = 20;

/** How many reasons a back-test lists: those that are added or removed in the most decisions. */
export const maxBackTestReasons = 40;

/** The results of a draft for the decisions that were looked at so far. */
export type BackTestFindings = {
  readonly judged: number;
  /** Profiles whose evidence is no longer the evidence that was decided on. */
  readonly unjudged: number;
  /** Profiles that were left out because their rows or entries do not open, where there are any. */
  readonly damaged?: number;
  /** The outcomes that occurred, each pair once. */
  readonly cells: readonly BackTestCell[];
  readonly reasons: readonly BackTestReason[];
  readonly examples: readonly BackTestExample[];
};

/**
 * A draft that is tried over decisions that were made, which is a lease of the instance that tries it: where one is
 * running and `heldUntil` has passed, that instance has died. Every write raises the generation.
 */
export type BackTest = {
  readonly draftId: string;
  readonly partnerId: string;
  readonly generation: number;
  readonly state: 'running' | 'done' | 'interrupted';
  /** ISO 8601; empty once it has ended. */
  readonly heldUntil: string;
  /** The document that is tried. */
  readonly revision: number;
  readonly digest: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly findings: BackTestFindings;
};
