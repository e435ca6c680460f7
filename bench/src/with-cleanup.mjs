/**
 * Runs `work`. What it passes to `use`, `{ stop }`, is stopped in reverse order afterwards, also when the work fails.
 */
export const withCleanup = async (work) => {
  const started = [];
  const use = (running) => {
    started.unshift(running);
    return running;
  };
  try {
    return await work(use);
  } finally {
    for (const { stop } of started) await stop();
  }
};
