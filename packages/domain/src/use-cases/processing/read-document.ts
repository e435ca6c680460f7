import {
  type DocumentReading,
  type EarlierMrzs,
  type FrameReading,
  mrzAsRead,
  sideForFrames,
  voteOnMrzs,
  voteWithFrames,
} from '@portcullis/documents';
import { currentEvidence } from '../../evidence/current-evidence.ts';
import { earlierMrzs } from '../../evidence/earlier-mrzs.ts';
import { contentDigest, type Evidence } from '../../evidence/evidence.ts';
import type { singleFlight } from '../../kernel/concurrency/single-flight.ts';
import { type NotFound, notFound, type Unavailable } from '../../kernel/errors.ts';
import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import { deterministicId } from '../../kernel/hash.ts';
import type { DocumentReader } from '../../ports/providers/document-reader.ts';
import type { VendorCall } from '../../ports/providers/vendor-call.ts';
import type { FileContent, FileStore } from '../../ports/stores/file-store.ts';
import type { NewEvidence } from '../../profile/commands.ts';
import { decisionInput } from '../../profile/requirements.ts';
import type { Loaded } from '../access/change-profile.ts';
import { keptAnswer } from './kept-answer.ts';
import { type Frame, type Frames, framesOf, loadFile, type RequestFiles } from './request-files.ts';

type Hints = Parameters<DocumentReader['read']>[0]['hints'];
type Deps = {
  readonly files: FileStore;
  /** Reads the pictures, with what is read beside the MRZ. */
  readonly reader: DocumentReader;
  /** Reads the MRZ of frames. */
  readonly frameReader: DocumentReader;
  readonly readingsInFlight: ReadingsInFlight;
};

type NewReadingEvidence = Extract<NewEvidence, { readonly kind: 'document_reading' }>;

/** The readings in progress in this process, by their ids: a request for the same reading waits for it. */
export type ReadingsInFlight = ReturnType<typeof singleFlight<NotFound | Unavailable, NewReadingEvidence>>;

type Ask = Omit<Parameters<DocumentReader['read']>[0], 'front' | 'back'>;

/** The reading of one frame. A frame that cannot be decoded or read now has no vote, and keeps nobody waiting. */
const readFrame = async (
  reader: DocumentReader,
  ask: Ask,
  side: FrameReading['side'],
  frame: Frame,
  known: ReadonlySet<string>,
): Promise<FrameReading | null> => {
  const decoded = await frame();
  if (E.isLeft(decoded) || known.has(decoded.right.contentSha256)) return null;
  const { contentSha256, sha256, ...front } = decoded.right;
  const read = await reader.read({ ...ask, front, back: null })();
  return E.isLeft(read) ? null : { side, contentSha256, sha256, mrzLines: mrzAsRead(read.right, 'front') };
};

/** The digests of the pictures that the profile has: one picture in several files has one vote. */
const knownPictures = (evidence: readonly Evidence[]): ReadonlySet<string> =>
  new Set(evidence.flatMap((item) => (item.kind === 'file' ? (contentDigest(item) ?? []) : [])));

/**
 * The MRZ of a reading by the votes of several pictures: of the earlier ones, and where these do not settle it, of the
 * frames that came with the request. Frames are read one after the other, and only where they could change something:
 * a good photo costs nothing more.
 */
const voteOnReading =
  (
    reader: DocumentReader,
    ask: Ask,
    frames: Frames,
    { earlier, evidence }: { readonly earlier: EarlierMrzs; readonly evidence: readonly Evidence[] },
  ) =>
  (reading: DocumentReading): TaskEither<never, DocumentReading> =>
  async () => {
    const voted = voteOnMrzs(reading, earlier);
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

/**
 * Has the current images read. The id of the analysis follows from the images, so that reading them twice gives the
 * same id; while a reading is in progress they are not read, and paid for, again. The MRZ is that of
 * all pictures of its side, frames of the request included, if they are certainly of one document.
 */
export const readDocument = (
  { files, frameReader, reader, readingsInFlight: readings }: Deps,
  call: VendorCall,
  { profile }: Loaded,
  hints: Hints,
  requestFiles: RequestFiles,
): TaskEither<NotFound | Unavailable, NewReadingEvidence> => {
  const input = decisionInput(profile);
  const selected = currentEvidence(input);
  const frontFileId = selected.front?.value.file.id;
  if (!frontFileId) return TE.left(notFound);
  const backFileId = selected.back?.value.file.id ?? null;
  const id = deterministicId(`reading/${frontFileId}/${backFileId ?? ''}`);
  const load = loadFile(files, requestFiles);
  const back: TaskEither<NotFound | Unavailable, FileContent | null> =
    backFileId === null ? TE.right(null) : load(call.profileId, backFileId);
  const vote = voteOnReading(frameReader, { call, hints }, framesOf(requestFiles, frontFileId, backFileId), {
    earlier: earlierMrzs(input, selected),
    evidence: input.evidence,
  });
  const read = pipe(
    TE.Do,
    TE.bindW('front', () => load(call.profileId, frontFileId)),
    TE.bindW('back', () => back),
    TE.bindW('reading', ({ back, front }) => reader.read({ call, front, back, hints })),
    TE.flatMap(({ reading }) => vote(reading)),
    TE.map((reading): NewReadingEvidence => ({ kind: 'document_reading', id, frontFileId, backFileId, reading })),
    TE.flatMap((item) => TE.fromEither(keptAnswer('document_reader', item))),
  );
  return readings(id, read);
};
