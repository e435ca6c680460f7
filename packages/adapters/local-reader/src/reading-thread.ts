import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Photo } from './picture/photo.ts';
import type { SideReading } from './reading.ts';
import type { ThreadAnswer } from './reading-worker.ts';

/** Reads photos in a thread of its own, so that nobody else waits while it does. Ask one question at a time. */
export type ReadingThread = {
  readonly read: (photos: readonly (Photo | null)[]) => Promise<readonly SideReading[]>;
  /** Ends the thread wherever it is, and the engines with it. What was asked is refused, and so is all that comes. */
  readonly close: () => Promise<void>;
};

/** The pixels of the photos, which are handed over and not copied: who sends them has them no more. */
const pixelsOf = (photos: readonly (Photo | null)[]): ArrayBuffer[] =>
  photos
    .flatMap((photo) => (photo ? [photo.whole, photo.lying, photo.standing] : []))
    .flatMap(({ data: { buffer } }) => (buffer instanceof ArrayBuffer ? [buffer] : []));

/** One question to the thread: its answer, or what it died of. No listener is left behind. */
const ask = async (worker: Worker, photos: readonly (Photo | null)[]): Promise<readonly SideReading[]> => {
  const heard = new AbortController();
  const { signal } = heard;
  const ended = once(worker, 'exit', { signal }).then(
    () => ({ _tag: 'Failed', cause: new Error('the reading thread ended') }) as const,
  );
  const answered = once(worker, 'message', { signal }).then(([answer]: ThreadAnswer[]) => answer);
  worker.postMessage(photos, pixelsOf(photos));
  try {
    const answer = await Promise.race([answered, ended]);
    if (answer?._tag === 'Read') return answer.sides;
    throw answer?.cause;
  } finally {
    heard.abort();
  }
};

/** A thread that starts with the first question. Its engines are threads of its own, and end with it. */
export const createReadingThread = (): ReadingThread => {
  let worker: Worker | undefined;
  let closed = false;
  const started = (): Worker => {
    if (worker) return worker;
    // Flags of the program say how to take its own first file (`--input-type`), and would break the start of this one.
    const thread = new Worker(new URL('./reading-worker.js', import.meta.url), { execArgv: [] });
    // Whoever asks hears of an error too; between two questions nobody does, and that would end the process.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      worker = undefined;
    });
    worker = thread;
    return thread;
  };
  return {
    read: async (photos) => {
      if (closed) throw new Error('the reading thread was closed');
      return ask(started(), photos);
    },
    close: async () => {
      closed = true;
      await worker?.terminate();
    },
  };
};
