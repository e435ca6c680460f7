import { isOpenToVotes, type Vote, voteOnLines } from '../mrz/vote-on-lines.ts';
import { type DocumentSide, documentSides } from '../terms/document-terms.ts';
import type { DocumentReading, FrameReading } from './reading.ts';

/** The MRZ of a side as it was read on an earlier picture, with the id of that analysis. */
export type EarlierMrz = { readonly analysis: string; readonly mrzLines: readonly string[] };

/** The MRZs that were read on earlier pictures, each picture once, by the side. */
export type EarlierMrzs = { readonly [Side in DocumentSide]: readonly EarlierMrz[] };

/**
 * The MRZ that this picture of a side shows, as it was read there alone. `null` where there is none, and in a reading
 * by a model, which has a prompt version: it knows what should be printed, so that its version of a wrong digit has no
 * vote.
 */
export const mrzAsRead = (reading: DocumentReading, side: DocumentSide): readonly string[] | null => {
  if (reading.reader.promptVersion !== null) return null;
  if (reading.votedZone?.side === side) return reading.votedZone.mrzLines;
  return reading.sides?.[side]?.mrzLines ?? null;
};

/** The side on which the MRZ is that the reading takes, as it was read on this picture alone. */
const mrzSide = (reading: DocumentReading): DocumentSide | undefined =>
  documentSides.find((name) => isSameText(mrzAsRead(reading, name) ?? [], reading.mrzLines));

const isSameText = (one: readonly string[], other: readonly string[] | null): boolean =>
  one.join('\n') === other?.join('\n');

/**
 * A reading with the MRZ that several pictures of its side have by their votes, where `voteOnLines` finds one. How the
 * newest picture alone was read is kept in `votedZone`.
 */
export const voteOnMrzs = (reading: DocumentReading, earlier: EarlierMrzs): DocumentReading => {
  const side = mrzSide(reading);
  const mrzLines = side && reading.sides?.[side]?.mrzLines;
  const vote = mrzLines ? voteOnLines({ mrzLines }, earlier[side]) : null;
  return side && vote ? withVote(reading, side, vote) : reading;
};

/** A voter beside the picture itself: an earlier one, by its analysis, or a frame, by its digest. */
type Voter = EarlierMrz | FrameMrz;

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

/** The MRZ of a side as it was read on a frame, with the digest of the frame. */
type FrameMrz = { readonly frame: string; readonly mrzLines: readonly string[] };

/**
 * The side whose frames could change the MRZ of a reading; `null` where it stands: no reader of the MRZ alone read it,
 * its check digits hold, nothing tells which document it is from, or the reader is certain of every character.
 */
export const sideForFrames = (reading: DocumentReading): DocumentSide | null => {
  const side = mrzSide(reading);
  const lines = side && mrzAsRead(reading, side);
  const isUncertain = (reading.mrzUncertain ?? []).length > 0;
  return side && lines && !reading.votedZone && isUncertain && isOpenToVotes(lines) ? side : null;
};

/** Whether the reader of an MRZ holds the characters of another one possible wherever they differ. */
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
 * A reading with what its frames show, and with the MRZ that it and they, and the earlier pictures of the side, have by
 * their votes. Frames are not kept, so that nobody can compare them with the picture later: they change a character
 * only where the reader of the picture is not certain, and only to what it holds possible there. A wrong print that was
 * read clearly stays wrong.
 */
export const voteWithFrames = (
  reading: DocumentReading,
  frames: readonly FrameReading[],
  earlier: EarlierMrzs,
): DocumentReading => {
  if (frames.length === 0) return reading;
  const seen = { ...reading, frames };
  const side = sideForFrames(reading);
  const mrzLines = side && reading.sides?.[side]?.mrzLines;
  if (!side || !mrzLines) return seen;
  const mrzs = frames.flatMap((frame): readonly FrameMrz[] =>
    frame.side === side && frame.mrzLines ? [{ frame: frame.contentSha256, mrzLines: frame.mrzLines }] : [],
  );
  const vote = voteOnLines<Voter>({ mrzLines }, [...mrzs, ...earlier[side]]);
  return vote && isPossible(reading, mrzLines, vote.mrzLines) ? withVote(seen, side, vote) : seen;
};
