/**
 * The answers of the service, as far as the console reads them. Where a permission is missing the service leaves values
 * out or answers `null`: everything personal is therefore optional here.
 */

export type Permission =
  | 'reviews:read'
  | 'reviews:claim'
  | 'reviews:decide'
  | 'reviews:override'
  | 'lists:manage'
  | 'persons:read'
  | 'pictures:read'
  | 'policies:read'
  | 'policies:write'
  | 'evidence:export'
  | 'profiles:erase'
  | 'operations:read'
  | 'webhooks:manage'
  | 'clients:manage'
  | 'sessions:manage'
  | 'audit:read';

export type StaffMember = {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  /** The terms by which profiles may be searched. */
  readonly search_by: readonly string[];
  /** The team to which they are narrowed; `null` is the whole partner. */
  readonly team_id?: string | null;
  readonly session: { readonly expires_at: string; readonly idle_expires_at: string };
};

/** A list of one page, and how many it leaves out because they do not open. */
export type WholeList<Item> = { readonly data: readonly Item[]; readonly damaged?: number };

/** A member who is signed in, with how many sessions, and since when. */
export type SignedInMember = {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly team_id: string | null;
  readonly sessions: number;
  readonly since: string;
  readonly used_at: string;
};

export type SignInMethods = { readonly methods: readonly string[] };

/** The text that a person types to sign in; an account of a sandbox may have no code. */
export type Credentials = {
  readonly username: string;
  readonly password: string;
  readonly code?: string;
  readonly recovery_code?: string;
};

export type Claim = {
  readonly staff_id: string;
  readonly name: string;
  /** When the claim lapses, in ISO 8601 UTC. */
  readonly until: string;
  readonly is_mine: boolean;
};

/** A legal hold, as the service shows it to those who may see it. */
export type Hold = {
  readonly by: { readonly type: string; readonly id: string };
  readonly at: string;
  readonly note: string | null;
};

export type Review = {
  readonly profile_id: string;
  readonly reference: string;
  readonly status: string;
  readonly is_waiting: boolean;
  readonly status_reasons: readonly string[];
  readonly policy: { readonly id: string; readonly version: string };
  readonly attempt: { readonly number: number; readonly max: number };
  readonly waiting_since: string | null;
  readonly due_at: string | null;
  readonly is_overdue: boolean;
  readonly claim: Claim | null;
  readonly approvals: { readonly needed: number; readonly given: number };
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** The legal hold on it; absent for those who may not see whether there is one. */
  readonly hold?: Hold | null;
  /** Since when its policy has announced to erase it; absent for the same. */
  readonly erasure_announced_at?: string | null;
};

export type ReviewList = {
  readonly data: readonly Review[];
  readonly next_cursor: string | null;
  /** How many of the queue were looked at for this page. */
  readonly looked: number;
  /** How many were left out because they cannot be read, where there are any. */
  readonly damaged?: number;
};

/** A search by a name says how many were looked at, and where it goes on; others have everything at once. */
export type FoundReviews = {
  readonly data: readonly Review[];
  readonly next_cursor?: string | null;
  readonly looked?: number;
  readonly damaged?: number;
};

/** A count; where there are very many, the fewest that there are. */
export type WireCount = number | { readonly value: number; readonly at_least?: boolean };

export type ReviewSummary = {
  readonly waiting: WireCount;
  readonly claimed: WireCount;
  readonly mine: WireCount;
  readonly overdue: WireCount;
  readonly oldest_waiting_since: string | null;
};

export type NextReview = { readonly review: Review | null };

export type FieldSource = { readonly source: string; readonly value: string };
export type DocumentField = {
  readonly value?: string | null;
  readonly sources?: readonly FieldSource[];
  readonly agreement?: string;
};

export type StoredFile = {
  readonly id: string;
  readonly kind: string;
  readonly content_type: string;
  readonly attempt: number;
  readonly superseded: boolean;
  readonly created_at: string;
};

