import { parentPort } from 'node:worker_threads';
import { createOcrEngine } from './ocr-engine.ts';
import { type RotationsQuestion, type RotationsReading, readRotations } from './read-side.ts';
import { lowerPriority } from './worker/lower-priority.ts';
import type { ThreadMessage } from './worker/thread.ts';

lowerPriority();
const engine = createOcrEngine();

const answerTo = async (question: RotationsQuestion): Promise<ThreadMessage<RotationsReading>> => {
  try {
    return { _tag: 'Done', answer: await readRotations(engine, question) };
  } catch (cause) {
    return { _tag: 'Failed', cause };
  }
};

parentPort?.on('message', async (question: RotationsQuestion) => {
  parentPort?.postMessage(await answerTo(question));
});
