import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OEM, Worker } from 'tesseract.js';
import { createNetworkReader, type ReadByNetwork } from './network/read-by-network.ts';
import { type GreyImage, pgmOf } from './picture/grey-image.ts';

/**
 * `shapes` is the classifier of Tesseract 3, which reads character by character. `sequence` is the neural network of
 * Tesseract 4, which reads words. `docs/document-reading.md` has the measurements of both.
 */
type OcrModel = 'shapes' | 'sequence';

type OcrRequest = {
  readonly model: OcrModel;
  readonly page: 'block' | 'line';
  readonly alphabet: string;
  /** Whether `shapes` reads in one pass; see `passes`. */
  readonly isQuick?: boolean;
};

/** Reads the text in a picture, one request at a time, and a located MRZ by the network made for its font. */
export type OcrEngine = {
  readonly recognize: (image: GreyImage, request: OcrRequest) => Promise<string>;
  readonly readByNetwork: ReadByNetwork;
};

const dataOf: Record<OcrModel, { readonly directory: string; readonly oem: OEM }> = {
  shapes: { directory: '4.0.0', oem: 0 },
  sequence: { directory: '4.0.0_best_int', oem: 1 },
};

/** Earlier pictures must not influence later ones. By default the `shapes` engine adapts to what it reads. */
const nonAdaptive = { classify_enable_learning: '0', classify_enable_adaptive_matcher: '0' };

/**
 * By default `shapes` reads every word in two passes, the second one with what it has learned in the first, and then
 * tries other spaces between characters. Learning is switched off and spaces are no part of an MRZ, but what is read
 * again may still come out differently, mostly for the better. One pass takes a third of the time.
 */
const passes = {
  one: { tessedit_tess_adaption_mode: '0', tessedit_fix_fuzzy_spaces: '0' },
  all: { tessedit_tess_adaption_mode: '39', tessedit_fix_fuzzy_spaces: '1' },
} as const;

/** Every picture is drawn black on white, so that `sequence` need not read what it is unsure of in negative as well. */
const blackOnWhite = { tessedit_do_invert: '0' };

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
 * Creates the two engines of Tesseract and the network. Each of the two is a thread of its own that starts with its
 * first request. They end with the thread that started them. The network is run by the thread that asks it.
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
    readByNetwork: createNetworkReader(),
    recognize: async (image, { alphabet, isQuick = false, model, page }) => {
      const [worker, { PSM }] = await Promise.all([workerOf(model), import('tesseract.js')]);
      await worker.setParameters({
        tessedit_pageseg_mode: page === 'block' ? PSM.SINGLE_BLOCK : PSM.SINGLE_LINE,
        tessedit_char_whitelist: alphabet,
        // The file has no resolution, and a guess would differ from picture to picture.
        user_defined_dpi: '300',
        ...nonAdaptive,
        ...blackOnWhite,
        ...(isQuick ? passes.one : passes.all),
      });
      const { data } = await worker.recognize(pgmOf(image));
      return data.text;
    },
  };
};

/**
 * Limits the number of requests to the engine. After them, every picture reads as empty. One photo then cannot keep the
 * engine busy for longer than a document would, however much on it looks like an MRZ. A quick request does not count:
 * it costs a third, and one that leads to nothing is followed by one that counts.
 */
export const limitRequests = (
  engine: OcrEngine,
  maxRequests: number,
): { readonly engine: OcrEngine; readonly left: () => number } => {
  let left = maxRequests;
  const recognize: OcrEngine['recognize'] = async (image, request) => {
    if (left === 0) return '';
    if (!request.isQuick) left -= 1;
    return engine.recognize(image, request);
  };
  return { engine: { ...engine, recognize }, left: () => left };
};
