/** For whom a policy is, in words; `null` is everybody. */
export const audience = (partnerId: string | null): string =>
  partnerId === null ? 'every partner' : `the partner ${partnerId}`;
