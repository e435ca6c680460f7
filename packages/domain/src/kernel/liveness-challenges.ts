/** What a person is asked to do in a liveness session. `movement` is the gentle one: it shows no flashing colours. */
export const livenessChallenges = ['movement_and_light', 'movement'] as const;
export type LivenessChallenge = (typeof livenessChallenges)[number];

/** The challenge of whoever asks for none. */
export const usualChallenge: LivenessChallenge = 'movement_and_light';
