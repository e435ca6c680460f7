// Loaded into the service before its own code: tells the bench how long the event loop stood still. A timer that is due
// every other millisecond is as late as the loop was busy with something else.
import { existsSync, openSync, readSync } from 'node:fs';
import { answerProbe } from './answer.mjs';

const everyMs = 2;

/**
 * Milliseconds of the processor that the main thread has used, whose id is that of the process (Linux, proc(5)); those
 * of all threads where the system does not tell.
 */
const mainThreadClock = () => {
  const path = `/proc/self/task/${process.pid}/schedstat`;
  if (!existsSync(path)) return () => process.cpuUsage().user / 1000;
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(64);
  return () => Number.parseInt(bytes.latin1Slice(0, readSync(file, bytes, 0, bytes.length, 0)), 10) / 1e6;
};

answerProbe(() => {
  const usedMs = mainThreadClock();
  let last = performance.now();
  let lastUsed = usedMs();
  /**
   * The longest time between two turns, with how long the thread itself worked in it; and the longest that it worked in
   * one.
   */
  const found = { turns: 0, longestMs: 0, workedMs: 0, busiestMs: 0 };
  const timer = setInterval(() => {
    const now = performance.now();
    const used = usedMs();
    const passedMs = now - last;
    const workedMs = used - lastUsed;
    last = now;
    lastUsed = used;
    found.turns += 1;
    found.busiestMs = Math.max(found.busiestMs, workedMs);
    if (passedMs <= found.longestMs) return;
    found.longestMs = passedMs;
    found.workedMs = workedMs;
  }, everyMs);
  return () => {
    clearInterval(timer);
    return found;
  };
});
