import type { components } from './openapi.ts';

/** The bodies of the service, as the description of what staff may call has them. */
type Schemas = components['schemas'];

export type StaffMember = Schemas['StaffMember'];
export type Permission = StaffMember['permissions'][number];
export type SignedInMember = Schemas['SignedInMember'];
export type SignedInMembers = Schemas['SignedInMembers'];
export type SignInMethods = Schemas['SignInMethods'];
export type Credentials = Schemas['StaffSignInRequest'];

export type Hold = Schemas['LegalHold'];
export type Review = Schemas['Review'];
export type FoundReviews = Schemas['FoundReviews'];
/** A page of the queue, or of a search. */
export type ReviewList = Omit<Schemas['ReviewList'], 'object'>;
export type QueueQuery = Schemas['listReviewsQuery'];
/** The filters of the queue, without what turns its pages. */
export type QueueFilters = Omit<QueueQuery, 'limit' | 'cursor'>;
type SearchTerms = Required<Omit<Schemas['StaffSearch'], 'cursor'>>;
/** The term of a search: one of these. It is sent in a body, since a document number or a name is personal. */
export type SearchTerm = { readonly [Kind in keyof SearchTerms]: Pick<SearchTerms, Kind> }[keyof SearchTerms];
export type PackQuery = Schemas['exportEvidencePackQuery'];
export type WireCount = Schemas['ReviewCount'];
export type ReviewSummary = Schemas['ReviewSummary'];
export type NextReview = Schemas['NextReview'];
export type DecisionRequest = Schemas['ReviewDecision'];
export type Outcome = DecisionRequest['outcome'];
export type DecisionAnswer = Schemas['DecidedReview'];
export type Duplicates = Schemas['Duplicates'];

export type Step = Schemas['Step'];
export type Reason = Schemas['Reason'];
export type StoredFile = Schemas['StaffFile'];
export type FaceBox = Schemas['FaceBox'];
export type Profile = Schemas['StaffProfile'];
export type Explanation = Schemas['StaffExplanation'];
export type ExplainedCheck = Schemas['ExplainedCheck'];
export type SeenValue = Schemas['SeenValue'];
export type SeenComparison = Schemas['SeenComparison'];
export type LedgerEntry = Schemas['LedgerEntry'];
export type LedgerPage = Schemas['LedgerEntryList'];
export type LedgerQuery = Schemas['readStatusHistoryQuery'] & Schemas['readVerificationHistoryQuery'];
/** Entries of one kind, and the numbers of those that cannot be read. */
export type History = { readonly entries: readonly LedgerEntry[]; readonly damaged: readonly number[] };

export type ListEntry = Schemas['ListEntry'];
export type ListPage = Schemas['ListPage'];
export type ListQuery = Schemas['readListsQuery'];
export type ListFilters = Omit<ListQuery, 'limit' | 'cursor'>;
export type ListName = ListEntry['list'];
export type FingerprintKind = ListEntry['kind'];
/** All that a case has shown of a kind. A document without a case is listed elsewhere. */
export type ListAddition = Omit<Schemas['AddToList'], 'document_number' | 'issuing_country'>;

export type MachineClient = Schemas['Client'];
export type ClientList = Schemas['ClientList'];
export type ClientSecret = Schemas['ClientSecret'];
export type NewClient = Schemas['CreateClient'];

export type PolicySummary = Schemas['PolicySummary'];
export type PolicyList = Schemas['PolicyList'];
export type PolicyDocument = Schemas['Policy'];
/** A policy document, whose fields the service describes: `npx portcullis policy schema`. */
export type PolicyJson = PolicyDocument['policy'];
export type PolicyDraftSummary = Schemas['PolicyDraftSummary'];
export type DamagedDraft = Schemas['DamagedDraft'];
export type PolicyDraftList = Schemas['PolicyDraftList'];
export type ListedDraft = Schemas['ListedDraft'];
export type PolicyFinding = Schemas['PolicyFinding'];
export type PolicyDraft = Schemas['PolicyDraft'];
export type BackTest = Schemas['BackTest'];
export type SystemOutcome = Schemas['Outcome'];

export type Operations = Schemas['Operations'];
export type ServiceHealth = Schemas['Health'];
export type FunnelColumn = Schemas['FunnelColumn'];
export type EndpointHealth = Schemas['EndpointHealth'];

export type WebhookEndpoint = Schemas['WebhookEndpoint'];
export type EventType = Schemas['EventType'];
export type EndpointSettings = Pick<WebhookEndpoint, 'url' | 'description' | 'types'>;
export type EndpointList = Schemas['WebhookEndpointList'];
export type CreatedEndpoint = Schemas['CreatedWebhookEndpoint'];
export type PingedEndpoint = Schemas['PingedWebhookEndpoint'];
export type EndpointSecret = Schemas['RotatedWebhookSecret'];
export type EndpointChange = Schemas['UpdateWebhookEndpoint'];
export type WebhookPing = Schemas['WebhookPing'];
export type WebhookDelivery = Schemas['WebhookTry'];
export type DeliveryPage = Schemas['WebhookTryList'];
export type DeliveryQuery = Schemas['readWebhookTriesQuery'];
export type DeadLetter = Schemas['WebhookDeadLetter'];
export type DeadLetterPage = Schemas['WebhookDeadLetterList'];
export type DeadLetterQuery = Schemas['readWebhookDeadLettersQuery'];
/** The events to send once more: one event, or everything that was given up. */
export type WebhookReplay = Schemas['WebhookReplayRequest'];
export type ReplayedDeliveries = Schemas['WebhookReplay'];

export type AccessLine = Schemas['AccessLine'];
export type AccessPage = Schemas['AccessLineList'];
export type AccessQuery = Schemas['readAccessLogQuery'];

/** An error of the service (RFC 9457), as far as the console reads it. */
export type Problem = Pick<Schemas['Problem'], 'status' | 'detail' | 'errors'> & {
  readonly code: string;
  readonly request_id?: string;
};
