/**
 * A retry costs what twenty calls deposit, and at most five retries are saved. So of any n calls at most 5 + n/20 are
 * retried: a single connection reset always is, and a provider that is down gets no more than 1.1 requests a call over
 * any hundred calls.
 */
const retryCost = 20;
const maxBalance = 5 * retryCost;

export type RetryBudget = {
  /** Called when a call was sent. */
  readonly deposit: () => void;
  /** Whether one more attempt may be sent. */
  readonly tryWithdraw: () => boolean;
};

export const newRetryBudget = (): RetryBudget => {
  let balance = maxBalance;
  return {
    deposit: () => {
      balance = Math.min(maxBalance, balance + 1);
    },
    tryWithdraw: () => {
      if (balance < retryCost) return false;
      balance -= retryCost;
      return true;
    },
  };
};
