import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'tesseract.js';
import { createNetworkReader, type ReadByNetwork } from './network/read-by-network.ts';
import { type GreyImage, pgmOf } from './picture/grey-image.ts';

/** Reads the word in a picture, one request at a time, and a located MRZ by the network made for its font. */
export type OcrEngine = {
  readonly recognize: (image: GreyImage) => Promise<string>;
  readonly readByNetwork: ReadByNetwork;
};

const parameters = {
  tessedit_char_whitelist: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  // The file has no resolution, and a guess would differ from picture to picture.
  user_defined_dpi: '300',
  // Every picture is drawn black on white, so that what is not sure need not be read in negative as well.
  tessedit_do_invert: '0',
};

const dataPath = join(
  dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng/package.json'))),
  '4.0.0_best_int',
);

/**
 * Starts a worker with the neural network of Tesseract 4, which reads words. The engine is loaded only now, because it
 * takes the larger part of this package's memory. It reads its data from disk and writes none. The data is checked
 * first, because without it tesseract.js neither starts nor reports an error.
 */
const startWorker = async (): Promise<Worker> => {
  await access(join(dataPath, 'eng.traineddata.gz'));
  const { createWorker, OEM, PSM } = await import('tesseract.js');
  const worker = await new Promise<Worker>((resolve, reject) => {
    const options = { langPath: dataPath, gzip: true, cacheMethod: 'none', errorHandler: reject };
    createWorker('eng', OEM.LSTM_ONLY, options).then(resolve, reject);
  });
  await worker.setParameters({ ...parameters, tessedit_pageseg_mode: PSM.SINGLE_LINE });
  return worker;
};

/**
 * Creates the engine for words and the network. The engine is a thread of its own that starts with its first request
 * and ends with the thread that started it. The network is run by the thread that asks it.
 */
export const createOcrEngine = (): OcrEngine => {
  let started: Promise<Worker> | undefined;
  return {
    readByNetwork: createNetworkReader(),
    recognize: async (image) => {
      started ??= startWorker();
      const { data } = await (await started).recognize(pgmOf(image));
      return data.text;
    },
  };
};

/**
 * Limits the number of requests to the engine. After them, every picture reads as empty. One photo then cannot keep the
 * engine busy for longer than a document would, however much on it looks like an MRZ.
 */
export const limitRequests = (
  engine: OcrEngine,
  maxRequests: number,
): { readonly engine: OcrEngine; readonly left: () => number } => {
  let left = maxRequests;
  const recognize: OcrEngine['recognize'] = async (image) => {
    if (left === 0) return '';
    left -= 1;
    return engine.recognize(image);
  };
  return { engine: { ...engine, recognize }, left: () => left };
};
