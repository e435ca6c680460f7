import { parentPort } from 'node:worker_threads';
import { type MeasuredPixels, measurePixels } from './measure-pixels.ts';

parentPort?.on('message', (pixels: MeasuredPixels) => {
  parentPort?.postMessage(measurePixels(pixels));
});
