import type { Barcode, BarcodeReader, DocumentImage } from '@portcullis/domain';
import type { GreyImage } from '../picture/grey-image.ts';
import { decodeWithin } from '../picture/photo.ts';
import { createQueue, type QueueOptions } from '../queue.ts';
import { createThread, type Thread } from '../thread.ts';

export type LocalBarcodeReader = { readonly reader: BarcodeReader; readonly close: () => Promise<void> };

type BarcodeThread = Thread<GreyImage, Barcode | null>;

/** Longest side at which barcodes are read: a card that fills a third of such a picture still has two pixels a module. */
const longestSide = 3000;

const openThread = (): BarcodeThread =>
  createThread(new URL('./barcode-worker.js', import.meta.url), ({ data: { buffer } }) =>
    buffer instanceof ArrayBuffer ? [buffer] : [],
  );

const readSides = async (thread: BarcodeThread, sides: readonly DocumentImage[]): Promise<Barcode | null> => {
  let seen: Barcode | null = null;
  for (const { bytes } of sides) {
    const picture = await decodeWithin(bytes, longestSide);
    const barcode = picture && (await thread.ask(picture));
    if (barcode?.state === 'read') return barcode;
    seen ??= barcode;
  }
  return seen;
};

/**
 * Reads PDF417 barcodes on this machine: no network, and nothing written to disk. The sides are looked at in their order,
 * until one is read; bytes that are no image have no barcode.
 *
 * Reads run one at a time, in order, with the refusals of a queue: see `Queue`. All but decoding the images runs in a
 * thread that the first of them starts, and that ends at `close`, for want of work, or at the deadline of a read; the work
 * that one picture can make is bounded.
 */
export const createBarcodeReader = (options: Partial<QueueOptions> = {}): LocalBarcodeReader => {
  const queue = createQueue(openThread, { deadlineMs: 20_000, maxWaiting: 32, idleMs: 60_000, ...options });
  return { reader: { read: (sides) => () => queue.done((thread) => readSides(thread, sides)) }, close: queue.close };
};
