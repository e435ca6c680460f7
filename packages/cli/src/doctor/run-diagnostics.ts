import { createContainer, silentLogger, Tokens } from '@portcullis/app';
import type { Environment } from '@portcullis/app/configuration';
import { type Diagnosis, E } from '@portcullis/domain';
import type { Finding } from '@portcullis/domain/ports';
import { clockFinding, databaseClockFinding } from './clock-finding.ts';
import { databaseFindings } from './database-findings.ts';
import { environmentFindings } from './environment-findings.ts';

const runDiagnosis = async (diagnosis: Diagnosis): Promise<readonly Finding[]> => {
  const findings = await diagnosis()();
  return E.isRight(findings) ? findings.right : [];
};

/** Checks everything that the service needs, with the service's own adapters and vendor clients. */
export const runDiagnostics = async (env: Environment): Promise<readonly Finding[]> => {
  const environment = environmentFindings(env);
  if (E.isLeft(environment)) return environment.left;
  const { config, findings } = environment.right;
  const container = await createContainer(config, 'live', silentLogger);
  const { diagnoses, time } = container.get(Tokens.vendors);
  const local = config.documentReader === 'ai' ? [] : [container.get(Tokens.localReader).diagnosis];
  try {
    const machineClock = container.get(Tokens.machineClock);
    const [database, databaseClock, clock, ...vendors] = await Promise.all([
      databaseFindings(container.get(Tokens.records)),
      databaseClockFinding(container.get(Tokens.records).time, machineClock),
      clockFinding(time.vendorClient, time.address, machineClock),
      ...[...diagnoses, ...local].map(runDiagnosis),
    ]);
    return [...findings, ...database, ...databaseClock, clock, ...vendors.flat()];
  } finally {
    await container.get(Tokens.close)();
  }
};
