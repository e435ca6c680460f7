import { erasedEvent, isProfileEvent } from '@portcullis/domain/ledger';
import { decodeEvent, encodeEvent } from '@portcullis/domain/serialization';

/**
 * What the event of an entry says once its profile is erased; one that cannot be read, or is none of a profile, says
 * nothing.
 */
export const erasedText = (text: string): string => {
  const stored = text === '' ? null : decodeEvent('', 0, text);
  if (stored === null || !isProfileEvent(stored.event)) return '';
  return encodeEvent({ ...stored, event: erasedEvent(stored.event) });
};
