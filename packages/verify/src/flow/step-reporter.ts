import { type PageEvent, type ReportedStep, reportsOf, type State, type StepReport } from '../machine/index.ts';

/** A report with the time for which the step was shown, in milliseconds. */
export type TimedReport = StepReport & { readonly duration_ms?: number };

/** Tells what becomes of each step. `now` is in milliseconds, of any clock that only goes forward. */
export const stepReporter = (now: () => number, send: (report: TimedReport) => void) => {
  const shownAt = new Map<ReportedStep, number>();
  return (before: State, event: PageEvent, after: State): void => {
    for (const report of reportsOf(before, event, after)) {
      const since = shownAt.get(report.step);
      if (report.outcome === 'shown') shownAt.set(report.step, now());
      const isTimed = report.outcome !== 'shown' && since !== undefined;
      send(isTimed ? { ...report, duration_ms: Math.round(now() - since) } : report);
    }
  };
};
