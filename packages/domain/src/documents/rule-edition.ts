/**
 * The rules by which the checks judge, apart from the limits of a policy. `1` are those of policies from before this
 * field. `2` judges each side of a document by itself, folds names by the issuing State, and holds codes and numbers
 * against published lists.
 */
export const ruleEditions = [1, 2] as const;
export type RuleEdition = (typeof ruleEditions)[number];
export const newestRules: RuleEdition = 2;
