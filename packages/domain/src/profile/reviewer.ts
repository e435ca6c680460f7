import { matching } from '../kernel/codec.ts';

/**
 * The person who judged a profile, as the partner names them. `id` is opaque: the ledger, which is never erased, keeps
 * it. `name` is erased with the profile.
 */
export type Reviewer = { readonly id: string; readonly name: string | null };

/**
 * The id of a reviewer. It stays in the ledger for ever, so that it must not be a name or an address: it holds a digit,
 * and neither blanks, dots nor an at sign, and is no telephone number: seven or more digits need a letter beside them.
 * A name with a number (`Erika-Mustermann-1964`) has the form of an opaque id (`team-north-1964`), and no rule of form
 * tells them apart; that the partner sends none is part of the API's description.
 */
export const ReviewerIdCodec = matching(
  'an opaque id of at most 64 letters, digits, _ and -, with at least one digit, and a letter if it has more than six digits',
  /^(?![0-9_-]*([0-9][_-]*){7}$)[A-Za-z_-]*[0-9][A-Za-z0-9_-]*$/,
  64,
);

/** The form of the ids of staff, whom the service knows itself. A partner's reviewer must not pass for one of them. */
const staffIdForm = /^[-_]*staff[-_]+[a-z0-9]{12}[-_]*$/;

/** Letters of other scripts that are read as those of the word. */
const readAs: Readonly<Record<string, string>> = {
  ѕ: 's',
  т: 't',
  τ: 't',
  а: 'a',
  α: 'a',
  ƒ: 'f',
};

/** A text as people read it: letters and dashes that look like others are those, and what nobody sees is left out. */
const asRead = (text: string): string => {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-');
  return Array.from(letters, (letter) => readAs[letter] ?? letter).join('');
};

/** Whether an id is that of a member of staff, or one that people take for it. */
export const isStaffId = (id: string): boolean => staffIdForm.test(asRead(id).trim());

/** Whether the name of a partner's reviewer says that they are a member of staff of this service. */
export const namesStaff = (name: string): boolean =>
  /staff[\s_-]*(?=[a-z]*\d)[a-z0-9]{12}(?![a-z0-9])/u.test(asRead(name));

/** A reviewer's approval. It holds for the evidence and the attempt for which it was given, and for no other. */
export type ReviewApproval = {
  readonly reviewer: string;
  /** The other people who have approved by it: a client is one reviewer, whomever it names. */
  readonly behind?: readonly string[];
  /** How many pieces of evidence the profile had. */
  readonly evidenceCount: number;
  readonly attempt: number;
  readonly at: string;
};

type ApprovedState = {
  readonly approvals?: readonly ReviewApproval[];
  readonly attempt: { readonly number: number };
  readonly evidence: readonly unknown[];
};

/** The approvals that hold for the present evidence and attempt. */
export const currentApprovals = ({ approvals = [], attempt, evidence }: ApprovedState): readonly ReviewApproval[] =>
  approvals.filter((one) => one.attempt === attempt.number && one.evidenceCount === evidence.length);

type Approver = Pick<ReviewApproval, 'reviewer' | 'behind'>;

/** Whether two approvals are of one reviewer: the same letters in another case name the same one. */
export const isSameReviewer = (one: Approver, other: Approver): boolean => {
  const all = ({ behind = [], reviewer }: Approver) => [reviewer, ...behind].map((id) => id.toLowerCase());
  const others = all(other);
  return all(one).some((id) => others.includes(id));
};
