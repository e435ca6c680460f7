import { type DocumentSide, documentSides } from '../kernel/document-terms.ts';
import { voteOnLines } from './mrz/vote-on-lines.ts';
import type { DocumentReading } from './reading.ts';

/** The zone of a side as it was read on an earlier picture, with the id of that analysis. */
export type EarlierZone = { readonly analysis: string; readonly mrzLines: readonly string[] };

/** The zones that were read on earlier pictures, each picture once, by the side. */
export type EarlierZones = { readonly [Side in DocumentSide]: readonly EarlierZone[] };

/**
 * The zone that this picture of a side shows, as it was read there alone. `null` where there is none, and in a reading
 * by a model, which has a prompt version: it knows what should be printed, so that what it made of a wrong digit has no
 * vote.
 */
export const zoneAsRead = (reading: DocumentReading, side: DocumentSide): readonly string[] | null => {
  if (reading.reader.promptVersion !== null) return null;
  if (reading.votedZone?.side === side) return reading.votedZone.mrzLines;
  return reading.sides?.[side]?.mrzLines ?? null;
};

const isSameText = (one: readonly string[], other: readonly string[] | null): boolean =>
  one.join('\n') === other?.join('\n');

/**
 * A reading with the zone that several pictures of its side have by their votes, where `voteOnLines` finds one. How the
 * newest picture alone was read is kept in `votedZone`.
 */
export const voteOnZones = (reading: DocumentReading, earlier: EarlierZones): DocumentReading => {
  const { mrzDoubts = [], sides } = reading;
  const side = documentSides.find((name) => isSameText(zoneAsRead(reading, name) ?? [], reading.mrzLines));
  const newest = side && sides?.[side];
  if (!side || !sides || !newest?.mrzLines) return reading;
  const { mrzLines } = newest;
  const vote = voteOnLines({ mrzLines }, earlier[side]);
  if (!vote) return reading;
  const doubts = [...mrzDoubts, ...vote.doubts];
  return {
    ...reading,
    mrzLines: vote.mrzLines,
    ...(doubts.length > 0 && { mrzDoubts: doubts }),
    sides: { ...sides, [side]: { ...newest, mrzLines: vote.mrzLines } },
    votedZone: { side, mrzLines, analyses: vote.voters.map(({ analysis }) => analysis) },
  };
};
