import type { LivenessFault, Screen, State } from './state.ts';

/** Why the face check was interrupted before; `null` where it has not begun. `undefined` on any other screen. */
const faultBefore = (screen: Screen): LivenessFault | null | undefined => {
  if (screen.name === 'liveness_primer') return null;
  return screen.name === 'liveness_trouble' ? screen.fault : undefined;
};

/** Whether the service takes a withdrawal of the consent: the policy asks for one, or a reviewer did. */
const takesConsent = ({ profile, settings }: State): boolean => {
  if (settings === null || settings.consent.current === null) return false;
  const { optional, required } = settings.steps;
  const asked = profile?.requirements.map(({ step }) => step) ?? [];
  return [...required, ...optional, ...asked].includes('consent');
};

/** The screen that says what comes of going on without the face check; `null` where there is no such way. */
export const withoutLiveness = (state: State): Screen | null => {
  const fault = faultBefore(state.screen);
  return fault === undefined || !takesConsent(state) ? null : { name: 'without_liveness', fault };
};

/** The screen before it. */
export const livenessScreen = (fault: LivenessFault | null): Screen =>
  fault === null ? { name: 'liveness_primer' } : { name: 'liveness_trouble', fault };
