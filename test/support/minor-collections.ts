import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * The share that minor collections leave of objects that were added and soon removed. `name` is the function of a
 * package that makes the collection. A thread of its own measures it, whose heap has nothing of other tests.
 */
export const outlivingShare = async (specifier: string, name: string): Promise<number> => {
  const workerData = { specifier: import.meta.resolve(specifier), name };
  const worker = new Worker(new URL('minor-collections-thread.js', import.meta.url), { workerData });
  const [share] = await once(worker, 'message');
  await worker.terminate();
  return share;
};
