import { failed, passed } from '../answer.ts';
import { isBackMissing, withFacts } from './shared.ts';

/** Does the machine-readable zone parse, and is each check digit right (ICAO 9303-3, 4.9)? */
export const documentMrz = withFacts(({ mrz, reading }, { inForce }, places) => {
  const extras = { source: 'mrz' } as const;
  if (!reading.mrzLines)
    return failed([isBackMissing(reading, inForce) ? 'document_back_missing' : 'mrz_missing'], places, extras);
  if (!mrz) return failed(['mrz_unreadable'], places, extras);
  if (!mrz.valid) return failed(['mrz_check_digit_failed'], places, extras);
  return passed(places, extras, mrz.repairs.length > 0 ? ['mrz_repaired'] : []);
});
