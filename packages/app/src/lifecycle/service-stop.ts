import { memoizeTask } from '@portcullis/domain/kernel';
import type { RequestsInFlight } from '@portcullis/http';
import type { Container } from 'inversify';
import { Tokens } from '../composition/tokens.ts';
import type { Sweeper } from '../jobs/sweeper.ts';
import type { RunningListener } from '../listeners/listener.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Readiness } from '../telemetry/readiness.ts';
import { endAccessLog } from './end-access-log.ts';
import { withTimeLimit } from './time-limit.ts';

const adapterCloseMs = 1000;
/** How long before requests are cut off the calls to vendors are aborted, so that their callers get a response. */
const vendorsEndMs = 1000;
/** How long before requests are cut off those that still have no response get one. */
const lastResponsesMs = 250;

type ServiceParts = {
  readonly api: RunningListener;
  readonly inFlight: RequestsInFlight;
  readonly management: RunningListener;
  readonly readiness: Readiness;
  readonly sweepers: readonly Sweeper[];
  readonly relay: Sweeper;
  readonly container: Container;
  readonly logger: Logger;
  /** Aborts the start while the service waits for its database. */
  readonly startup: AbortController;
};

/** Stops serving: drains, finishes the requests and the rounds of the sweepers. Answers how many were cut off. */
const endRequests = async (
  { api, inFlight, sweepers }: ServiceParts,
  close: () => Promise<void>,
  requestsMs: number,
  drainMs: number,
): Promise<number> => {
  const timers: NodeJS.Timeout[] = [];
  const onDrained = (): void => {
    // The end of the stop, which waits for it, finds out its rejection.
    timers.push(setTimeout(() => void close().catch(() => undefined), requestsMs - vendorsEndMs));
    timers.push(setTimeout(inFlight.answerAll, requestsMs - lastResponsesMs));
  };
  const sweepersEnded = Promise.all(sweepers.map((sweeper) => sweeper.stop()));
  const [cut] = await Promise.all([
    api.stop(requestsMs, drainMs, onDrained),
    withTimeLimit(drainMs + requestsMs, sweepersEnded),
  ]);
  for (const timer of timers) clearTimeout(timer);
  return cut;
};

/** The stop of a service, as `RunningService` promises it. */
export const serviceStop = (parts: ServiceParts) => {
  const { management, readiness, relay, container, logger, startup } = parts;
  const { stopDrainSeconds, stopRequestSeconds } = container.get(Tokens.config);
  const stop = async (requestsMs: number): Promise<void> => {
    logger.info('stopping');
    startup.abort();
    readiness.markStopping();
    // Requests that wait for events are answered at once, and their clients ask another instance.
    container.get(Tokens.feedWatch).stop();
    const close = memoizeTask(async () => {
      await Promise.all([
        container.get(Tokens.close)(),
        container.get(Tokens.webhookSender).close(),
        container.get(Tokens.staffProvider)?.close(),
        container.get(Tokens.fileObjects)?.close(),
      ]);
    });
    const cut = await endRequests(parts, close, requestsMs, 1000 * stopDrainSeconds);
    await Promise.all([
      // After the last request was answered, for the looks that are not in the access log yet.
      endAccessLog(container.get(Tokens.accessRecorder), logger, adapterCloseMs),
      withTimeLimit(
        adapterCloseMs,
        Promise.all([
          close(),
          container.get(Tokens.rateLimiter).close(),
          management.stop(adapterCloseMs),
          // After the last request, so that its entries are in the last head.
          relay.stop(),
        ]),
      ),
    ]);
    logger.info('stopped', { count: cut });
    await withTimeLimit(adapterCloseMs, logger.flush());
  };
  let stopped: Promise<void> | null = null;
  return (requestsMs = 1000 * stopRequestSeconds): Promise<void> => {
    stopped ??= stop(requestsMs);
    return stopped;
  };
};
