import { setTimeout as sleep } from 'node:timers/promises';
import * as backoffice from '@portcullis/backoffice';
import * as domain from '@portcullis/domain';
import type { Client, FlowStepReport, PaidProvider } from '@portcullis/domain/ports';
import * as useCases from '@portcullis/domain/use-cases';
import * as events from '@portcullis/events';
import { explainDecision } from '@portcullis/explain';
import type { Services } from '@portcullis/http';
import { every } from '../adapters/every.ts';
import { version } from '../config/version.ts';
import { exportEvidence } from '../evidence/export-evidence.ts';
import { pause } from './pause.ts';
import type { BoundPorts } from './port-tokens.ts';

/** The ports of the use cases, and what the configuration says about the service. */
export type Ports = BoundPorts & {
  readonly onBackTestFailed: (cause: unknown) => void;
  readonly configuredClients: readonly Client[];
  readonly onStaffSignInRefused: backoffice.OnStaffSignInRefused;
  readonly unregisteredClients: useCases.UnregisteredClients;
  readonly clientUrl: () => string;
  readonly countFlowStep: (report: FlowStepReport) => void;
  readonly reviewSlaHours: number;
  readonly maxOpenClaims: number;
  readonly storage: useCases.StorageLimits;
  readonly budgets: useCases.VendorBudgets;
  readonly onBudgetRefused: (provider: PaidProvider) => void;
};

/** The use cases that routes call, the one that runs by itself, and what ends those that run behind requests. */
export type UseCases = {
  readonly services: Services;
  readonly sweep: domain.SweepDue;
  readonly stopBackTests: () => Promise<void>;
};

/** The use cases of the verification of people. */
const verificationOf = (ports: Ports): domain.Verification =>
  domain.createVerification(
    { ...ports, reader: ports.documentReader, every },
    {
      clientUrl: ports.clientUrl,
      settings: { ...ports.publicSettings, faceModel: ports.faces.model },
      storage: ports.storage,
      unregisteredClients: ports.unregisteredClients,
      isSweeping: ports.sweepLease.isHeld,
    },
  );

/** Makes every use case of its ports. It is called once: the shared state of the use cases is held in this process. */
export const createUseCases = (given: Ports): UseCases => {
  const ports = { ...given, ...useCases.withBudgets({ ...given, onRefused: given.onBudgetRefused }, given) };
  const { processVerification: _, sweep, ...verification } = verificationOf(ports);
  const { stopBackTests, ...office } = backoffice.createBackoffice(
    { ...ports, pause, postStatusEvent: verification.postStatusEvent },
    // In a sandbox, which has scenarios, a password alone is enough.
    {
      maxOpenClaims: ports.maxOpenClaims,
      reviewSlaHours: ports.reviewSlaHours,
      skipsSecondFactor: ports.publicSettings.scenarios !== null,
    },
  );
  return {
    services: {
      ...verification,
      ...office,
      ...events.createEvents({ ...ports, wait: (ms) => sleep(ms) }),
      listPolicies: useCases.listPolicies(ports),
      readPolicy: useCases.readPolicy(ports),
      reportFlowStep: (report: FlowStepReport) => domain.TE.right(ports.countFlowStep(report)),
      explainDecision: explainDecision(ports),
      exportEvidence: exportEvidence({ ...ports, release: `portcullis ${version}` }),
    },
    sweep,
    stopBackTests,
  };
};
