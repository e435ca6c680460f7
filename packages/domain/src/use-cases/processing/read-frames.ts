import type { DocumentReading, FrameReading } from '../../documents/reading.ts';
import {
  type EarlierZones,
  sideForFrames,
  voteOnZones,
  voteWithFrames,
  zoneAsRead,
} from '../../documents/vote-on-zones.ts';
import { contentDigest, type Evidence } from '../../evidence/evidence.ts';
import { E, type TaskEither, TE } from '../../kernel/fp.ts';
import type { DocumentReader } from '../../ports/providers/document-reader.ts';
import type { Frame, Frames } from './request-files.ts';

type Ask = Omit<Parameters<DocumentReader['read']>[0], 'front' | 'back'>;

/** What is read of one frame. A frame that cannot be decoded or read now has no vote, and keeps nobody waiting. */
const readFrame = async (
  reader: DocumentReader,
  ask: Ask,
  side: FrameReading['side'],
  frame: Frame,
  known: ReadonlySet<string>,
): Promise<FrameReading | null> => {
  const decoded = await frame();
  if (E.isLeft(decoded) || known.has(decoded.right.contentSha256)) return null;
  const { contentSha256, ...front } = decoded.right;
  const read = await reader.read({ ...ask, front, back: null })();
  return E.isLeft(read) ? null : { side, contentSha256, mrzLines: zoneAsRead(read.right, 'front') };
};

/** The digests of the pictures that the profile has: one picture in several files has one vote. */
const knownPictures = (evidence: readonly Evidence[]): ReadonlySet<string> =>
  new Set(evidence.flatMap((item) => (item.kind === 'file' ? (contentDigest(item) ?? []) : [])));

/**
 * The zone of a reading by the votes of several pictures: of the earlier ones, and where these do not settle it, of the
 * frames that came with the request. Frames are read one after the other, and only where they could change something:
 * a good photo costs nothing more.
 */
export const voteOnReading =
  (
    reader: DocumentReader,
    ask: Ask,
    frames: Frames,
    { earlier, evidence }: { readonly earlier: EarlierZones; readonly evidence: readonly Evidence[] },
  ) =>
  (reading: DocumentReading): TaskEither<never, DocumentReading> =>
  async () => {
    const voted = voteOnZones(reading, earlier);
    const side = sideForFrames(voted);
    if (side === null || frames[side].length === 0) return TE.right<never, DocumentReading>(voted)();
    const known = new Set(knownPictures(evidence));
    const read: FrameReading[] = [];
    for (const frame of frames[side]) {
      const one = await readFrame(reader, ask, side, frame, known);
      if (one === null) continue;
      known.add(one.contentSha256);
      read.push(one);
    }
    return E.right(voteWithFrames(voted, read, earlier));
  };
