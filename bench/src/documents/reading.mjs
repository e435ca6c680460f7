// The other end of the process under measurement.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./reading-process.mjs', import.meta.url));

/** A reader in a process of its own, with the allocator as the container has it. Ask one question at a time. */
export const startReading = () => {
  const env = { PATH: process.env['PATH'], NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' };
  const child = fork(script, { env, serialization: 'advanced' });
  process.once('exit', () => child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(() => [{ failed: 'the process under measurement ended' }]);
  const ask = async (question) => {
    child.send(question);
    const [{ answer, failed }] = await Promise.race([once(child, 'message'), ended]);
    if (failed) throw new Error(failed);
    return answer;
  };
  return {
    read: async (bytes) => {
      const { milliseconds, read } = await ask({ what: 'read', bytes });
      const { mrzDoubts: doubts = [], mrzLines: lines, signals } = read;
      return { doubts, lines, signals, milliseconds };
    },
    /** The reading as the port answers it. */
    readWhole: (bytes) => ask({ what: 'read', bytes }),
    memory: () => ask({ what: 'memory' }),
    /** Milliseconds of processor time so far, of all threads. */
    processor: () => ask({ what: 'processor' }),
    close: () => ask({ what: 'close' }),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
