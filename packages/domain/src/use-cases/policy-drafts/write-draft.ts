import { policyDigest } from '../../checks/decide.ts';
import { type DecodeFault, decode } from '../../kernel/codec.ts';
import { type DraftClosed, type DraftLimitReached, draftClosed, draftLimitReached } from '../../kernel/draft-errors.ts';
import {
  type InsufficientPermission,
  type Invalid,
  invalid,
  type NotFound,
  type Unavailable,
  type VersionConflict,
  versionConflict,
} from '../../kernel/errors.ts';
import { E, type Either, type TaskEither } from '../../kernel/fp.ts';
import type { StaffPrincipal } from '../../kernel/principal.ts';
import { genesisHash } from '../../ledger/chain.ts';
import type { Policy } from '../../policy/policy.ts';
import { type DraftPerson, maxOpenDrafts, type PolicyDraft } from '../../ports/stores/policy-drafts.ts';
import { clockFault } from '../../ports/trusted-clock.ts';
import { PolicyCodec } from '../../serialization/policy-codec.ts';
import { isoNow } from '../access/change-profile.ts';
import {
  type DraftDeps,
  type DraftView,
  draftAfter,
  draftToWrite,
  draftView,
  isClosed,
  mayWrite,
  type OwnDraft,
  personOf,
  writeChange,
} from './draft-deps.ts';

/** The document of a draft, of which nothing is known yet. */
type Written = { readonly policy: unknown; readonly note: string | null };

type WriteFailure = InsufficientPermission | Invalid | VersionConflict | Unavailable;

/** Begins a draft with a document that has the form of a policy, whatever the lint says about it. */
export type CreateDraft = (
  input: Written & { readonly caller: StaffPrincipal },
) => TaskEither<WriteFailure | DraftLimitReached, DraftView>;

/** Gives a draft another document, if it still has the revision that the caller has seen. */
export type ReplaceDraft = (
  input: OwnDraft & Written & { readonly expectedRevision: number },
) => TaskEither<WriteFailure | NotFound | DraftClosed, DraftView>;

/** Closes a draft without publishing it. One that is discarded stays so. */
export type DiscardDraft = (
  input: OwnDraft,
) => TaskEither<InsufficientPermission | NotFound | DraftClosed | VersionConflict | Unavailable, DraftView>;

/** More countries than ISO 3166-1 and ICAO 9303-3 have codes. Stored policies and drafts may have more. */
const maxCountries = 300;

const tooLongLists = ({ documents }: Policy): readonly DecodeFault[] =>
  (['allowedCountries', 'deniedCountries'] as const)
    .filter((list) => (documents[list]?.length ?? 0) > maxCountries)
    .map((list) => ({ pointer: `/documents/${list}`, message: `has more than ${maxCountries} countries` }));

const readDocument = (document: unknown): Either<Invalid, Policy> => {
  const policy = decode(PolicyCodec, document);
  const faults = E.isLeft(policy) ? policy.left : tooLongLists(policy.right);
  if (E.isRight(policy) && faults.length === 0) return policy;
  return E.left(invalid(faults.map(({ message, pointer }) => ({ pointer: `/policy${pointer}`, message }))));
};

const joined = (writers: readonly DraftPerson[], writer: DraftPerson): readonly DraftPerson[] =>
  writers.some(({ staffId }) => staffId === writer.staffId) ? writers : [...writers, writer];

export const createDraft =
  (deps: DraftDeps): CreateDraft =>
  ({ caller, note, policy: document }) =>
  async () => {
    const allowed = mayWrite(caller);
    if (E.isLeft(allowed)) return allowed;
    const policy = readDocument(document);
    if (E.isLeft(policy)) return policy;
    const fault = clockFault(deps.clock);
    if (fault) return E.left(fault);
    const { partnerId } = caller.tenant;
    const others = await deps.policyDrafts.ofPartner(partnerId)();
    if (E.isLeft(others)) return others;
    if (others.right.filter(({ status }) => status === 'draft' || status === 'approved').length >= maxOpenDrafts)
      return E.left(draftLimitReached(maxOpenDrafts));
    const at = isoNow(deps.clock);
    const empty: PolicyDraft = {
      ...{ id: deps.ids.id(), partnerId, status: 'draft', revision: 1, policy: policy.right, note },
      ...{ writers: [personOf(caller)], approvedBy: null, createdAt: at, updatedAt: at },
      ...{ version: 0, ledgerHead: genesisHash },
    };
    const { entry, next } = draftAfter(deps, caller, empty, { type: 'policy_draft.created' });
    const inserted = await deps.policyDrafts.insert(next, entry)();
    if (E.isRight(inserted)) return draftView(deps, next)();
    return E.left(inserted.left._tag === 'Unavailable' ? inserted.left : versionConflict);
  };

/** Whether the same person writes what the draft says already, as they do who send a request again. */
const isSame = (draft: PolicyDraft, policy: Policy, note: string | null): boolean =>
  draft.note === note && policyDigest(draft.policy) === policyDigest(policy);

export const replaceDraft =
  (deps: DraftDeps): ReplaceDraft =>
  ({ expectedRevision, note, policy: document, ...own }) =>
  async () => {
    const found = await draftToWrite(deps, own)();
    if (E.isLeft(found)) return found;
    const policy = readDocument(document);
    if (E.isLeft(policy)) return policy;
    const draft = found.right;
    if (isClosed(draft)) return E.left(draftClosed(draft.status));
    if (draft.revision !== expectedRevision) return E.left(versionConflict);
    if (isSame(draft, policy.right, note)) return draftView(deps, draft)();
    const fault = clockFault(deps.clock);
    if (fault) return E.left(fault);
    const change = draftAfter(deps, own.caller, draft, {
      ...{ type: 'policy_draft.changed', policy: policy.right, note, revision: draft.revision + 1 },
      writers: joined(draft.writers, personOf(own.caller)),
    });
    const written = await writeChange(deps, change)();
    return E.isLeft(written) ? written : draftView(deps, written.right)();
  };

export const discardDraft =
  (deps: DraftDeps): DiscardDraft =>
  (own) =>
  async () => {
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
  };
