/** What is said of a profile that somebody else has claimed until a time. */
export const reviewClaimed = (until: string): string =>
  `Somebody else has this profile until ${until}, unless they renew that.`;

export const claimLimit = (limit: number): string =>
  `Nobody has more than ${limit} profiles for review at a time. Decide one, or give one back.`;

export const claimRequired = 'Claim the profile first. A claim lasts for 15 minutes, and ends with a decision.';

export const namesSealed =
  'The database has names sealed, so that nobody is found by one. Search by the reference, the id or the document.';

export const legalHold = 'Whoever runs this service keeps this profile from being erased.';

export const ledgerUnsound =
  'An entry of this profile was changed or is missing, so that nothing can be proven by them. Tell the operator.';
