import * as domain from '@portcullis/domain';
import type { Client, FlowStepReport, PaidProvider } from '@portcullis/domain/ports';
import * as useCases from '@portcullis/domain/use-cases';
import { explainDecision } from '@portcullis/explain';
import type { Services } from '@portcullis/http';
import { every } from '../adapters/every.ts';
import { version } from '../config/version.ts';
import { exportEvidence } from '../evidence/export-evidence.ts';
import { administrationServices } from './administration-services.ts';
import { policyServices } from './policy-services.ts';
import type { BoundPorts } from './port-tokens.ts';
import { reviewServices } from './review-services.ts';
import { webhookServices } from './webhook-services.ts';

/** The ports of the use cases, and what the configuration says about the service. */
export type Ports = BoundPorts & {
  readonly onBackTestFailed: (cause: unknown) => void;
  readonly configuredClients: readonly Client[];
  readonly onStaffSignInRefused: useCases.OnStaffSignInRefused;
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

const changeDeps = ({ profiles, policies, clock }: Ports): useCases.ChangeDeps => ({ profiles, policies, clock });

const processingDeps = (ports: Ports): domain.ProcessingDeps => ({
  ...changeDeps(ports),
  ...domain.newInProcessState(),
  files: ports.files,
  barcodes: ports.barcodes,
  reader: ports.documentReader,
  faces: ports.faces,
  devices: ports.devices,
  deviceEventClaims: ports.deviceEventClaims,
  duplicateIndex: ports.duplicateIndex,
  liveness: ports.liveness,
});

/** Authentication, and the information that clients need before they start. */
const clientServices = (ports: Ports) => {
  const { clock, components, healthProbe, ids, idempotencyKeys, publicSettings, settings } = ports;
  return {
    verifyToken: useCases.verifyToken(ports),
    issueToken: domain.issueToken(ports),
    revokeToken: useCases.revokeToken(ports),
    withIdempotencyKey: domain.withIdempotencyKey({ keys: idempotencyKeys, ids, clock, every }),
    checkHealth: domain.checkHealth({ probe: healthProbe, components }),
    readSettings: domain.readSettings({ ...changeDeps(ports), settings, publicSettings }),
    readCheckpoint: useCases.readCheckpoint(ports),
  };
};

/** The other ports of a redemption: the used codes, and the page of the partner. */
const handoffDeps = ({ publicSettings: { partnerOf }, tokenStates }: Ports) => ({
  tokenStates,
  ...(partnerOf && { partnerOf }),
});

/** The use cases of staff. In a sandbox, which has scenarios, a password alone is enough. */
const staffServices = (ports: Ports) => ({
  verifyStaffSession: useCases.verifyStaffSession(ports),
  readStaffMember: useCases.readStaffMember(ports),
  endStaffSession: useCases.endStaffSession(ports),
  listSignedIn: useCases.listSignedIn(ports),
  endSessionsOf: useCases.endSessionsOf(ports),
  beginStaffSignIn: useCases.beginStaffSignIn(ports),
  finishStaffSignIn: useCases.finishStaffSignIn(ports),
  endProviderSessions: useCases.endProviderSessions(ports),
  signInStaff: useCases.signInStaff({ ...ports, skipsSecondFactor: ports.publicSettings.scenarios !== null }),
});

/** The use cases of a partner: profiles, their links, their histories and files. */
const partnerServices = (ports: Ports) => {
  const { clientUrl, files, ids, ledgerReader, tokens } = ports;
  const { languages, scenarios } = ports.publicSettings;
  const change = changeDeps(ports);
  const links = { ...change, ids, tokens, clientUrl };
  return {
    createProfile: domain.createProfile({
      ...links,
      scenarios: scenarios?.map(({ name }) => name) ?? null,
      defaultLanguage: languages[0] ?? 'en',
    }),
    renewFlowToken: domain.renewFlowToken(links),
    createHandoff: useCases.createHandoff(links),
    redeemHandoff: useCases.redeemHandoff({ ...links, ...handoffDeps(ports) }),
    reportFlowStep: (report: FlowStepReport) => domain.TE.right(ports.countFlowStep(report)),
    explainDecision: explainDecision({ ...change, ledgerReader }),
    eraseProfile: domain.eraseProfile({ ...change, ids }),
    takeBackErasure: useCases.takeBackErasure({ ...change, ids }),
    getProfile: domain.getProfile(change),
    listProfiles: domain.listProfiles(change),
    readHistory: domain.readHistory({ ...change, ledgerReader }),
    readAccessLog: domain.readAccessLog({ ...change, accessLog: ports.accessLog }),
    followEvents: useCases.followEvents({ readEvents: useCases.readEvents(ports), feedWatch: ports.feedWatch }),
    readFile: domain.readFile({ ...change, files }),
    postStatusEvent: domain.postStatusEvent({ ...change, ids, ledgerReader }),
    appendVerificationEvent: domain.appendVerificationEvent({ ...change, ids, ledgerReader }),
  };
};

/** Makes every use case of its ports. It is called once: the shared state of the use cases is held in this process. */
export const createUseCases = (given: Ports): UseCases => {
  const ports = { ...given, ...useCases.withBudgets({ ...given, onRefused: given.onBudgetRefused }, given) };
  const { credentials, eraser, ids, media, publicSettings, storage } = ports;
  const processing = processingDeps(ports);
  const partner = partnerServices(ports);
  const policies = policyServices(ports);
  // There is one `processVerification`, since it merges concurrent calls for one profile.
  const person = {
    ...processing,
    ids,
    processVerification: domain.processVerification(processing),
    authorizeProfile: domain.authorizeProfile(changeDeps(ports)),
  };
  return {
    services: {
      ...clientServices(ports),
      ...staffServices(ports),
      ...partner,
      ...reviewServices({ ...ports, postStatusEvent: partner.postStatusEvent }),
      exportEvidence: exportEvidence({ ...ports, release: `portcullis ${version}` }),
      ...webhookServices(ports),
      ...administrationServices(ports),
      ...policies.services,
      authorizeProfile: person.authorizeProfile,
      updateProfile: domain.updateProfile({ ...person, media, storage, consentTexts: publicSettings.consentTexts }),
      analyzeDocument: domain.analyzeDocument({ ...person, media, storage }),
      openLivenessSession: domain.openLivenessSession(person),
      readLivenessResult: domain.readLivenessResult(person),
      issueBrowserCredentials: domain.issueBrowserCredentials({ ...person, credentials }),
    },
    sweep: domain.sweepDue({ ...person, eraser, isSweeping: ports.sweepLease.isHeld }),
    stopBackTests: policies.stopBackTests,
  };
};
