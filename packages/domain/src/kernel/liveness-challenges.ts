/** The task of a person in a liveness session. `movement` is the gentle one: it shows no flashing colours. */
export const livenessChallenges = ['movement_and_light', 'movement'] as const;
export type LivenessChallenge = (typeof livenessChallenges)[number];

/** The challenge where none is asked for. */
export const usualChallenge: LivenessChallenge = 'movement_and_light';
