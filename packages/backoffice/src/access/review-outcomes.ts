/** The decisions of a member of staff, and their events. */
export const reviewOutcomes = ['approve', 'decline', 'request_input', 'reopen'] as const;
export type ReviewOutcome = (typeof reviewOutcomes)[number];
