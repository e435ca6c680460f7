import { type ComparableValue, compareFullName, compareNames, type NameRules } from '@portcullis/documents';

/** The rules for two names where a test says no more. */
const plainRules: NameRules = { pass: 80, issuingState: null };

export const nameScore = (one: ComparableValue, other: ComparableValue, rules: NameRules = plainRules): number =>
  compareNames(one, other, rules).score;

/** A full name must name every part: `Anna` is not enough for Anna Maria Eriksson. */
export const fullNameScore = (
  full: ComparableValue,
  parts: readonly ComparableValue[],
  rules: NameRules = plainRules,
): number => compareFullName(full, parts, rules).score;
