import {
  type Diagnosis,
  type DocumentReader,
  type DocumentReading,
  E,
  type Either,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { before, overdue } from './deadline.ts';
import { diagnoseReader } from './diagnosis/diagnose-reader.ts';
import { createLane } from './lane.ts';
import { decodePhoto } from './picture/photo.ts';
import { readingOf } from './reading.ts';
import { createReadingThread } from './reading-thread.ts';

export type LocalReaderOptions = {
  /** How long one read may take, waiting included, before it is given up; half of it at most is waited. */
  readonly deadlineMs?: number;
  /** How many reads may wait for the one that runs; one more is refused at once. */
  readonly maxWaiting?: number;
  /** After so long without work the engine is ended and its memory given back; the next read starts it again. */
  readonly idleMs?: number;
};

export type LocalReader = {
  readonly reader: DocumentReader;
  /** Has it read a zone that it brings along. */
  readonly diagnosis: Diagnosis;
  readonly close: () => Promise<void>;
};

type Input = Parameters<DocumentReader['read']>[0];
type Answer = Either<Unavailable, DocumentReading>;

const refuse = (why: string, kind: Unavailable['kind']): Answer =>
  E.left(unavailable('document_reader', new Error(why), kind));

/** Nothing was read yet, and shortly there is room again: no try, and no reason to put it down to the photo. */
const busy = (why: string, kind: Unavailable['kind']): Answer =>
  E.left({ ...unavailable('document_reader', new Error(why), kind, 1), notAsked: true });

/** The thread of one reader: `renew` ends the one that runs, and the next read starts another. */
const createThreads = (idleMs: number) => {
  let thread = createReadingThread();
  let idle: NodeJS.Timeout | undefined;
  const renew = (): Promise<void> => {
    const old = thread;
    thread = createReadingThread();
    return old.close();
  };
  return {
    renew,
    read: async ({ front, back }: Input): Promise<DocumentReading> => {
      clearTimeout(idle);
      const mine = thread;
      const photos = [await decodePhoto(front.bytes)];
      if (back) photos.push(await decodePhoto(back.bytes));
      return readingOf(await mine.read(photos));
    },
    rest: () => {
      clearTimeout(idle);
      idle = setTimeout(renew, idleMs).unref();
    },
    close: () => {
      clearTimeout(idle);
      return renew();
    },
  };
};

/**
 * Reads the machine-readable zone of a document photo on this machine: no network, and nothing written to disk.
 *
 * Reads run one at a time, in order. One that is overdue answers `Unavailable` of kind `timeout`, one too many, or one
 * that waited for too long, of kind `quota` and as not asked, and one after `close` of kind `unavailable`. Bytes that are no image, and photos on which nothing can be
 * read, are readings without lines. All but decoding runs in a thread that the first photo starts, and that ends at
 * `close`, for want of work, or at the deadline of a read; the work that one photo can make is bounded.
 */
export const createLocalReader = (options: LocalReaderOptions = {}): LocalReader => {
  const { deadlineMs = 20_000, maxWaiting = 16, idleMs = 60_000 } = options;
  const threads = createThreads(idleMs);
  const queueUp = createLane();
  let [closed, present] = [false, 0];

  const readInTime = async (input: Input, turn: Promise<void>): Promise<Answer> => {
    const deadline = performance.now() + deadlineMs;
    // Not longer than half: whose turn comes later is not done in time, and ends the thread that the next one needs.
    if ((await before(deadlineMs / 2, turn)) === overdue) return busy('waited too long for its turn', 'quota');
    if (closed) return refuse('the reader is closed', 'unavailable');
    const reading = await before(deadline - performance.now(), threads.read(input));
    if (reading !== overdue) return E.right(reading);
    void threads.renew();
    return refuse('did not finish before the deadline', 'timeout');
  };

  const read = async (input: Input): Promise<Answer> => {
    if (closed) return refuse('the reader is closed', 'unavailable');
    if (present > maxWaiting) return busy('too many documents wait to be read', 'quota');
    const { turn, leave } = queueUp();
    present += 1;
    try {
      return await readInTime(input, turn);
    } catch (cause) {
      void threads.renew();
      return E.left(unavailable('document_reader', cause));
    } finally {
      present -= 1;
      leave();
      if (present === 0 && !closed) threads.rest();
    }
  };

  const reader: DocumentReader = { read: (input) => () => read(input) };
  return {
    reader,
    diagnosis: diagnoseReader(reader),
    close: () => {
      closed = true;
      return threads.close();
    },
  };
};
