import {
  type Invalid,
  type NotFound,
  pipe,
  type StaffPrincipal,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain/kernel';
import { useCase } from '../access/use-case.ts';
import type { DraftRecord } from '../ports/policy-drafts.ts';
import { type DraftDeps, type DraftView, draftPorts, draftView, type OwnDraft, ownDraft } from './draft-deps.ts';

/**
 * The drafts of the caller's partner, the open ones first, without an examination of what they say. One whose row does
 * not open is among them.
 */
export type ListDrafts = (caller: StaffPrincipal) => TaskEither<Invalid | Unavailable, readonly DraftRecord[]>;

export const listDrafts = useCase(
  'listDrafts',
  ['policyDrafts'],
  ({ policyDrafts }: Pick<DraftDeps, 'policyDrafts'>): ListDrafts =>
    ({ tenant }) =>
      policyDrafts.ofPartner(tenant.partnerId),
);

/** A draft with what is to be said about its document. */
export type GetDraft = (input: OwnDraft) => TaskEither<Invalid | NotFound | Unavailable, DraftView>;

export const getDraft = useCase(
  'getDraft',
  draftPorts,
  (deps: DraftDeps): GetDraft =>
    (input) =>
      pipe(
        ownDraft(deps, input),
        TE.flatMap((draft) => draftView(deps, draft)),
      ),
);
