import type { Diagnosis, DocumentReader, DocumentReading } from '@portcullis/domain';
import { diagnoseReader } from './diagnose-reader.ts';
import { documentReadingOf, type SideReading } from './document-reading.ts';
import { decodePhoto, type Photo } from './picture/photo.ts';
import { createThread, type Thread } from './worker/thread.ts';
import { createWorkQueue, type QueueOptions } from './worker/work-queue.ts';

export type LocalReaderOptions = Partial<QueueOptions>;

export type LocalReader = {
  readonly reader: DocumentReader;
  /** Lets the reader read a specimen zone that comes with the package. */
  readonly diagnosis: Diagnosis;
  readonly close: () => Promise<void>;
};

type Photos = readonly (Photo | null)[];
type ReadingThread = Thread<Photos, readonly SideReading[]>;

/** The pixel buffers of the photos. They are transferred and not copied, so that the sender can no longer use them. */
const pixelBuffers = (photos: Photos): readonly ArrayBuffer[] =>
  photos
    .flatMap((photo) => (photo ? [photo.full, photo.searchByWidth, photo.searchByHeight] : []))
    .flatMap(({ data: { buffer } }) => (buffer instanceof ArrayBuffer ? [buffer] : []));

/** A worker thread. The OCR engines are threads that it starts, and they end with it. */
const openThread = (): ReadingThread => createThread(new URL('./reading-worker.js', import.meta.url), pixelBuffers);

const readSides = async (
  thread: ReadingThread,
  { back, front }: Parameters<DocumentReader['read']>[0],
): Promise<DocumentReading> => {
  const photos = [await decodePhoto(front.bytes)];
  if (back) photos.push(await decodePhoto(back.bytes));
  return documentReadingOf(await thread.request(photos));
};

/**
 * Reads the machine-readable zone of a document photo on this machine, without network access and without writing to
 * disk.
 *
 * Reads run one at a time and in order; see `WorkQueue` for the errors of a full or closed queue. Bytes that are not an
 * image, and photos on which nothing can be read, result in readings without lines. Everything except decoding runs in
 * a worker thread. The first photo starts it; `close`, idleness or the deadline of a read ends it. The work that one
 * photo can cause is bounded.
 */
export const createLocalReader = (options: LocalReaderOptions = {}): LocalReader => {
  const queue = createWorkQueue(openThread, { deadlineMs: 20_000, maxWaiting: 16, idleMs: 60_000, ...options });
  const reader: DocumentReader = { read: (input) => () => queue.run((thread) => readSides(thread, input)) };
  return { reader, diagnosis: diagnoseReader(reader), close: queue.close };
};
