/**
 * A retry costs what twenty calls deposit, and at most five retries are saved. So of any n calls at most 5 + n/20 are
 * retried: a single connection reset always is, and a provider that is down gets no more than 1.1 requests a call over
 * any hundred calls.
 */
const cost = 20;
const most = 5 * cost;

export type RetryBudget = {
  /** Called when a call was sent. */
  readonly earn: () => void;
  /** Whether one more attempt may be sent. */
  readonly spend: () => boolean;
};

export const newRetryBudget = (): RetryBudget => {
  let saved = most;
  return {
    earn: () => {
      saved = Math.min(most, saved + 1);
    },
    spend: () => {
      if (saved < cost) return false;
      saved -= cost;
      return true;
    },
  };
};
