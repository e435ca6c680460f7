import type { ScheduleInterval } from '@portcullis/domain/use-cases';

/** Runs work periodically; the timer does not keep the process alive. */
export const every: ScheduleInterval = (milliseconds, work) => {
  const timer = setInterval(work, milliseconds).unref();
  return { stop: () => clearInterval(timer) };
};
