import { decodeEvent, encodeEvent, erasedEvent, isProfileEvent } from '@portcullis/events/ports';

/**
 * The text of an entry's event once its profile is erased; one that cannot be read, or is none of a profile, says
 * nothing.
 */
export const erasedText = (text: string): string => {
  const stored = text === '' ? null : decodeEvent('', 0, text);
  if (stored === null || !isProfileEvent(stored.event)) return '';
  return encodeEvent({ ...stored, event: erasedEvent(stored.event) });
};
