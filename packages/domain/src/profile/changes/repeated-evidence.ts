import type { NewEvidence } from '../commands.ts';
import type { Profile } from '../profile.ts';

/** Whether a consent, or the name of a device event, is the one that counts in this attempt already. */
const isRepetition = ({ attempt, evidence }: Profile, item: NewEvidence): boolean => {
  if (item.kind === 'consent') {
    const given = evidence.findLast(({ kind }) => kind === 'consent');
    return (
      given?.kind === 'consent' &&
      given.attempt === attempt.number &&
      given.granted === item.granted &&
      given.textVersion === item.textVersion &&
      given.locale === item.locale &&
      given.scope === item.scope
    );
  }
  if (item.kind !== 'device_event') return false;
  const named = evidence.findLast(({ kind }) => kind === 'device_event');
  return named?.kind === 'device_event' && named.attempt === attempt.number && named.eventId === item.eventId;
};

/** The new evidence that does not repeat what the profile has. */
export const withoutRepetitions = (profile: Profile, items: readonly NewEvidence[]): readonly NewEvidence[] =>
  items.filter((item) => !isRepetition(profile, item));
