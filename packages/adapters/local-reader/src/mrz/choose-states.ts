import { isStateCode } from '@portcullis/documents';
import type { MrzFormatLayout, Span } from './mrz-format.ts';
import { type CharPosition, charAt, type Lines, positionsIn, withChar } from './position.ts';

type Candidate = { readonly code: string; readonly votes: number };

/** Every code that can be put together from the characters that were read at its positions, with its votes. */
const seenCodes = (readings: readonly Lines[], positions: readonly CharPosition[]): Candidate[] =>
  positions.reduce<Candidate[]>(
    (begun, position) => {
      const chars = readings.map((lines) => charAt(lines, position));
      return begun.flatMap(({ code, votes }) =>
        [...new Set(chars)].map((char) => ({
          code: code + char,
          votes: votes + chars.filter((other) => other === char).length,
        })),
      );
    },
    [{ code: '', votes: 0 }],
  );

/**
 * The code that was read at a place, or where that is no State's, the one State's that its characters can be read as.
 */
const chooseState = (lines: Lines, span: Span, readings: readonly Lines[]): Lines => {
  const positions = positionsIn(span);
  const voted = positions.map((position) => charAt(lines, position)).join('');
  if (isStateCode(voted)) return lines;
  const [best, next] = seenCodes(readings, positions)
    .filter(({ code }) => isStateCode(code))
    .sort((a, b) => b.votes - a.votes);
  if (!best || best.votes === next?.votes) return lines;
  return positions.reduce((chosen, position, i) => withChar(chosen, position, best.code[i] ?? ''), lines);
};

/**
 * Chooses among the characters that were read by the list of State codes: where the majority's code of the issuing
 * State or of the nationality is on no list, the code that is, and that was seen, takes its place. No check digit
 * covers these codes. Where no such code was seen, or two were seen equally often, the majority's stands.
 */
export const chooseStates = (format: MrzFormatLayout, lines: Lines, readings: readonly Lines[]): Lines =>
  format.states.reduce((chosen, span) => chooseState(chosen, span, readings), lines);
