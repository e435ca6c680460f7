import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What the file of a thread answers to a question: its answer, or why there is none. */
export type ThreadAnswer<Answer> =
  | { readonly _tag: 'Done'; readonly answer: Answer }
  | { readonly _tag: 'Failed'; readonly cause: unknown };

/** A thread of its own, so that nobody else waits while it works. Ask one question at a time. */
export type Thread<Question, Answer> = {
  readonly ask: (question: Question) => Promise<Answer>;
  /** Ends the thread wherever it is. What was asked is refused, and so is all that comes. */
  readonly close: () => Promise<void>;
};

const answerOf = async <Answer>(worker: Worker, post: () => void): Promise<Answer> => {
  const heard = new AbortController();
  const { signal } = heard;
  const ended = once(worker, 'exit', { signal }).then(
    () => ({ _tag: 'Failed', cause: new Error('the thread ended') }) as const,
  );
  const answered = once(worker, 'message', { signal }).then(([answer]: ThreadAnswer<Answer>[]) => answer);
  post();
  try {
    const answer = await Promise.race([answered, ended]);
    if (answer?._tag === 'Done') return answer.answer;
    throw answer?.cause;
  } finally {
    heard.abort();
  }
};

/** A thread that starts with the first question. `handedOver` names the memory that a question leaves to it uncopied. */
export const createThread = <Question, Answer>(
  file: URL,
  handedOver: (question: Question) => readonly ArrayBuffer[],
): Thread<Question, Answer> => {
  let worker: Worker | undefined;
  let closed = false;
  const started = (): Worker => {
    if (worker) return worker;
    // Flags of the program say how to take its own first file (`--input-type`), and would break the start of this one.
    const thread = new Worker(file, { execArgv: [] });
    // Whoever asks hears of an error too; between two questions nobody does, and that would end the process.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      worker = undefined;
    });
    worker = thread;
    return thread;
  };
  return {
    ask: async (question) => {
      if (closed) throw new Error('the thread was closed');
      const thread = started();
      return answerOf(thread, () => thread.postMessage(question, [...handedOver(question)]));
    },
    close: async () => {
      closed = true;
      await worker?.terminate();
    },
  };
};
