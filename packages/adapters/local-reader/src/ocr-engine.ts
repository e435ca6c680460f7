import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker as Thread } from 'node:worker_threads';
import type { OEM, Worker } from 'tesseract.js';
import type { GreyImage } from './picture/grey-image.ts';
import { pngOf } from './picture/grey-image.ts';

/**
 * `shapes` is the classifier of Tesseract 3, which reads character by character; `sequence` is the neural network of
 * Tesseract 4, which reads words. `docs/document-reading.md` has the measurements of both.
 */
type OcrModel = 'shapes' | 'sequence';

type OcrQuestion = { readonly model: OcrModel; readonly page: 'block' | 'line'; readonly alphabet: string };

/** Two engines, each started when first asked. After `close` nothing runs any more, and every question is refused. */
export type OcrEngine = {
  readonly recognize: (image: GreyImage, question: OcrQuestion) => Promise<string>;
  readonly close: () => Promise<void>;
};

const dataOf: Record<OcrModel, { readonly directory: string; readonly oem: OEM }> = {
  shapes: { directory: '4.0.0', oem: 0 },
  sequence: { directory: '4.0.0_best_int', oem: 1 },
};

/** What was read before must not change what is read next: without this, the engine of shapes learns as it goes. */
const withoutMemory = { classify_enable_learning: '0', classify_enable_adaptive_matcher: '0' };

/** Tesseract's own thread is not in its types; an `error` event that nobody hears would end the process. */
const hearErrors = (worker: Worker): void => {
  const thread: unknown = Reflect.get(worker, 'worker');
  if (thread instanceof Thread) thread.on('error', () => undefined);
};

const dataDirectory = dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng/package.json')));

/**
 * Loads the engine only now: it is the larger part of this package's memory. Reads its data from disk, writes none.
 * The data is looked for first, because without it tesseract.js neither starts nor says so.
 */
const startWorker = async (model: OcrModel): Promise<Worker> => {
  const { directory, oem } = dataOf[model];
  const langPath = join(dataDirectory, directory);
  await access(join(langPath, 'eng.traineddata.gz'));
  const { createWorker } = await import('tesseract.js');
  const worker = await new Promise<Worker>((resolve, reject) => {
    createWorker('eng', oem, { langPath, gzip: true, cacheMethod: 'none', errorHandler: reject }).then(resolve, reject);
  });
  hearErrors(worker);
  return worker;
};

/** Starts a thread for each model that is asked for, once. */
const createWorkers = () => {
  const workers = new Map<OcrModel, Promise<Worker>>();
  return {
    of: (model: OcrModel): Promise<Worker> => {
      const known = workers.get(model);
      if (known) return known;
      const started = startWorker(model);
      workers.set(model, started);
      return started;
    },
    end: async (): Promise<void> => {
      const started = [...workers.values()];
      workers.clear();
      await Promise.allSettled(started.map(async (worker) => (await worker).terminate()));
    },
  };
};

/** One thread a model; ask one question at a time. */
export const createOcrEngine = (): OcrEngine => {
  const workers = createWorkers();
  const pending = new Set<(why: Error) => void>();
  let closed = false;
  const refuseWhenClosed = (): void => {
    if (closed) throw new Error('the engine was closed');
  };

  const answer = async (image: GreyImage, { model, page, alphabet }: OcrQuestion): Promise<string> => {
    const png = await pngOf(image);
    // Whatever is awaited, the engine may be closed meanwhile. A thread started then would never be ended, and a job
    // for a thread that has ended is a rejection nobody can catch: tesseract.js does not await it.
    refuseWhenClosed();
    const [worker, { PSM }] = await Promise.all([workers.of(model), import('tesseract.js')]);
    refuseWhenClosed();
    await worker.setParameters({
      tessedit_pageseg_mode: page === 'block' ? PSM.SINGLE_BLOCK : PSM.SINGLE_LINE,
      tessedit_char_whitelist: alphabet,
      ...withoutMemory,
    });
    refuseWhenClosed();
    const { data } = await worker.recognize(png);
    return data.text;
  };

  return {
    recognize: (image, question) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('the engine was closed'));
        pending.add(reject);
        answer(image, question)
          .then(resolve, reject)
          .finally(() => pending.delete(reject));
      }),
    close: async () => {
      closed = true;
      // A thread that is ended answers nothing any more, not even that it was ended.
      for (const reject of pending) reject(new Error('the engine was closed'));
      pending.clear();
      await workers.end();
    },
  };
};
