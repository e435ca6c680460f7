import { Worker } from 'node:worker_threads';
import type { MeasuredPixels, PixelFacts } from './measure-pixels.ts';

/** A picture that is being measured. The thread answers in the order of the requests. */
type Request = { readonly resolve: (facts: PixelFacts) => void; readonly reject: (cause: Error) => void };

type MeasureThread = {
  readonly isAlive: () => boolean;
  readonly measure: (pixels: MeasuredPixels) => Promise<PixelFacts>;
};

/** After this time without a picture the thread is ended and its memory freed. */
const idleMs = 60_000;

const startThread = (): MeasureThread => {
  // Flags of the program that apply to its own entry file (`--input-type`) would break the start of this file.
  const worker = new Worker(new URL('./measure-worker.js', import.meta.url), { execArgv: [] });
  const waiting: Request[] = [];
  let alive = true;
  let idle: NodeJS.Timeout | undefined;
  const end = (cause: Error): void => {
    alive = false;
    clearTimeout(idle);
    for (const { reject } of waiting.splice(0)) reject(cause);
  };
  const rest = (): void => {
    // A thread that does nothing keeps no program from ending.
    worker.unref();
    idle = setTimeout(() => {
      alive = false;
      void worker.terminate();
    }, idleMs).unref();
  };
  worker.on('error', end);
  worker.once('exit', () => end(new Error('the thread ended')));
  worker.on('message', (facts: PixelFacts) => {
    waiting.shift()?.resolve(facts);
    if (waiting.length === 0) rest();
  });
  return {
    isAlive: () => alive,
    measure: (pixels) =>
      new Promise((resolve, reject) => {
        // A value that cannot be sent is not answered, so that it must not wait in the order of the answers.
        worker.postMessage(pixels);
        clearTimeout(idle);
        worker.ref();
        waiting.push({ resolve, reject });
      }),
  };
};

let current: MeasureThread | undefined;

/**
 * Measures a picture in a thread that all pictures share, so that the program's own thread serves others meanwhile. The
 * first picture starts it; it ends after a minute without work. A rejection means that the thread ended: the caller may
 * measure the picture.
 */
export const measureInThread = async (pixels: MeasuredPixels): Promise<PixelFacts> => {
  if (!current?.isAlive()) current = startThread();
  return current.measure(pixels);
};
