// The side of a probe that is loaded into the service: it measures from a message `start` to a message `stop`.
import { isMainThread } from 'node:worker_threads';

/** `start` begins a measurement and returns a function that ends it and returns, or promises, what was measured. */
export const answerProbe = (start) => {
  // The threads that the service starts load the same files, too.
  if (!isMainThread || !process.send) return;
  let stop = null;
  process.on('message', async (message) => {
    if (message === 'start') {
      stop = await start();
      process.send(null);
    } else {
      process.send(await stop());
    }
  });
  // The service ends when it has nothing left to do, whether the bench could still ask something or not.
  process.channel.unref();
};
