import { ClaimedCodec, ConsentCodec, DeviceCodec } from '../request/codecs.ts';
import { RevocationRequestBody, TokenRequestBody } from '../request/oauth/oauth-parameters.ts';
import { AccessLineBody, AccessLineList } from '../responses/access-log-body.ts';
import { AnalysisBody, FlowAnalysisBody } from '../responses/analysis-body.ts';
import { CheckpointBody } from '../responses/checkpoint-body.ts';
import { ExplanationBody } from '../responses/explanation-body.ts';
import { FileBody } from '../responses/file-body.ts';
import { HealthBody } from '../responses/health-body.ts';
import {
  EndpointEventBody,
  EventBody,
  EventList,
  LedgerEntryBody,
  LedgerEntryList,
  ProfileEventBody,
  StatusEntryBody,
} from '../responses/ledger-body.ts';
import { FlowLinkBody } from '../responses/link-body.ts';
import {
  CredentialsBody,
  FlowLivenessResultBody,
  LivenessResultBody,
  LivenessSessionBody,
} from '../responses/liveness-body.ts';
import { ProblemBody } from '../responses/problem.ts';
import {
  AssuranceBody,
  ConsentBody,
  CreatedProfileBody,
  DecisionBody,
  ErasedProfileBody,
  FlowProfileBody,
  ProfileBody,
  ProfileList,
  RetainedProfileBody,
} from '../responses/profile-body.ts';
import { FlowSettingsBody, SettingsBody } from '../responses/settings-body.ts';
import { ApplicantReason, CheckBody, DocumentBody } from '../responses/shared-codecs.ts';
import { StoredImagesBody } from '../routes/document-analysis.ts';
import { FlowStepBody } from '../routes/flow-steps.ts';
import { HandoffBody, RedeemedHandoffBody, RedeemHandoffBody } from '../routes/handoff.ts';
import { PartnerEventBody, StatusEventBody } from '../routes/histories.ts';
import { ProfileSummaryBody, ProfileSummaryList } from '../routes/list-profiles.ts';
import { LivenessSessionRequest } from '../routes/liveness.ts';
import { AuthorizationServerBody } from '../routes/oauth/metadata.ts';
import { TokenErrorBody } from '../routes/oauth/oauth.ts';
import { RevocationBody } from '../routes/oauth/revoke-token.ts';
import { TokenBody } from '../routes/oauth/token.ts';
import { CreateProfileBody, SandboxCreateProfileBody } from '../routes/profiles.ts';
import { emptyObject } from '../routes/route.ts';
import { UpdateProfileBody } from '../routes/update-profile.ts';
import { ReplayRequest } from '../routes/webhooks/deliveries.ts';
import {
  CreatedEndpointBody,
  DeletedEndpointBody,
  PingedEndpointBody,
  RotatedSecretBody,
  WebhookDeadLetterBody,
  WebhookDeadLetterList,
  WebhookEndpointBody,
  WebhookEndpointList,
  WebhookPingBody,
  WebhookReplayBody,
  WebhookTryBody,
  WebhookTryList,
} from '../routes/webhooks/endpoint-body.ts';
import { CreateEndpointRequest, UpdateEndpointRequest } from '../routes/webhooks/endpoints.ts';
import type { NamedSchemas } from './schema.ts';

const requests = [
  ClaimedCodec,
  ConsentCodec,
  DeviceCodec,
  UpdateProfileBody,
  emptyObject,
  LivenessSessionRequest,
  StoredImagesBody,
  FlowStepBody,
  RedeemHandoffBody,
  StatusEventBody,
  PartnerEventBody,
  TokenRequestBody,
  RevocationRequestBody,
  CreateEndpointRequest,
  UpdateEndpointRequest,
  ReplayRequest,
];

const responses = [
  ProblemBody,
  HealthBody,
  SettingsBody,
  FlowSettingsBody,
  TokenBody,
  TokenErrorBody,
  RevocationBody,
  AuthorizationServerBody,
  ProfileBody,
  FlowProfileBody,
  ProfileList,
  ProfileSummaryBody,
  ProfileSummaryList,
  CreatedProfileBody,
  ErasedProfileBody,
  RetainedProfileBody,
  FlowLinkBody,
  HandoffBody,
  RedeemedHandoffBody,
  ExplanationBody,
  AssuranceBody,
  ConsentBody,
  DecisionBody,
  FileBody,
  CheckBody,
  DocumentBody,
  ApplicantReason,
  LivenessSessionBody,
  LivenessResultBody,
  FlowLivenessResultBody,
  CredentialsBody,
  AnalysisBody,
  FlowAnalysisBody,
  LedgerEntryBody,
  StatusEntryBody,
  LedgerEntryList,
  ProfileEventBody,
  EndpointEventBody,
  EventBody,
  EventList,
  CheckpointBody,
  AccessLineBody,
  AccessLineList,
  WebhookEndpointBody,
  WebhookEndpointList,
  WebhookPingBody,
  CreatedEndpointBody,
  PingedEndpointBody,
  RotatedSecretBody,
  DeletedEndpointBody,
  WebhookReplayBody,
  WebhookTryBody,
  WebhookTryList,
  WebhookDeadLetterBody,
  WebhookDeadLetterList,
];

/** Every codec that the description names once. Those that no operation refers to are left out of it. */
export const namedCodecs = ({ sandbox }: { readonly sandbox: boolean }) => [
  sandbox ? SandboxCreateProfileBody : CreateProfileBody,
  ...requests,
  ...responses,
];

export const namedSchemas: NamedSchemas = new Map(
  [...namedCodecs({ sandbox: true }), CreateProfileBody].map((codec) => [codec, codec.name]),
);
