import type { RunningAccessRecorder } from '../audit/access-recorder.ts';
import type { Logger } from '../telemetry/logger.ts';
import { withTimeLimit } from './time-limit.ts';

/**
 * Writes the lines that are not in the access log yet, for at most `ms` milliseconds, and logs how many are lost,
 * even if the database does not answer in this time.
 */
export const endAccessLog = async (
  recorder: Pick<RunningAccessRecorder, 'stop' | 'waiting'>,
  logger: Logger,
  ms: number,
): Promise<void> => {
  await withTimeLimit(ms, recorder.stop());
  const left = recorder.waiting();
  if (left > 0) logger.error('access_log_lines_lost', { count: left });
};
