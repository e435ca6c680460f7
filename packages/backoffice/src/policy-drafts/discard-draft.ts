import {
  type DraftClosed,
  draftClosed,
  E,
  type Either,
  type InsufficientPermission,
  type Invalid,
  type NotFound,
  notFound,
  type TaskEither,
  type Unavailable,
  type VersionConflict,
} from '@portcullis/domain/kernel';
import { actorOf, clockFault, isoNow } from '@portcullis/domain/use-cases';
import { administrationEntry } from '../access/administration-event.ts';
import { newestEntryOfDamaged } from '../access/records.ts';
import { useCase } from '../access/use-case.ts';
import { type DamagedDraft, isDamagedDraft } from '../ports/policy-drafts.ts';
import {
  type DraftDeps,
  type DraftView,
  draftAfter,
  draftPorts,
  draftToWrite,
  draftView,
  isClosed,
  mayWrite,
  type OwnDraft,
  writeChange,
} from './draft-deps.ts';

type DiscardFailure = InsufficientPermission | NotFound | DraftClosed | VersionConflict | Unavailable;

/** A draft that was closed whose row does not open. */
export type ClosedDamage = { readonly draft: DamagedDraft };

/**
 * Closes a draft without publishing it. One that is discarded stays so. One whose row does not open is closed as it is,
 * by whom its ledger says that it belongs to, unless its row says that it was published: nobody can go on with it.
 */
export type DiscardDraft = (input: OwnDraft) => TaskEither<Invalid | DiscardFailure, DraftView | ClosedDamage>;

const closeDamaged = async (
  deps: DraftDeps,
  { caller }: OwnDraft,
  draft: DamagedDraft,
): Promise<Either<DiscardFailure, ClosedDamage>> => {
  const newest = await newestEntryOfDamaged(deps, caller, draft)();
  if (E.isLeft(newest)) return newest;
  if (newest.right === null) return E.left(notFound);
  const allowed = mayWrite(caller);
  if (E.isLeft(allowed)) return allowed;
  if (draft.status === 'discarded') return E.right({ draft });
  if (draft.status === 'published') return E.left(draftClosed(draft.status));
  const fault = clockFault(deps.clock);
  if (fault) return E.left(fault);
  const at = isoNow(deps.clock);
  const entry = administrationEntry(
    { profileId: draft.id, seq: newest.right.seq, hash: newest.right.hash },
    {
      type: 'policy_draft.discarded',
      actor: actorOf(caller),
      at,
      data: { damaged: true },
      tenant: { partnerId: caller.tenant.partnerId, teamId: null },
    },
  );
  const written = await deps.policyDrafts.discardDamaged(draft.id, entry)();
  return E.isLeft(written) ? written : E.right({ draft: { ...draft, status: 'discarded', updatedAt: at } });
};

export const discardDraft = useCase(
  'discardDraft',
  draftPorts,
  (deps: DraftDeps): DiscardDraft =>
    (own) =>
    async () => {
      const standing = await deps.policyDrafts.standing(own.id)();
      if (E.isLeft(standing)) return standing;
      if (standing.right !== null && isDamagedDraft(standing.right)) return closeDamaged(deps, own, standing.right);
      const found = await draftToWrite(deps, own)();
      if (E.isLeft(found)) return found;
      const draft = found.right;
      if (draft.status === 'discarded') return draftView(deps, draft)();
      if (isClosed(draft)) return E.left(draftClosed(draft.status));
      const fault = clockFault(deps.clock);
      if (fault) return E.left(fault);
      const change = draftAfter(deps, own.caller, draft, { type: 'policy_draft.discarded', status: 'discarded' });
      const written = await writeChange(deps, change)();
      return E.isLeft(written) ? written : draftView(deps, written.right)();
    },
);
