import type { Barcode } from '@portcullis/documents';
import type { BarcodeReader } from '@portcullis/domain';
import type { DocumentImage } from '@portcullis/domain/ports';
import type { GreyImage } from '../picture/grey-image.ts';
import { decodeWithin } from '../picture/photo.ts';
import { createThread, type Thread } from '../worker/thread.ts';
import { createWorkQueue, type QueueOptions, threadsByMachine } from '../worker/work-queue.ts';

export type LocalBarcodeReader = { readonly reader: BarcodeReader; readonly close: () => Promise<void> };

type BarcodeThread = Thread<GreyImage, Barcode | null>;

/**
 * The longest side at which barcodes are read. A card that fills a third of such a picture still has two pixels for
 * each module.
 */
const longestSide = 3000;

const openThread = (): BarcodeThread =>
  createThread(new URL('./barcode-worker.js', import.meta.url), ({ data: { buffer } }) =>
    buffer instanceof ArrayBuffer ? [buffer] : [],
  );

const readSides = async (thread: BarcodeThread, sides: readonly DocumentImage[]): Promise<Barcode | null> => {
  let seen: Barcode | null = null;
  for (const { bytes } of sides) {
    const picture = await decodeWithin(bytes, longestSide);
    const barcode = picture && (await thread.request(picture));
    if (barcode?.state === 'read') return barcode;
    seen ??= barcode;
  }
  return seen;
};

/**
 * Reads PDF417 barcodes on this machine, without network access and without writing to disk. The sides are read in
 * their order until one has a readable barcode. Bytes that are not an image have no barcode.
 *
 * Reads begin in order, as many at once as there are threads; see `WorkQueue` for the errors of a full or closed queue.
 * Everything except decoding the images runs in a worker thread. The first image starts it; `close`, idleness or the
 * deadline of a read ends it. The work that one picture can cause is bounded.
 */
export const createBarcodeReader = (options: Partial<QueueOptions> = {}): LocalBarcodeReader => {
  const queue = createWorkQueue(openThread, {
    threads: threadsByMachine(),
    deadlineMs: 20_000,
    maxWaiting: 32,
    idleMs: 60_000,
    ...options,
  });
  return { reader: { read: (sides) => () => queue.run((thread) => readSides(thread, sides)) }, close: queue.close };
};
