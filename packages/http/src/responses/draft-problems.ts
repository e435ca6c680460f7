import type { DraftClosed, DraftLimitReached, SecondPersonRequired } from '@portcullis/domain/kernel';
import type { ErrorCodeName } from '../request/error-codes.ts';

type DraftProblem = { readonly code: ErrorCodeName; readonly detail: string };

const closedDraft = (status: string): string =>
  status === 'approved'
    ? 'The draft was approved, and its publication was interrupted: publish it again.'
    : `The draft was ${status}. Begin another one.`;

/** The problems of drafts of policies, by the tag of their errors. */
export const draftProblems = {
  DraftClosed: ({ status }: DraftClosed): DraftProblem => ({ code: 'draft_closed', detail: closedDraft(status) }),
  SecondPersonRequired: ({ of }: SecondPersonRequired): DraftProblem => ({
    code: 'second_person_required',
    detail:
      of === 'client'
        ? 'You have made the secret of this client. Somebody else with the permission clients:manage has to enable it.'
        : 'You have written a part of this draft. Somebody else with the permission policies:write has to publish it.',
  }),
  PolicyExists: (): DraftProblem => ({
    code: 'policy_exists',
    detail: 'There is a policy of this id and version. Give the draft another version.',
  }),
  DraftLimitReached: ({ limit }: DraftLimitReached): DraftProblem => ({
    code: 'draft_limit_reached',
    detail: `A partner has at most ${limit} open drafts. Publish or discard one.`,
  }),
};
