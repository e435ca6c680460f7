import { checkpointExample } from './checkpoint-examples.ts';
import { explanationExample } from './decision-example.ts';
import {
  analysisExample,
  credentialsExample,
  flowAnalysisExample,
  flowLivenessResultExample,
  livenessResultExample,
  livenessSessionExample,
} from './evidence-examples.ts';
import { accessLineExample, entryExample, feedEventExample, statusEntryExample } from './history-examples.ts';
import {
  createdExample,
  erasedExample,
  flowLinkExample,
  flowProfileExample,
  handoffExample,
  profileExample,
  redeemedHandoffExample,
  retainedExample,
  summaryExample,
} from './profile-examples.ts';
import {
  flowSettingsExample,
  healthExample,
  metadataExample,
  settingsExample,
  tokenExample,
} from './service-examples.ts';
import {
  createdEndpointExample,
  deadLetterExample,
  endpointExample,
  pingedEndpointExample,
  rotatedSecretExample,
  tryExample,
} from './webhook-examples.ts';

/**
 * The example of each body in the API description, by the name of its schema. A response whose example is another one has
 * it beside its body. A test decodes all of them with their codecs.
 */
export const bodyExamples: { readonly [schema: string]: unknown } = {
  AccessLineList: { object: 'list', data: [accessLineExample], next_after: null, damaged: 0 },
  RetainedProfile: retainedExample,
  Checkpoint: checkpointExample,
  DecisionExplanation: explanationExample,
  DocumentAnalysis: analysisExample,
  FlowDocumentAnalysis: flowAnalysisExample,
  EventList: {
    object: 'list',
    data: [feedEventExample],
    next_after: 'b7.3c8f1d0e5a9b2476',
    has_more: false,
    damaged: 0,
  },
  Handoff: handoffExample,
  RedeemedHandoff: redeemedHandoffExample,
  Health: healthExample,
  StatusEntry: statusEntryExample,
  LedgerEntry: entryExample,
  ProfileList: { object: 'list', data: [profileExample], next_cursor: null },
  ProfileSummaryList: { object: 'list', data: [summaryExample], next_cursor: null },
  LivenessSession: livenessSessionExample,
  LivenessResult: livenessResultExample,
  FlowLivenessResult: flowLivenessResultExample,
  BrowserCredentials: credentialsExample,
  AuthorizationServer: metadataExample,
  Revocation: {},
  Token: tokenExample,
  CreatedProfile: createdExample,
  Profile: profileExample,
  FlowProfile: flowProfileExample,
  ErasedProfile: erasedExample,
  FlowLink: flowLinkExample,
  Settings: settingsExample,
  FlowSettings: flowSettingsExample,
  WebhookReplay: { object: 'webhook_replay', events: 12 },
  WebhookTryList: { object: 'list', data: [tryExample], next_cursor: null },
  WebhookDeadLetterList: { object: 'list', data: [deadLetterExample], next_cursor: null },
  PingedWebhookEndpoint: pingedEndpointExample,
  RotatedWebhookSecret: rotatedSecretExample,
  CreatedWebhookEndpoint: createdEndpointExample,
  WebhookEndpointList: { object: 'list', data: [endpointExample], next_cursor: null },
  WebhookEndpoint: endpointExample,
  DeletedWebhookEndpoint: { id: endpointExample.id, object: 'webhook_endpoint', deleted: true },
};
