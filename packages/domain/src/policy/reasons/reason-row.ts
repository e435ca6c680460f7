/** The action that a reason asks for. */
export type ReasonAction = 'retry' | 'review' | 'decline' | 'wait' | 'info' | 'explain';

export type ReasonRow = {
  readonly action: ReasonAction;
  /** Who may see the reason. The applicant messages are in `policy/messages`. */
  readonly visibility: 'person' | 'staff';
  /** A retry for this reason does not count as an attempt, because the applicant did not cause it. */
  readonly isFreeRetry?: true;
  /** The message for staff. */
  readonly staffMessage: string;
};
