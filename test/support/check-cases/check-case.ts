import { type Check, standardPolicy } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import type { DecisionInput } from '@portcullis/domain/evidence';

/** The policy of the cases: the one of new profiles, with specimens accepted. */
export const standard: FlatPolicy = standardPolicy({ livenessThreshold: 75, specimens: true });

/** The time of the cases: a day on which a person born on 1 May 2008 comes of age. */
export const decidedAt = '2026-05-01T10:05:00.000Z';

/** A case, and the complete result of the one check that it tests. */
export type CheckCase = {
  readonly sentence: string;
  readonly file: DecisionInput;
  readonly policy?: FlatPolicy;
  readonly now?: string;
  readonly expected: Check;
};
