import { newBag } from '@portcullis/domain/kernel';

/** The requests that have no response yet. The stop of the server can answer them all before it cuts them off. */
export type RequestsInFlight = {
  /** Takes the function that answers a request at once. Returns the one to call when the request is over. */
  readonly add: (answer: () => void) => () => void;
  readonly answerAll: () => void;
};

export const requestsInFlight = (): RequestsInFlight => {
  const answers = newBag<() => void>();
  return {
    add: answers.add,
    answerAll: () => {
      for (const answer of answers.items()) answer();
    },
  };
};
