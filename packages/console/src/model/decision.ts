import type { Explanation, Outcome, Permission, Review, StaffMember, Step } from './wire.ts';

/** A decision while it is being made. It is kept until it is sent, whatever happens to connection and session. */
export type Draft = {
  readonly outcome: Outcome;
  readonly reason: string;
  readonly note: string;
  readonly steps: readonly Step[];
};

export const emptyDraft = (outcome: Outcome): Draft => ({
  outcome,
  reason: reasonsFor[outcome][0] ?? '',
  note: '',
  steps: [],
});

/** The reasons that a reviewer may choose; the service takes them as words of its partner. */
export const reasonsFor: { readonly [Name in Outcome]: readonly string[] } = {
  approve: ['document_checked', 'data_confirmed', 'person_known', 'other'],
  decline: ['document_forged', 'another_person', 'data_wrong', 'suspected_fraud', 'other'],
  request_input: ['picture_unreadable', 'side_missing', 'face_unclear', 'data_wrong', 'other'],
  reopen: ['new_information', 'wrong_decision', 'other'],
};

const maxNote = 2000;

/** Whether an approval would override a check: one that has failed, or a required one that has not passed. */
export const overridesCheck = (explanation: Explanation | null): boolean =>
  (explanation?.checks ?? []).some(
    ({ requirement, status }) => status === 'failed' || (requirement === 'required' && status !== 'passed'),
  );

export const needsNote = (outcome: Outcome, explanation: Explanation | null): boolean =>
  outcome !== 'approve' || overridesCheck(explanation);

export type DraftFault = 'note_needed' | 'note_long' | 'steps_needed';

/** The faults that keep a draft from being sent. Characters are counted as the service counts them. */
export const faultsOf = (draft: Draft, explanation: Explanation | null): readonly DraftFault[] => {
  const note = draft.note.trim();
  const faults: DraftFault[] = [];
  if (note === '' && needsNote(draft.outcome, explanation)) faults.push('note_needed');
  if ([...note].length > maxNote) faults.push('note_long');
  if (draft.outcome === 'request_input' && draft.steps.length === 0) faults.push('steps_needed');
  return faults;
};

export const may = ({ permissions }: StaffMember, permission: Permission): boolean => permissions.includes(permission);

/** The decisions that this member could make on a case in this status, claim or no claim. */
export const outcomesFor = (member: StaffMember, review: Review): readonly Outcome[] => {
  if (review.is_waiting) return may(member, 'reviews:decide') ? ['approve', 'decline', 'request_input'] : [];
  const isSettled = review.status === 'approved' || review.status === 'declined';
  return isSettled && may(member, 'reviews:override') ? ['reopen'] : [];
};
