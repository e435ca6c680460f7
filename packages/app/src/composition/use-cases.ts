import {
  analyzeDocument,
  appendVerificationEvent,
  authorizeProfile,
  checkHealth,
  createProfile,
  eraseProfile,
  getProfile,
  issueBrowserCredentials,
  issueToken,
  listProfiles,
  newInProcessState,
  openLivenessSession,
  type ProcessingDeps,
  postStatusEvent,
  processVerification,
  readAccessLog,
  readFile,
  readHistory,
  readLivenessResult,
  readSettings,
  renewFlowToken,
  type SweepDue,
  sweepDue,
  TE,
  updateProfile,
  withIdempotencyKey,
} from '@portcullis/domain';
import type { Client, FlowStepReport, PaidProvider } from '@portcullis/domain/ports';
import {
  beginStaffSignIn,
  type ChangeDeps,
  createHandoff,
  endStaffSession,
  finishStaffSignIn,
  followEvents,
  type OnStaffSignInRefused,
  readCheckpoint,
  readEvents,
  readStaffMember,
  redeemHandoff,
  revokeToken,
  type StorageLimits,
  signInStaff,
  takeBackErasure,
  type UnregisteredClients,
  type VendorBudgets,
  verifyStaffSession,
  verifyToken,
  withBudgets,
} from '@portcullis/domain/use-cases';
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
  readonly onStaffSignInRefused: OnStaffSignInRefused;
  readonly unregisteredClients: UnregisteredClients;
  readonly clientUrl: () => string;
  readonly countFlowStep: (report: FlowStepReport) => void;
  readonly reviewSlaHours: number;
  readonly maxOpenClaims: number;
  readonly storage: StorageLimits;
  readonly budgets: VendorBudgets;
  readonly onBudgetRefused: (provider: PaidProvider) => void;
};

/** The use cases that routes call, the one that runs by itself, and what ends those that run behind requests. */
export type UseCases = {
  readonly services: Services;
  readonly sweep: SweepDue;
  readonly stopBackTests: () => Promise<void>;
};

const changeDeps = ({ profiles, policies, clock }: Ports): ChangeDeps => ({ profiles, policies, clock });

const processingDeps = (ports: Ports): ProcessingDeps => ({
  ...changeDeps(ports),
  ...newInProcessState(),
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
    verifyToken: verifyToken(ports),
    issueToken: issueToken(ports),
    revokeToken: revokeToken(ports),
    withIdempotencyKey: withIdempotencyKey({ keys: idempotencyKeys, ids, clock, every }),
    checkHealth: checkHealth({ probe: healthProbe, components }),
    readSettings: readSettings({ ...changeDeps(ports), settings, publicSettings }),
    readCheckpoint: readCheckpoint(ports),
  };
};

/** What a redemption needs besides: which codes were used, and how the partner shows itself. */
const handoffDeps = ({ publicSettings: { partnerOf }, tokenStates }: Ports) => ({
  tokenStates,
  ...(partnerOf && { partnerOf }),
});

/** The use cases of staff. In a sandbox, which has scenarios, a password alone is enough. */
const staffServices = (ports: Ports) => ({
  verifyStaffSession: verifyStaffSession(ports),
  readStaffMember: readStaffMember(ports),
  endStaffSession: endStaffSession(ports),
  beginStaffSignIn: beginStaffSignIn(ports),
  finishStaffSignIn: finishStaffSignIn(ports),
  signInStaff: signInStaff({ ...ports, skipsSecondFactor: ports.publicSettings.scenarios !== null }),
});

/** The use cases of a partner: profiles, their links, their histories and files. */
const partnerServices = (ports: Ports) => {
  const { clientUrl, files, ids, ledgerReader, tokens } = ports;
  const { languages, scenarios } = ports.publicSettings;
  const change = changeDeps(ports);
  const links = { ...change, ids, tokens, clientUrl };
  return {
    createProfile: createProfile({
      ...links,
      scenarios: scenarios?.map(({ name }) => name) ?? null,
      defaultLanguage: languages[0] ?? 'en',
    }),
    renewFlowToken: renewFlowToken(links),
    createHandoff: createHandoff(links),
    redeemHandoff: redeemHandoff({ ...links, ...handoffDeps(ports) }),
    reportFlowStep: (report: FlowStepReport) => TE.right(ports.countFlowStep(report)),
    explainDecision: explainDecision({ ...change, ledgerReader }),
    eraseProfile: eraseProfile({ ...change, ids }),
    takeBackErasure: takeBackErasure({ ...change, ids }),
    getProfile: getProfile(change),
    listProfiles: listProfiles(change),
    readHistory: readHistory({ ...change, ledgerReader }),
    readAccessLog: readAccessLog({ ...change, accessLog: ports.accessLog }),
    followEvents: followEvents({ readEvents: readEvents(ports), feedWatch: ports.feedWatch }),
    readFile: readFile({ ...change, files }),
    postStatusEvent: postStatusEvent({ ...change, ids, ledgerReader }),
    appendVerificationEvent: appendVerificationEvent({ ...change, ids, ledgerReader }),
  };
};

/** Makes every use case of its ports. It is called once: what the use cases share is held in this process. */
export const createUseCases = (given: Ports): UseCases => {
  const ports = { ...given, ...withBudgets({ ...given, onRefused: given.onBudgetRefused }, given) };
  const { credentials, eraser, ids, media, publicSettings, storage } = ports;
  const processing = processingDeps(ports);
  const partner = partnerServices(ports);
  const policies = policyServices(ports);
  // There is one `processVerification`, since it merges concurrent calls for one profile.
  const person = {
    ...processing,
    ids,
    processVerification: processVerification(processing),
    authorizeProfile: authorizeProfile(changeDeps(ports)),
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
      updateProfile: updateProfile({ ...person, media, storage, consentTexts: publicSettings.consentTexts }),
      analyzeDocument: analyzeDocument({ ...person, media, storage }),
      openLivenessSession: openLivenessSession(person),
      readLivenessResult: readLivenessResult(person),
      issueBrowserCredentials: issueBrowserCredentials({ ...person, credentials }),
    },
    sweep: sweepDue({ ...person, eraser, isSweeping: ports.sweepLease.isHeld }),
    stopBackTests: policies.stopBackTests,
  };
};
