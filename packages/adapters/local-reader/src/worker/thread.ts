import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The message that a worker file posts: its result, or why there is none. */
export type ThreadMessage<Answer> =
  | { readonly _tag: 'Done'; readonly answer: Answer }
  | { readonly _tag: 'Failed'; readonly cause: unknown };

/** A worker thread, so that nothing else waits while it works. It handles one request at a time. */
export type Thread<Question, Answer> = {
  readonly request: (question: Question) => Promise<Answer>;
  /** Ends the thread whatever it does. Its pending request is rejected, and so are all later requests. */
  readonly close: () => Promise<void>;
};

const requestAnswer = async <Answer>(worker: Worker, post: () => void): Promise<Answer> => {
  const listening = new AbortController();
  const { signal } = listening;
  const ended = once(worker, 'exit', { signal }).then(
    () => ({ _tag: 'Failed', cause: new Error('the thread ended') }) as const,
  );
  const answered = once(worker, 'message', { signal }).then(([answer]: ThreadMessage<Answer>[]) => answer);
  post();
  try {
    const answer = await Promise.race([answered, ended]);
    if (answer?._tag === 'Done') return answer.answer;
    throw answer?.cause;
  } finally {
    listening.abort();
  }
};

/**
 * Creates a thread that starts with the first request. The second parameter returns the memory that a request transfers
 * to it without a copy.
 */
export const createThread = <Question, Answer>(
  file: URL,
  transferred: (question: Question) => readonly ArrayBuffer[],
): Thread<Question, Answer> => {
  let worker: Worker | undefined;
  let closed = false;
  const started = (): Worker => {
    if (worker) return worker;
    // Flags of the program that apply to its own entry file (`--input-type`) would break the start of this file.
    const thread = new Worker(file, { execArgv: [] });
    // A pending request gets the error, too. Between two requests nobody listens, and an unhandled error would end the
    // process.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      worker = undefined;
    });
    worker = thread;
    return thread;
  };
  return {
    request: async (question) => {
      if (closed) throw new Error('the thread was closed');
      const thread = started();
      return requestAnswer(thread, () => thread.postMessage(question, [...transferred(question)]));
    },
    close: async () => {
      closed = true;
      await worker?.terminate();
    },
  };
};
