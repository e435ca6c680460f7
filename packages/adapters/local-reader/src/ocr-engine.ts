import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OEM, Worker } from 'tesseract.js';
import { type GreyImage, pgmOf } from './picture/grey-image.ts';

/**
 * `shapes` is the classifier of Tesseract 3, which reads character by character. `sequence` is the neural network of
 * Tesseract 4, which reads words. `docs/document-reading.md` has the measurements of both.
 */
type OcrModel = 'shapes' | 'sequence';

type OcrRequest = { readonly model: OcrModel; readonly page: 'block' | 'line'; readonly alphabet: string };

/** Reads the text in a picture. It handles one request at a time. */
export type OcrEngine = { readonly recognize: (image: GreyImage, request: OcrRequest) => Promise<string> };

const dataOf: Record<OcrModel, { readonly directory: string; readonly oem: OEM }> = {
  shapes: { directory: '4.0.0', oem: 0 },
  sequence: { directory: '4.0.0_best_int', oem: 1 },
};

/** Earlier pictures must not influence later ones. By default the `shapes` engine adapts to what it reads. */
const nonAdaptive = { classify_enable_learning: '0', classify_enable_adaptive_matcher: '0' };

const dataDirectory = dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng/package.json')));

/**
 * Starts a worker. The engine is loaded only now, because it takes the larger part of this package's memory. It reads
 * its data from disk and writes none. The data is checked first, because without it tesseract.js neither starts nor
 * reports an error.
 */
const startWorker = async (model: OcrModel): Promise<Worker> => {
  const { directory, oem } = dataOf[model];
  const langPath = join(dataDirectory, directory);
  await access(join(langPath, 'eng.traineddata.gz'));
  const { createWorker } = await import('tesseract.js');
  return new Promise<Worker>((resolve, reject) => {
    createWorker('eng', oem, { langPath, gzip: true, cacheMethod: 'none', errorHandler: reject }).then(resolve, reject);
  });
};

/**
 * Creates the two engines. Each is a thread of its own that starts with its first request. They end with the thread
 * that started them.
 */
export const createOcrEngine = (): OcrEngine => {
  const workers = new Map<OcrModel, Promise<Worker>>();
  const workerOf = (model: OcrModel): Promise<Worker> => {
    const known = workers.get(model);
    if (known) return known;
    const started = startWorker(model);
    workers.set(model, started);
    return started;
  };
  return {
    recognize: async (image, { model, page, alphabet }) => {
      const [worker, { PSM }] = await Promise.all([workerOf(model), import('tesseract.js')]);
      await worker.setParameters({
        tessedit_pageseg_mode: page === 'block' ? PSM.SINGLE_BLOCK : PSM.SINGLE_LINE,
        tessedit_char_whitelist: alphabet,
        // The file has no resolution, and a guess would differ from picture to picture.
        user_defined_dpi: '300',
        ...nonAdaptive,
      });
      const { data } = await worker.recognize(pgmOf(image));
      return data.text;
    },
  };
};

/**
 * Limits the number of requests to the engine. After them, every picture reads as empty. One photo then cannot keep the
 * engine busy for longer than a document would, however much on it looks like a zone.
 */
export const limitRequests = (engine: OcrEngine, maxRequests: number): OcrEngine => {
  let left = maxRequests;
  return {
    recognize: async (image, request) => {
      if (left === 0) return '';
      left -= 1;
      return engine.recognize(image, request);
    },
  };
};
