/** Another member of staff has the profile for review until then (ISO 8601). */
export type ReviewClaimed = { readonly _tag: 'ReviewClaimed'; readonly until: string };
/** The member of staff has as many profiles for review as one person may have. */
export type ClaimLimitReached = { readonly _tag: 'ClaimLimitReached'; readonly limit: number };
/** The member of staff does not have the profile for review. */
export type ClaimRequired = { readonly _tag: 'ClaimRequired' };
/** Why staff are refused a review. */
export type ReviewError = ReviewClaimed | ClaimLimitReached | ClaimRequired;

export const reviewClaimed = (until: string): ReviewClaimed => ({ _tag: 'ReviewClaimed', until });
export const claimLimitReached = (limit: number): ClaimLimitReached => ({ _tag: 'ClaimLimitReached', limit });
export const claimRequired: ClaimRequired = { _tag: 'ClaimRequired' };