/** Where a face is on a picture: fractions of its width and height, from the upper left corner. */
export type FaceBox = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** Where the faces of a comparison are; `null` where nobody knows. */
export type ComparedFaces = {
  readonly document_file_id: string;
  readonly reference_file_id: string;
  readonly document_face: FaceBox | null;
  readonly reference_face: FaceBox | null;
};

export type Profile = {
  readonly id: string;
  readonly reference?: string | null;
  readonly status: string;
  readonly claimed?: { readonly [name: string]: string | null | undefined } | null;
  readonly document?: {
    readonly type?: string | null;
    readonly issuing_country?: string | null;
    readonly fields?: { readonly [name: string]: DocumentField | null | undefined } | null;
  } | null;
  readonly files?: readonly StoredFile[] | null;
  /** For those alone who see pictures and what is the person's. */
  readonly compared_faces?: readonly ComparedFaces[];
  readonly redacted?: boolean;
  /** When its policy erases it; `null` means never by itself. */
  readonly erases_at?: string | null;
  /** Set once its erasure was requested: nothing of the person is left. */
  readonly redaction?: { readonly requested_at: string } | null;
};

type Scalar = string | number | boolean | null;

export type SeenValue = {
  readonly kind: 'value';
  readonly name: string;
  readonly value?: Scalar;
  readonly source: string;
  readonly limit?: string | number | null;
};

export type SeenComparison = {
  readonly kind: 'comparison';
  readonly field: string;
  readonly one: { readonly source: string; readonly value?: string | null };
  readonly other: { readonly source: string; readonly value?: string | null };
  readonly score: number;
  readonly agrees: boolean;
  readonly lowered_by?: { readonly sentence?: string | null };
};

export type ExplainedCheck = {
  readonly name: string;
  readonly status: string;
  readonly requirement: string;
  readonly reasons: readonly string[];
  readonly score?: number;
  readonly threshold?: number;
  readonly saw?: readonly (SeenValue | SeenComparison)[] | null;
};

export type Explanation = {
  readonly redacted?: boolean;
  readonly outcome: string;
  readonly reasons: readonly { readonly code: string; readonly staff: string }[];
  readonly checks: readonly ExplainedCheck[];
  readonly nearest_change: {
    readonly changes: readonly { readonly what: string; readonly sentence?: string | null }[];
    readonly outcome: string;
  } | null;
};

export type LedgerEntry = {
  readonly id: string;
  readonly seq: number;
  readonly kind: string;
  readonly type: string;
  readonly from?: string;
  readonly to?: string;
  readonly reasons: readonly string[];
  readonly actor: { readonly type: string; readonly id: string };
  readonly personal?: { readonly [name: string]: unknown };
  readonly occurred_at: string;
};

export type LedgerPage = {
  readonly data: readonly LedgerEntry[];
  readonly next_after_seq: number | null;
  /** The numbers of entries that cannot be read. */
  readonly damaged_seqs?: readonly number[];
};

/** Entries of one kind, and the numbers of those that cannot be read. */
export type History = { readonly entries: readonly LedgerEntry[]; readonly damaged: readonly number[] };

export const outcomes = ['approve', 'decline', 'request_input', 'reopen'] as const;
export type Outcome = (typeof outcomes)[number];

export const steps = ['consent', 'document_front', 'document_back', 'liveness', 'device'] as const;
export type Step = (typeof steps)[number];

export type DecisionRequest = {
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly note?: string;
  readonly steps?: readonly Step[];
  readonly expected_version: number;
};

export type DecisionAnswer = { readonly profile_status: string; readonly review: Review };

/** An error of the service (RFC 9457). */
export type Problem = {
  readonly status: number;
  readonly code: string;
  readonly detail?: string;
  readonly request_id?: string;
  /** The faults of the request, and where they are (RFC 6901). */
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
};
