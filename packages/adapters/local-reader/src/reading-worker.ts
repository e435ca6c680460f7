import { parentPort } from 'node:worker_threads';
import { createOcrEngine } from './ocr-engine.ts';
import type { Photo } from './picture/photo.ts';
import { readSide } from './read-side.ts';
import type { SideReading } from './reading.ts';

/** What this thread answers to the photos of a document: what each gave, or why they could not be read. */
export type ThreadAnswer =
  | { readonly _tag: 'Read'; readonly sides: readonly SideReading[] }
  | { readonly _tag: 'Failed'; readonly cause: unknown };

const engine = createOcrEngine();

const answerTo = async (photos: readonly (Photo | null)[]): Promise<ThreadAnswer> => {
  const sides: SideReading[] = [];
  try {
    for (const photo of photos) sides.push(await readSide(engine, photo));
    return { _tag: 'Read', sides };
  } catch (cause) {
    return { _tag: 'Failed', cause };
  }
};

parentPort?.on('message', async (photos: readonly (Photo | null)[]) => {
  parentPort?.postMessage(await answerTo(photos));
});
