/** The text for a profile that somebody else has claimed until a time. */
export const reviewClaimedDetail = (until: string): string =>
  `Somebody else has this profile until ${until}, unless they renew that.`;

export const claimLimitDetail = (limit: number): string =>
  `Nobody has more than ${limit} profiles for review at a time. Decide one, or give one back.`;

export const claimRequiredDetail = 'Claim the profile first. A claim lasts for 15 minutes, and ends with a decision.';

export const legalHoldDetail = 'Whoever runs this service keeps this profile from being erased.';

export const ledgerUnsoundDetail =
  'An entry of this profile was changed or is missing, so that nothing can be proven by them. Tell the operator.';
