import { randomUUID } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import { E, type Either } from '@portcullis/domain';
import {
  clientErrorResponses,
  createApp,
  memoryBudget,
  type RequestsInFlight,
  requestsInFlight,
} from '@portcullis/http';
import type { Container } from 'inversify';
import { createContainer, type Mode, type SharedAdapters } from '../composition/container.ts';
import { Tokens } from '../composition/tokens.ts';
import type { Config } from '../config/config.ts';
import { version } from '../config/version.ts';
import { diskGauges, volumeFolders } from '../gauges/disk.ts';
import { readinessGauges } from '../gauges/readiness.ts';
import { serviceEntryRelay } from '../jobs/entry-relay.ts';
import { serviceSweepers } from '../jobs/service-sweepers.ts';
import { createSweeper } from '../jobs/sweeper.ts';
import { guardConnections } from '../listeners/connection-guard.ts';
import { connectionLimits, httpConfig, linkBaseWith, rateLimiting, serverOptions } from '../listeners/http-settings.ts';
import { listen, type RunningListener } from '../listeners/listener.ts';
import { managementListener } from '../listeners/management.ts';
import { consolePage, verifyPage } from '../listeners/pages.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createReadiness, type Readiness, readyLog } from '../telemetry/readiness.ts';
import { requestObserver } from '../telemetry/request-observer.ts';
import { requestTracing } from '../telemetry/tracing.ts';
import { watchForwarding } from '../watches/forwarding-watch.ts';
import { schemaWatch } from '../watches/schema-watch.ts';
import { policyCheck } from './check-policies.ts';
import { checkReadiness, type NotReadyReason } from './check-readiness.ts';
import { serviceStop } from './service-stop.ts';

/**
 * A service that listens. `ready` resolves when the database was checked or the time for it is over; it never rejects.
 */
export type RunningService = {
  readonly api: RunningListener;
  readonly management: RunningListener;
  readonly ready: Promise<Either<NotReadyReason, void>>;
  /**
   * Reports that it is not ready, drains, finishes open requests, then ends. After the drain it takes at most two
   * seconds more than `requestsMs` (`STOP_REQUEST_SECONDS` by default). Calls to vendors are aborted a second before
   * the requests are cut off, and a request that still has no response then gets one. A second call returns the result
   * of the first.
   */
  readonly stop: (requestsMs?: number) => Promise<void>;
};

const watchSchemaEveryMs = 1000;

const apiListener = (container: Container, mode: Mode, logger: Logger, inFlight: RequestsInFlight): RequestListener => {
  const config = container.get(Tokens.config);
  const metrics = container.get(Tokens.metrics);
  const memory = memoryBudget(config.limits.requests.uploadBytesInFlight);
  metrics.registerGauge('portcullis_upload_bytes_in_flight', memory.held);
  const app = createApp({
    services: container.get(Tokens.useCases).services,
    config: httpConfig(config, {
      mode,
      version,
      verifyPage: verifyPage(logger),
      port: () => container.get(Tokens.linkBase).port,
      consolePage: consolePage(logger),
      liveness: container.get(Tokens.livenessComponent),
    }),
    rateLimiting: rateLimiting(config, container.get(Tokens.rateLimiter).limiter),
    memory,
    access: container.get(Tokens.accessRecorder),
    monotonic: () => performance.now(),
    newRequestId: randomUUID,
    inFlight,
    traced: requestTracing(),
    observe: requestObserver(logger, metrics),
  });
  return app.callback();
};

/** Registers what the metrics say of this process, its disks and its readiness. */
const measureService = (metrics: Metrics, config: Config, readiness: Readiness): void => {
  metrics.setBuild({ version, node: process.versions.node });
  metrics.beforeScrape(diskGauges(metrics, volumeFolders(config)));
  metrics.beforeScrape(readinessGauges(metrics, readiness));
};

/**
 * Listens at once, so that orchestrators see a live process, and becomes ready when the database is. Rejects with
 * Node's error when a port is not available; then nothing is left open.
 */
export const startService = async (
  config: Config,
  mode: Mode,
  logger: Logger,
  shared?: SharedAdapters,
): Promise<RunningService> => {
  const container = await createContainer(config, mode, logger, shared);
  const { clock, isWrong } = container.get(Tokens.clockWatch);
  const { isTrusted } = clock;
  const readiness = createReadiness(container.get(Tokens.healthProbe), container.get(Tokens.vendorReport), {
    isTrusted,
    isWrong,
  });
  const metrics = container.get(Tokens.metrics);
  measureService(metrics, config, readiness);
  const watchSchema = schemaWatch({
    records: container.get(Tokens.records),
    readiness,
    logger,
    monotonic: () => performance.now(),
  });
  const relay = serviceEntryRelay(container, logger);
  const sweepers = [
    ...serviceSweepers(container, logger, relay.hasLease),
    createSweeper(() => watchSchema().finally(logReady), watchSchemaEveryMs, logger),
  ];
  const options = serverOptions(config);
  const limits = connectionLimits(config);
  const answers = clientErrorResponses(rateLimiting(config, container.get(Tokens.rateLimiter).limiter));
  const guardApi = (server: Server): void => {
    const { held } = guardConnections(server, limits, answers);
    metrics.registerGauge('portcullis_http_connections', held);
    watchForwarding(server, limits.trustedProxies, logger, metrics);
  };
  const inFlight = requestsInFlight();
  const api = await listen(apiListener(container, mode, logger, inFlight), config.api, options, guardApi);
  const base = container.get(Tokens.linkBase);
  Object.assign(base, { url: linkBaseWith(config.web.clientUrl, api.port), port: api.port });
  const management = await listen(
    managementListener({
      readiness,
      providers: container.get(Tokens.providerNames),
      metrics,
      logger,
      allowedHosts: config.management.allowedHosts,
    }),
    config.management,
    options,
    (server) => guardConnections(server, limits, clientErrorResponses(null)),
  ).catch(async (cause: unknown) => {
    await api.stop(0);
    throw cause;
  });
  const logReady = readyLog(isTrusted, logger, () =>
    logger.info('ready', { version, environment: config.environment, host: api.host, port: api.port }),
  );
  const startup = new AbortController();
  const stop = serviceStop({
    api,
    inFlight,
    management,
    readiness,
    sweepers,
    relay,
    container,
    logger,
    startup,
  });
  const starting = {
    records: container.get(Tokens.records),
    clockWatch: container.get(Tokens.clockWatch),
    checkPolicies: policyCheck(container),
    seconds: config.startupTimeoutSeconds,
    logger,
    monotonic: () => performance.now(),
  };
  const ready = checkReadiness(starting, startup.signal).then((outcome): Either<NotReadyReason, void> => {
    if (startup.signal.aborted) return E.left({ kind: 'stopped' });
    if (E.isRight(outcome)) {
      readiness.markSchemaValid();
      for (const sweeper of sweepers) sweeper.start();
      relay.start();
      // Starts to probe the vendors in the background.
      container.get(Tokens.vendorReport)();
      logReady();
    }
    return outcome;
  });
  return { api, management, ready, stop };
};
