import type { Diagnosis, DocumentReader, DocumentReading } from '@portcullis/domain';
import { diagnoseReader } from './diagnosis/diagnose-reader.ts';
import { decodePhoto, type Photo } from './picture/photo.ts';
import { createQueue, type QueueOptions } from './queue.ts';
import { readingOf, type SideReading } from './reading.ts';
import { createThread, type Thread } from './thread.ts';

export type LocalReaderOptions = Partial<QueueOptions>;

export type LocalReader = {
  readonly reader: DocumentReader;
  /** Has it read a zone that it brings along. */
  readonly diagnosis: Diagnosis;
  readonly close: () => Promise<void>;
};

type Photos = readonly (Photo | null)[];
type ReadingThread = Thread<Photos, readonly SideReading[]>;

/** The pixels of the photos, which are handed over and not copied: who sends them has them no more. */
const pixelsOf = (photos: Photos): readonly ArrayBuffer[] =>
  photos
    .flatMap((photo) => (photo ? [photo.whole, photo.lying, photo.standing] : []))
    .flatMap(({ data: { buffer } }) => (buffer instanceof ArrayBuffer ? [buffer] : []));

/** A thread whose engines are threads of its own, and end with it. */
const openThread = (): ReadingThread => createThread(new URL('./reading-worker.js', import.meta.url), pixelsOf);

const readSides = async (
  thread: ReadingThread,
  { back, front }: Parameters<DocumentReader['read']>[0],
): Promise<DocumentReading> => {
  const photos = [await decodePhoto(front.bytes)];
  if (back) photos.push(await decodePhoto(back.bytes));
  return readingOf(await thread.ask(photos));
};

/**
 * Reads the machine-readable zone of a document photo on this machine: no network, and nothing written to disk.
 *
 * Reads run one at a time, in order, with the refusals of a queue: see `Queue`. Bytes that are no image, and photos on
 * which nothing can be read, are readings without lines. All but decoding runs in a thread that the first photo starts,
 * and that ends at `close`, for want of work, or at the deadline of a read; the work that one photo can make is bounded.
 */
export const createLocalReader = (options: LocalReaderOptions = {}): LocalReader => {
  const queue = createQueue(openThread, { deadlineMs: 20_000, maxWaiting: 16, idleMs: 60_000, ...options });
  const reader: DocumentReader = { read: (input) => () => queue.done((thread) => readSides(thread, input)) };
  return { reader, diagnosis: diagnoseReader(reader), close: queue.close };
};
