/** The action that a reason asks for. */
export type ReasonAction = 'retry' | 'review' | 'decline' | 'wait' | 'info' | 'explain';

export type ReasonRow = {
  readonly action: ReasonAction;
  /** The audience of the reason. The applicant messages are in `policy/messages`. */
  readonly visibility: 'person' | 'staff';
  /** A retry for this reason does not count as an attempt, because the applicant did not cause it. */
  readonly isFreeRetry?: true;
  /** The message for staff. */
  readonly staffMessage: string;
};

type RowFor<Visibility> = ReasonRow & { readonly visibility: Visibility };

/** A reason that the person may see as well. */
export const forPerson = (action: ReasonAction, staffMessage: string): RowFor<'person'> => ({
  action,
  visibility: 'person',
  staffMessage,
});

/** A reason for staff alone. */
export const forStaff = (action: ReasonAction, staffMessage: string): RowFor<'staff'> => ({
  action,
  visibility: 'staff',
  staffMessage,
});
