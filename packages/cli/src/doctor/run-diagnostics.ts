import { createContainer, silentLogger, Tokens } from '@portcullis/app';
import type { Environment } from '@portcullis/app/configuration';
import { type Diagnosis, E } from '@portcullis/domain';
import type { DiagnosisFinding } from '@portcullis/domain/ports';
import { pingEnabled } from '@portcullis/events';
import { clockFinding, databaseClockFinding } from './clock-finding.ts';
import { databaseFindings } from './database-findings.ts';
import { environmentFindings } from './environment-findings.ts';
import { forwardingFindings } from './forwarding-findings.ts';
import { oneVerdictEach } from './report.ts';
import { webhookFindings } from './webhook-findings.ts';

type Container = Awaited<ReturnType<typeof createContainer>>;

const runDiagnosis = async (diagnosis: Diagnosis): Promise<readonly DiagnosisFinding[]> => {
  const findings = await diagnosis()();
  return E.isRight(findings) ? findings.right : [];
};

/** Pings the endpoints for webhooks of all partners, as the service does. */
const pingWebhooks = async (container: Container): Promise<readonly DiagnosisFinding[]> => {
  const sender = container.get(Tokens.webhookSender);
  const endpoints = container.get(Tokens.webhookEndpoints);
  const ping = pingEnabled({
    endpoints,
    sender,
    clock: container.get(Tokens.machineClock),
    ids: container.get(Tokens.ids),
  });
  try {
    return await webhookFindings(ping, container.get(Tokens.records).engine);
  } finally {
    await sender.close();
  }
};

/**
 * Checks everything that the service needs, with the service's own adapters and vendor clients; with `webhooks` the
 * receivers of events as well, and with `all` every profile.
 */
export const runDiagnostics = async (
  env: Environment,
  { all, webhooks }: { readonly all: boolean; readonly webhooks: boolean },
): Promise<readonly DiagnosisFinding[]> => {
  const environment = environmentFindings(env);
  if (E.isLeft(environment)) return environment.left;
  const { config, findings } = environment.right;
  const container = await createContainer(config, 'vendors', silentLogger);
  const { diagnoses, time } = container.get(Tokens.vendors);
  const objects = container.get(Tokens.fileObjects);
  const staffProvider = container.get(Tokens.staffProvider);
  const local = config.documentReader === 'ai' ? [] : [container.get(Tokens.localReader).diagnosis];
  try {
    const machineClock = container.get(Tokens.machineClock);
    const [database, databaseClock, clock, ...vendors] = await Promise.all([
      databaseFindings(container.get(Tokens.records), all),
      databaseClockFinding(container.get(Tokens.records).time, machineClock),
      time === null ? [] : clockFinding(time.vendorClient, time.address, machineClock).then((found) => [found]),
      ...[...diagnoses, ...local, ...[objects, staffProvider].flatMap((one) => one?.diagnosis ?? [])].map(runDiagnosis),
    ]);
    const forwarding = await forwardingFindings(config.management);
    const receivers = webhooks ? await pingWebhooks(container) : [];
    return oneVerdictEach([
      ...findings,
      ...forwarding,
      ...database,
      ...databaseClock,
      ...clock,
      ...vendors.flat(),
      ...receivers,
    ]);
  } finally {
    await Promise.all([container.get(Tokens.close)(), objects?.close(), staffProvider?.close()]);
  }
};
