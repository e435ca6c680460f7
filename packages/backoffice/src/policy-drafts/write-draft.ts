import { type Policy, policyDigest } from '@portcullis/domain/checks';
import {
  type DecodeFault,
  type DraftClosed,
  type DraftLimitReached,
  decode,
  draftClosed,
  draftLimitReached,
  E,
  type Either,
  type InsufficientPermission,
  type Invalid,
  invalid,
  keyedMutex,
  type NotFound,
  pipe,
  type StaffPrincipal,
  type TaskEither,
  TE,
  type Unavailable,
  type VersionConflict,
  versionConflict,
} from '@portcullis/domain/kernel';
import { genesisHash } from '@portcullis/domain/ledger';
import { PolicyCodec } from '@portcullis/domain/serialization';
import { clockFault, type IdempotentRequest, isoNow, operationId } from '@portcullis/domain/use-cases';
import { newestEntryOf } from '../access/records.ts';
import { useCase } from '../access/use-case.ts';
import { type DraftPerson, maxOpenDrafts, type PolicyDraft } from '../ports/policy-drafts.ts';
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
  personOf,
  writeChange,
} from './draft-deps.ts';

/** The document of a draft, which is not checked yet. */
type Written = { readonly policy: unknown; readonly note: string | null };

type WriteFailure = InsufficientPermission | Invalid | VersionConflict | Unavailable;

/**
 * Begins a draft with a document that has the form of a policy, whatever the lint says about it. An operation that is
 * repeated is answered the draft that it has begun, as it is now.
 */
export type CreateDraft = (
  input: Written & IdempotentRequest & { readonly caller: StaffPrincipal },
) => TaskEither<Invalid | WriteFailure | DraftLimitReached, DraftView>;

/**
 * Gives a draft another document, if it still has the revision that the caller has seen. The same change that its
 * writer sends again, and that nobody has changed since, is answered as it was made.
 */
export type ReplaceDraft = (
  input: OwnDraft & Written & { readonly expectedRevision: number },
) => TaskEither<Invalid | WriteFailure | NotFound | DraftClosed, DraftView>;

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

/** Refuses another draft where the partner has as many open ones as it may have. */
const checkRoom = async (
  { policyDrafts }: Pick<DraftDeps, 'policyDrafts'>,
  partnerId: string,
): Promise<Either<DraftLimitReached | Unavailable, void>> =>
  pipe(
    await policyDrafts.ofPartner(partnerId)(),
    E.map((others) => others.filter(({ status }) => status === 'draft' || status === 'approved')),
    E.flatMap((open) => (open.length < maxOpenDrafts ? E.right(undefined) : E.left(draftLimitReached(maxOpenDrafts)))),
  );

/** Stores a draft with its first entry, and answers it, or the one that another attempt has stored before it. */
const storeDraft = async (
  deps: DraftDeps,
  { entry, next }: ReturnType<typeof draftAfter>,
): Promise<Either<VersionConflict | Unavailable, DraftView>> => {
  // The view for the answer is asked for before the draft is there, so that no outage of it leaves a draft behind.
  const view = await draftView(deps, next)();
  if (E.isLeft(view)) return view;
  const inserted = await deps.policyDrafts.insert(next, entry)();
  if (E.isRight(inserted)) return view;
  if (inserted.left._tag === 'Unavailable') return E.left(inserted.left);
  const stored = await deps.policyDrafts.find(next.id)();
  if (E.isLeft(stored)) return stored;
  return stored.right === null ? E.left(versionConflict) : draftView(deps, stored.right)();
};

/**
 * Drafts of one partner are begun one after another, so that each sees the one before and the limit holds within an
 * instance.
 */
export const createDraft = useCase('createDraft', draftPorts, (deps: DraftDeps): CreateDraft => {
  const mutex = keyedMutex();
  return (input) => mutex(input.caller.tenant.partnerId, createOne(deps, input));
});

