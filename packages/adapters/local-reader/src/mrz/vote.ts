import { isAllowed } from './mrz-classes.ts';
import type { MrzFormatLayout } from './mrz-format.ts';

/** The character that most readings have at a position. The first read one of equally frequent ones counts. */
const mostFrequent = (chars: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const char of chars) counts.set(char, (counts.get(char) ?? 0) + 1);
  let most = 0;
  let best = '<';
  for (const [char, count] of counts)
    if (count > most) {
      most = count;
      best = char;
    }
  return best;
};

/**
 * Combines several readings of one format, character by character. A character that the format does not allow at its
 * position has no vote, unless nothing else was read there.
 */
export const majorityReading = (format: MrzFormatLayout, readings: readonly (readonly string[])[]): string[] =>
  (readings[0] ?? []).map((line, row) =>
    [...line]
      .map((_, column) => {
        const chars = readings.map((lines) => lines[row]?.[column] ?? '<');
        const possible = chars.filter((char) => isAllowed(format, row, column, char));
        return mostFrequent(possible.length > 0 ? possible : chars);
      })
      .join(''),
  );
