import { policyDigest } from '@portcullis/domain/checks';
import {
  type DraftClosed,
  draftClosed,
  E,
  type Either,
  type InsufficientPermission,
  type Invalid,
  invalid,
  type NotFound,
  type PolicyExists,
  policyExists,
  type SecondPersonRequired,
  type StaffPrincipal,
  secondPersonRequired,
  type TaskEither,
  type Unavailable,
  type VersionConflict,
  versionConflict,
} from '@portcullis/domain/kernel';
import { clockFault } from '@portcullis/domain/use-cases';
import { useCase } from '../access/use-case.ts';
import type { PolicyDraft } from '../ports/policy-drafts.ts';
import {
  type DraftDeps,
  type DraftView,
  documentFindings,
  draftAfter,
  draftPorts,
  draftToWrite,
  draftView,
  isNameTaken,
  type OwnDraft,
  personOf,
  writeChange,
} from './draft-deps.ts';

export type PublishFailure =
  | InsufficientPermission
  | NotFound
  | DraftClosed
  | SecondPersonRequired
  | PolicyExists
  | Invalid
  | VersionConflict
  | Unavailable;

/**
 * Makes the document of a draft a policy of its partner, which new profiles get from then on. `digest` and
 * `expectedRevision` say which document the caller has read. Nobody publishes a draft that they have written a part of.
 * Three writes lead there: the draft is approved, which names who did in its ledger and lets nobody change it any more,
 * then the policy is stored, then the draft is published. Where an instance dies between them, publishing again, by
 * anybody who may, goes on; so no policy is in use without an entry that names who wrote it and who approved it.
 */
export type PublishDraft = (
  input: OwnDraft & { readonly expectedRevision: number; readonly digest: string },
) => TaskEither<Invalid | PublishFailure, DraftView>;

type Publication = { readonly caller: StaffPrincipal; readonly draft: PolicyDraft };

/** The writers of the document and its approver, for the ledger: opaque ids alone. */
const peopleOf = ({ approvedBy, writers }: PolicyDraft) => {
  const [author, ...others] = writers.map(({ staffId }) => staffId);
  return {
    ...(author !== undefined && { author }),
    ...(others.length > 0 && { other_writers: others }),
    ...(approvedBy !== null && { publisher: approvedBy.staffId }),
  };
};

/** Whether the caller may publish the document that they name, as far as the draft itself says it. */
const refusal = (
  { caller, draft }: Publication,
  expectedRevision: number,
  digest: string,
): DraftClosed | SecondPersonRequired | VersionConflict | null => {
  if (draft.status === 'discarded') return draftClosed(draft.status);
  if (draft.writers.some(({ staffId }) => staffId === caller.staffId)) return secondPersonRequired;
  return draft.revision === expectedRevision && policyDigest(draft.policy) === digest ? null : versionConflict;
};

/** Approves a draft whose document nothing speaks against. */
const approve =
  (deps: DraftDeps, { caller, draft }: Publication): TaskEither<PublishFailure, PolicyDraft> =>
  async () => {
    const taken = await isNameTaken(deps, draft)();
    if (E.isLeft(taken)) return taken;
    if (taken.right) return E.left(policyExists);
    const errors = (await documentFindings(deps, draft)).filter(({ level }) => level === 'error');
    if (errors.length > 0)
      return E.left(invalid(errors.map(({ message, pointer }) => ({ pointer: `/policy${pointer}`, message }))));
    const approvedBy = personOf(caller);
    const change = { type: 'policy_draft.approved', status: 'approved', approvedBy } as const;
    return writeChange(deps, draftAfter(deps, caller, draft, change, peopleOf({ ...draft, approvedBy })))();
  };

/** Opens an approved draft again whose name somebody else has taken meanwhile. */
const reopen = async (deps: DraftDeps, { caller, draft }: Publication): Promise<Either<PublishFailure, never>> => {
  const change = { type: 'policy_draft.reopened', status: 'draft', approvedBy: null } as const;
  const reopened = await writeChange(deps, draftAfter(deps, caller, draft, change))();
  return E.isLeft(reopened) ? reopened : E.left(policyExists);
};

/** Stores the policy of an approved draft, and says so in the draft. */
const complete =
  (deps: DraftDeps, { caller, draft }: Publication): TaskEither<PublishFailure, PolicyDraft> =>
  async () => {
    const added = await deps.policyRepository.add(draft.policy, draft.partnerId)();
    if (E.isLeft(added))
      return added.left._tag === 'AlreadyExists' ? reopen(deps, { caller, draft }) : E.left(added.left);
    const change = { type: 'policy_draft.published', status: 'published' } as const;
    return writeChange(deps, draftAfter(deps, caller, draft, change, peopleOf(draft)))();
  };

export const publishDraft = useCase(
  'publishDraft',
  draftPorts,
  (deps: DraftDeps): PublishDraft =>
    ({ digest, expectedRevision, ...own }) =>
    async () => {
      const { caller } = own;
      const found = await draftToWrite(deps, own)();
      if (E.isLeft(found)) return found;
      const refused = refusal({ caller, draft: found.right }, expectedRevision, digest);
      if (refused !== null) return E.left(refused);
      if (found.right.status === 'published') return draftView(deps, found.right)();
      const fault = clockFault(deps.clock);
      if (fault) return E.left(fault);
      const approved =
        found.right.status === 'approved'
          ? E.right(found.right)
          : await approve(deps, { caller, draft: found.right })();
      if (E.isLeft(approved)) return approved;
      const published = await complete(deps, { caller, draft: approved.right })();
      return E.isLeft(published) ? published : draftView(deps, published.right)();
    },
);
