/** Every call earns a tenth of a retry, and at most ten are saved: a provider that is down gets no storm of them. */
const perCall = 0.1;
const most = 10;

export type RetryBudget = { readonly earn: () => void; readonly spend: () => boolean };

export const retryBudget = (): RetryBudget => {
  let saved = most;
  return {
    earn: () => {
      saved = Math.min(most, saved + perCall);
    },
    spend: () => {
      if (saved < 1) return false;
      saved -= 1;
      return true;
    },
  };
};
