import type { Diagnosis, DocumentReader, DocumentReading } from '@portcullis/domain';
import type { DocumentImage } from '@portcullis/domain/ports';
import { diagnoseReader } from './diagnose-reader.ts';
import { documentReadingOf, type PhotoReading } from './document-reading.ts';
import { decodeFull, searchByHeightOf, searchByWidthOf } from './picture/photo.ts';
import { type RotationsQuestion, type RotationsReading, readLazily } from './read-side.ts';
import { createThread, type Thread } from './worker/thread.ts';
import { createWorkQueue, type QueueOptions, threadsByMachine } from './worker/work-queue.ts';

export type LocalReaderOptions = Partial<QueueOptions>;

export type LocalReader = {
  readonly reader: DocumentReader;
  /** Lets the reader read a specimen MRZ that comes with the package. */
  readonly diagnosis: Diagnosis;
  readonly close: () => Promise<void>;
};

type ReadingThread = Thread<RotationsQuestion, RotationsReading>;

/**
 * The pixels that are transferred and not copied, so that the sender can no longer use them. The photo in full size is
 * copied: the reading of other rotations needs it again.
 */
const transferred = ({ searched: { data } }: RotationsQuestion): readonly ArrayBuffer[] =>
  data.buffer instanceof ArrayBuffer ? [data.buffer] : [];

/** A worker thread. The OCR engines are threads that it starts, and they end with it. */
const openThread = (): ReadingThread => createThread(new URL('./reading-worker.js', import.meta.url), transferred);

const readPhoto = async (thread: ReadingThread, { bytes }: DocumentImage): Promise<PhotoReading> => {
  const full = await decodeFull(bytes);
  const photo = full && {
    full,
    searchByWidth: () => searchByWidthOf(full),
    searchByHeight: () => searchByHeightOf(full),
  };
  return readLazily(thread.request, photo);
};

const readSides = async (
  thread: ReadingThread,
  { back, front }: Parameters<DocumentReader['read']>[0],
): Promise<DocumentReading> => {
  const frontReading = await readPhoto(thread, front);
  return documentReadingOf(back ? [frontReading, await readPhoto(thread, back)] : [frontReading]);
};

/**
 * Reads the machine-readable zone of a document photo on this machine, without network access and without writing to
 * disk.
 *
 * Reads begin in order, as many at once as there are threads; see `WorkQueue` for the errors of a full or closed queue.
 * Bytes that are not an image, and photos on which nothing can be read, result in readings without lines. Everything
 * except decoding runs in a worker thread. The first photo starts it; `close`, idleness or the deadline of a read ends
 * it. The work that one photo can cause is bounded.
 */
export const createLocalReader = (options: LocalReaderOptions = {}): LocalReader => {
  const queue = createWorkQueue(openThread, {
    threads: threadsByMachine(),
    deadlineMs: 20_000,
    maxWaiting: 16,
    idleMs: 60_000,
    ...options,
  });
  const reader: DocumentReader = { read: (input) => () => queue.run((thread) => readSides(thread, input)) };
  return { reader, diagnosis: diagnoseReader(reader), close: queue.close };
};
