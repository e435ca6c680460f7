import { parentPort } from 'node:worker_threads';
import type { Barcode } from '@portcullis/documents';
import type { GreyImage } from '../picture/grey-image.ts';
import { lowerPriority } from '../worker/lower-priority.ts';
import type { ThreadMessage } from '../worker/thread.ts';
import { readBarcode } from './read-barcode.ts';

const answerTo = async (picture: GreyImage): Promise<ThreadMessage<Barcode | null>> => {
  try {
    return { _tag: 'Done', answer: await readBarcode(picture) };
  } catch (cause) {
    return { _tag: 'Failed', cause };
  }
};

lowerPriority();

parentPort?.on('message', async (picture: GreyImage) => {
  parentPort?.postMessage(await answerTo(picture));
});
