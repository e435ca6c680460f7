import type {
  AnalyzeDocument,
  AppendVerificationEvent,
  AuthorizeProfile,
  CheckHealth,
  CreateProfile,
  DomainError,
  EraseProfile,
  GetProfile,
  IssueBrowserCredentials,
  IssueToken,
  ListProfiles,
  OpenLivenessSession,
  PostStatusEvent,
  ProfileId,
  ReadAccessLog,
  ReadFile,
  ReadHistory,
  ReadLivenessResult,
  ReadSettings,
  RenewFlowToken,
  TaskEither,
  UpdateProfile,
  WithIdempotencyKey,
} from '@portcullis/domain';
import type { StaffPrincipal } from '@portcullis/domain/kernel';
import type { ReportFlowStep } from '@portcullis/domain/ports';
import type {
  AddToList,
  BeginStaffSignIn,
  ClaimNext,
  ClaimReview,
  CreateClient,
  CreateDraft,
  CreateEndpoint,
  CreateHandoff,
  DecideReview,
  DeleteEndpoint,
  DiscardDraft,
  EndStaffSession,
  FindDuplicates,
  FinishStaffSignIn,
  FollowEvents,
  GetDraft,
  GetEndpoint,
  GetReview,
  HoldReview,
  ListClients,
  ListDrafts,
  ListEndpoints,
  ListPolicies,
  ListReviews,
  PingEndpoint,
  PublishDraft,
  ReadCheckpoint,
  ReadDeadLetters,
  ReadLists,
  ReadOperations,
  ReadPolicy,
  ReadStaffMember,
  ReadTries,
  RedeemHandoff,
  ReleaseReview,
  RemoveFromList,
  ReplaceDraft,
  ReplayDeliveries,
  ReviewSummary,
  RevokeToken,
  RotateClientSecret,
  RotateSecret,
  SearchByName,
  SearchReviews,
  SetClientDisabled,
  SignInStaff,
  TakeBackErasure,
  UpdateEndpoint,
  VerifyStaffSession,
  VerifyToken,
} from '@portcullis/domain/use-cases';
import type { ExplainDecision, ReadBackTest, StartBackTest } from '@portcullis/explain';
import type { LedgerUnsound } from '../request/http-error.ts';

/** An evidence pack that was asked for. */
export type EvidencePack = {
  /** How many bytes are held at once while it is made. */
  readonly bytesAtOnce: number;
  /** Makes the archive while it is read. It throws where the archive cannot be completed. */
  readonly archive: () => AsyncIterable<Uint8Array>;
};

/**
 * Makes the evidence pack of a profile: its ledger, its decision and its policy, and where that is asked for what is
 * personal and the pictures.
 */
export type ExportEvidence = (input: {
  readonly caller: StaffPrincipal;
  readonly id: ProfileId;
  readonly personal: boolean;
  readonly files: boolean;
}) => TaskEither<DomainError | LedgerUnsound, EvidencePack>;

/**
 * Everything that the HTTP layer needs from the domain: one function for each use case, and the check of a bearer
 * token.
 */
export type Services = {
  readonly verifyToken: VerifyToken;
  readonly verifyStaffSession: VerifyStaffSession;
  readonly readStaffMember: ReadStaffMember;
  readonly endStaffSession: EndStaffSession;
  readonly signInStaff: SignInStaff;
  readonly beginStaffSignIn: BeginStaffSignIn;
  readonly finishStaffSignIn: FinishStaffSignIn;
  readonly listReviews: ListReviews;
  readonly reviewSummary: ReviewSummary;
  readonly getReview: GetReview;
  readonly claimReview: ClaimReview;
  readonly claimNext: ClaimNext;
  readonly releaseReview: ReleaseReview;
  readonly decideReview: DecideReview;
  readonly holdReview: HoldReview;
  readonly exportEvidence: ExportEvidence;
  readonly searchReviews: SearchReviews;
  readonly searchByName: SearchByName;
  readonly findDuplicates: FindDuplicates;
  readonly readLists: ReadLists;
  readonly addToList: AddToList;
  readonly removeFromList: RemoveFromList;
  readonly listPolicies: ListPolicies;
  readonly readPolicy: ReadPolicy;
  readonly listDrafts: ListDrafts;
  readonly getDraft: GetDraft;
  readonly createDraft: CreateDraft;
  readonly replaceDraft: ReplaceDraft;
  readonly discardDraft: DiscardDraft;
  readonly publishDraft: PublishDraft;
  readonly startBackTest: StartBackTest;
  readonly readBackTest: ReadBackTest;
  readonly readOperations: ReadOperations;
  readonly listClients: ListClients;
  readonly createClient: CreateClient;
  readonly rotateClientSecret: RotateClientSecret;
  readonly setClientDisabled: SetClientDisabled;
  readonly issueToken: IssueToken;
  readonly revokeToken: RevokeToken;
  readonly authorizeProfile: AuthorizeProfile;
  readonly withIdempotencyKey: WithIdempotencyKey;
  readonly createProfile: CreateProfile;
  readonly getProfile: GetProfile;
  readonly listProfiles: ListProfiles;
  readonly eraseProfile: EraseProfile;
  readonly takeBackErasure: TakeBackErasure;
  readonly updateProfile: UpdateProfile;
  readonly openLivenessSession: OpenLivenessSession;
  readonly readLivenessResult: ReadLivenessResult;
  readonly analyzeDocument: AnalyzeDocument;
  readonly issueBrowserCredentials: IssueBrowserCredentials;
  readonly readSettings: ReadSettings;
  readonly postStatusEvent: PostStatusEvent;
  readonly appendVerificationEvent: AppendVerificationEvent;
  readonly explainDecision: ExplainDecision;
  readonly readHistory: ReadHistory;
  readonly readAccessLog: ReadAccessLog;
  readonly followEvents: FollowEvents;
  readonly createEndpoint: CreateEndpoint;
  readonly listEndpoints: ListEndpoints;
  readonly getEndpoint: GetEndpoint;
  readonly updateEndpoint: UpdateEndpoint;
  readonly deleteEndpoint: DeleteEndpoint;
  readonly pingEndpoint: PingEndpoint;
  readonly rotateSecret: RotateSecret;
  readonly replayDeliveries: ReplayDeliveries;
  readonly readTries: ReadTries;
  readonly readDeadLetters: ReadDeadLetters;
  readonly renewFlowToken: RenewFlowToken;
  readonly createHandoff: CreateHandoff;
  readonly redeemHandoff: RedeemHandoff;
  readonly reportFlowStep: ReportFlowStep;
  readonly readFile: ReadFile;
  readonly checkHealth: CheckHealth;
  readonly readCheckpoint: ReadCheckpoint;
};
