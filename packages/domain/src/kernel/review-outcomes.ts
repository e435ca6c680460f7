/** What a member of staff can decide, and the event that it is. */
export const reviewOutcomes = ['approve', 'decline', 'request_input', 'reopen'] as const;
export type ReviewOutcome = (typeof reviewOutcomes)[number];
