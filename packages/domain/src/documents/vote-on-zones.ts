import { type DocumentSide, documentSides } from '../kernel/document-terms.ts';
import { isOpenToVotes, type Vote, voteOnLines } from './mrz/vote-on-lines.ts';
import type { DocumentReading, FrameReading } from './reading.ts';

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

/** The side on which the zone is that the reading takes, as it was read on this picture alone. */
const zoneSide = (reading: DocumentReading): DocumentSide | undefined =>
  documentSides.find((name) => isSameText(zoneAsRead(reading, name) ?? [], reading.mrzLines));

const isSameText = (one: readonly string[], other: readonly string[] | null): boolean =>
  one.join('\n') === other?.join('\n');

/**
 * A reading with the zone that several pictures of its side have by their votes, where `voteOnLines` finds one. How the
 * newest picture alone was read is kept in `votedZone`.
 */
export const voteOnZones = (reading: DocumentReading, earlier: EarlierZones): DocumentReading => {
  const side = zoneSide(reading);
  const mrzLines = side && reading.sides?.[side]?.mrzLines;
  const vote = mrzLines ? voteOnLines({ mrzLines }, earlier[side]) : null;
  return side && vote ? withVote(reading, side, vote) : reading;
};

/** Who voted beside the picture itself: an earlier one, by its analysis, or a frame, by its digest. */
type Voter = EarlierZone | FrameZone;

const withVote = (reading: DocumentReading, side: DocumentSide, vote: Vote<Voter>): DocumentReading => {
  const { mrzDoubts = [], sides } = reading;
  const newest = sides?.[side];
  if (!sides || !newest?.mrzLines) return reading;
  const doubts = [...mrzDoubts, ...vote.doubts];
  const frames = vote.voters.flatMap((voter) => ('frame' in voter ? [voter.frame] : []));
  const analyses = vote.voters.flatMap((voter) => ('analysis' in voter ? [voter.analysis] : []));
  return {
    ...reading,
    mrzLines: vote.mrzLines,
    ...(doubts.length > 0 && { mrzDoubts: doubts }),
    sides: { ...sides, [side]: { ...newest, mrzLines: vote.mrzLines } },
    votedZone: { side, mrzLines: newest.mrzLines, analyses, ...(frames.length > 0 && { frames }) },
  };
};

/** The zone of a side as it was read on a frame, with the digest of the frame. */
type FrameZone = { readonly frame: string; readonly mrzLines: readonly string[] };

/**
 * The side whose frames could change the zone of a reading; `null` where it stands: no reader of the zone alone read
 * it, its check digits hold, nothing tells of which document it is, or the reader is certain of every character.
 */
export const sideForFrames = (reading: DocumentReading): DocumentSide | null => {
  const side = zoneSide(reading);
  const lines = side && zoneAsRead(reading, side);
  const isUncertain = (reading.mrzUncertain ?? []).length > 0;
  return side && lines && !reading.votedZone && isUncertain && isOpenToVotes(lines) ? side : null;
};

/** Whether the reader of a zone holds the characters of another one possible wherever they differ. */
const isPossible = (
  { mrzUncertain = [] }: DocumentReading,
  read: readonly string[],
  voted: readonly string[],
): boolean =>
  read.every((text, line) =>
    [...text].every((char, column) => {
      const other = voted[line]?.charAt(column) ?? '';
      const uncertain = mrzUncertain.find((one) => one.line === line && one.column === column);
      return char === other || (uncertain && (uncertain.others === '' || uncertain.others.includes(other)));
    }),
  );

/**
 * A reading with what its frames show, and with the zone that it and they, and the earlier pictures of the side, have
 * by their votes. Frames are not kept, so that nobody can compare them with the picture later: they change a character
 * only where the reader of the picture is not certain, and only to what it holds possible there. What is wrong in
 * print, and was read clearly, stays wrong.
 */
export const voteWithFrames = (
  reading: DocumentReading,
  frames: readonly FrameReading[],
  earlier: EarlierZones,
): DocumentReading => {
  if (frames.length === 0) return reading;
  const seen = { ...reading, frames };
  const side = sideForFrames(reading);
  const mrzLines = side && reading.sides?.[side]?.mrzLines;
  if (!side || !mrzLines) return seen;
  const zones = frames.flatMap((frame): readonly FrameZone[] =>
    frame.side === side && frame.mrzLines ? [{ frame: frame.contentSha256, mrzLines: frame.mrzLines }] : [],
  );
  const vote = voteOnLines<Voter>({ mrzLines }, [...zones, ...earlier[side]]);
  return vote && isPossible(reading, mrzLines, vote.mrzLines) ? withVote(seen, side, vote) : seen;
};
