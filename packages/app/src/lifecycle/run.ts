import { E } from '@portcullis/domain';
import { namesPostgres } from '../config/codecs/values.ts';
import { type Config, readConfig } from '../config/config.ts';
import { loadEnvFile, silenceNodeWarning } from '../config/env-file.ts';
import { faultLines } from '../config/fault-lines.ts';
import { databaseOutage } from '../telemetry/database-outage.ts';
import { createLogger, type Logger } from '../telemetry/logger.ts';
import type { NotReadyReason } from './check-readiness.ts';
import { type RunningService, startService } from './service.ts';
import type { StopSignals } from './stop-signals.ts';

/** `EX_CONFIG` of sysexits(3): a restart changes nothing. */
const exitBadConfiguration = 78;
/** The time limit of a stop, in addition to its drain and to the time of its requests. */
const stopLimitMs = 3000;

const printErrors = (...lines: readonly string[]): void => {
  for (const line of lines) console.error(line);
};

/** Stops the service at a signal and ends the process, with an error only when the stop does not end in time. */
const stopOnSignals = (signals: StopSignals, service: RunningService, config: Config, logger: Logger): void => {
  const limitMs = 1000 * (config.stopDrainSeconds + config.stopRequestSeconds) + stopLimitMs;
  signals.handle((signal) => {
    logger.info('signal', { signal });
    setTimeout(() => process.exit(1), limitMs).unref();
    void service.stop().then(() => process.exit());
  });
};

/** An uncaught error ends the process. */
const exitOnUncaughtErrors = (logger: Logger): void => {
  const crash = (cause: unknown): void => {
    logger.error('surprise', { cause });
    void logger.flush().then(() => process.exit(70));
    // The state of the process is unknown from here on, so it must end soon.
    setTimeout(() => process.exit(70), 1000);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
};

const explainNotReady = (reason: Exclude<NotReadyReason, { kind: 'stopped' }>, { database }: Config): void => {
  if (reason.kind === 'schema') {
    printErrors('The record database is not as this release needs it:');
    // A common remedy of several faults is said once, behind the last of them.
    for (const [at, { remedy, what }] of reason.faults.entries())
      printErrors(`  ${what}`, ...(reason.faults[at + 1]?.remedy === remedy ? [] : [`    ${remedy}`]));
    return;
  }
  if (reason.kind === 'policies') {
    printErrors(
      'With the providers that are chosen nobody can be approved, because each policy lacks one:',
      ...reason.incomplete.map(({ lacks, path }) => `  ${path}: ${lacks}`),
      '  Choose another provider, or add a policy that does without (npx portcullis policy add).',
    );
    return;
  }
  if (reason.kind === 'files') {
    printErrors(
      `The object store of files cannot be used (${reason.failure.kind}).`,
      '  Is it what FILES_URL names, and do its keys open it? npx portcullis doctor says what is missing.',
    );
    return;
  }
  const { found, remedy } = databaseOutage(reason.failure, namesPostgres(database.url) ? 'postgres' : 'pocketbase');
  printErrors(
    `The record database cannot be used (${reason.failure.kind}).`,
    `  What was found: ${found} ${remedy}`,
    '  STARTUP_TIMEOUT_SECONDS says how long to wait for it.',
  );
};

const listenFailure = (cause: unknown): string | null => {
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  const port: unknown = cause instanceof Error ? Reflect.get(cause, 'port') : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is in use: set PORT or MANAGEMENT_PORT to another one.`;
  return code === 'EACCES' || code === 'EADDRNOTAVAIL' ? `Port ${port} cannot be listened on (${code}).` : null;
};

/** Runs the service until it ends. Rejects with Node's error when a port is not available. */
const runService = async (signals: StopSignals, environment: NodeJS.ProcessEnv): Promise<void> => {
  silenceNodeWarning(environment);
  const fileFault = loadEnvFile(environment);
  if (fileFault !== null) {
    printErrors(fileFault);
    process.exitCode = exitBadConfiguration;
    return;
  }
  const read = readConfig(environment);
  if (E.isLeft(read)) {
    printErrors(...faultLines(read.left, environment));
    process.exitCode = exitBadConfiguration;
    return;
  }
  const { config, warnings } = read.right;
  const logger = createLogger(config.logLevel);
  exitOnUncaughtErrors(logger);
  for (const { name, rule } of warnings) logger.warn('configuration', { variable: name, rule });

  const service = await startService(config, 'vendors', logger);
  stopOnSignals(signals, service, config, logger);
  logger.info('listening', { host: service.api.host, port: service.api.port });
  logger.info('management_listening', { host: service.management.host, port: service.management.port });
  const outcome = await service.ready;
  if (E.isRight(outcome) || outcome.left.kind === 'stopped') return;
  explainNotReady(outcome.left, config);
  process.exitCode = outcome.left.kind === 'policies' ? exitBadConfiguration : 1;
  await service.stop();
};

/** The program: runs the service, and ends the process with an error when it cannot start. */
export const run = (signals: StopSignals, environment: NodeJS.ProcessEnv): Promise<void> =>
  runService(signals, environment).catch((cause: unknown) => {
    const sentence = listenFailure(cause);
    printErrors(sentence ?? 'The service could not start.');
    if (sentence === null) createLogger('error').error('start_failed', { cause });
    process.exit(1);
  });
