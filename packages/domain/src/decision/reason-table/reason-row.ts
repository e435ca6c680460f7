/** What a reason asks for. */
export type ReasonAction = 'retry' | 'review' | 'decline' | 'wait' | 'info' | 'explain';

export type ReasonRow = {
  readonly action: ReasonAction;
  /** Who may know of it. What the person is told, and in which languages, stands in `told`. */
  readonly visibility: 'person' | 'staff';
  /** A retry that is not counted as an attempt, because it was not the person's doing. */
  readonly free?: true;
  /** What a member of staff is told. */
  readonly means: string;
};
