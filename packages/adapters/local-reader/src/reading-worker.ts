import { parentPort } from 'node:worker_threads';
import type { SideReading } from './document-reading.ts';
import { createOcrEngine } from './ocr-engine.ts';
import type { Photo } from './picture/photo.ts';
import { readSide } from './read-side.ts';
import type { ThreadMessage } from './worker/thread.ts';

const engine = createOcrEngine();

const answerTo = async (photos: readonly (Photo | null)[]): Promise<ThreadMessage<readonly SideReading[]>> => {
  const sides: SideReading[] = [];
  try {
    for (const photo of photos) sides.push(await readSide(engine, photo));
    return { _tag: 'Done', answer: sides };
  } catch (cause) {
    return { _tag: 'Failed', cause };
  }
};

parentPort?.on('message', async (photos: readonly (Photo | null)[]) => {
  parentPort?.postMessage(await answerTo(photos));
});