const createOne =
  (
    deps: DraftDeps,
    { caller, note, operation = null, policy: document }: Parameters<CreateDraft>[0],
  ): ReturnType<CreateDraft> =>
  async () => {
    const allowed = mayWrite(caller);
    if (E.isLeft(allowed)) return allowed;
    const policy = readDocument(document);
    if (E.isLeft(policy)) return policy;
    const fault = clockFault(deps.clock);
    if (fault) return E.left(fault);
    const { partnerId } = caller.tenant;
    const id = operationId(deps.ids, { operation }, 'policy_draft');
    const begun = operation === null ? E.right(null) : await deps.policyDrafts.find(id)();
    if (E.isLeft(begun)) return begun;
    if (begun.right !== null) return draftView(deps, begun.right)();
    const room = await checkRoom(deps, partnerId);
    if (E.isLeft(room)) return room;
    const at = isoNow(deps.clock);
    const empty: PolicyDraft = {
      id,
      partnerId,
      status: 'draft',
      revision: 1,
      policy: policy.right,
      note,
      writers: [personOf(caller)],
      approvedBy: null,
      createdAt: at,
      updatedAt: at,
      version: 0,
      ledgerHead: genesisHash,
    };
    return storeDraft(deps, draftAfter(deps, caller, empty, { type: 'policy_draft.created' }));
  };

/** Whether the draft has this document and note already. */
const isSame = (draft: PolicyDraft, policy: Policy, note: string | null): boolean =>
  draft.note === note && policyDigest(draft.policy) === policyDigest(policy);

/**
 * Whether the newest change of a draft is a document that the caller has written, as when they send a request again
 * after its answer was lost. The writers of a draft do not say who was the last one; its ledger does.
 */
const isOwnChange = (
  deps: Pick<DraftDeps, 'ledgerReader'>,
  caller: StaffPrincipal,
  draft: PolicyDraft,
): TaskEither<Unavailable, boolean> =>
  pipe(
    newestEntryOf(deps, caller, draft),
    TE.map((entry) => entry?.type === 'policy_draft.changed' && entry.actor.id === caller.staffId),
  );

type Replacement = {
  readonly caller: StaffPrincipal;
  readonly draft: PolicyDraft;
  readonly expectedRevision: number;
  readonly isSame: boolean;
};

/** Whether the draft is as the caller wants it, or still has the revision that they have seen; a conflict otherwise. */
const isAlreadySo = async (
  deps: Pick<DraftDeps, 'ledgerReader'>,
  { caller, draft, expectedRevision, isSame: same }: Replacement,
): Promise<Either<VersionConflict | Unavailable, boolean>> => {
  if (draft.revision === expectedRevision) return E.right(same);
  if (!same || draft.revision !== expectedRevision + 1) return E.left(versionConflict);
  const own = await isOwnChange(deps, caller, draft)();
  if (E.isLeft(own)) return own;
  return own.right ? E.right(true) : E.left(versionConflict);
};

export const replaceDraft = useCase(
  'replaceDraft',
  draftPorts,
  (deps: DraftDeps): ReplaceDraft =>
    ({ expectedRevision, note, policy: document, ...own }) =>
    async () => {
      const found = await draftToWrite(deps, own)();
      if (E.isLeft(found)) return found;
      const policy = readDocument(document);
      if (E.isLeft(policy)) return policy;
      const draft = found.right;
      if (isClosed(draft)) return E.left(draftClosed(draft.status));
      const replacement = { caller: own.caller, draft, expectedRevision, isSame: isSame(draft, policy.right, note) };
      const settled = await isAlreadySo(deps, replacement);
      if (E.isLeft(settled)) return settled;
      if (settled.right) return draftView(deps, draft)();
      const fault = clockFault(deps.clock);
      if (fault) return E.left(fault);
      const change = draftAfter(deps, own.caller, draft, {
        type: 'policy_draft.changed',
        policy: policy.right,
        note,
        revision: draft.revision + 1,
        writers: joined(draft.writers, personOf(own.caller)),
      });
      const written = await writeChange(deps, change)();
      return E.isLeft(written) ? written : draftView(deps, written.right)();
    },
);
