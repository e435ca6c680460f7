import { builtInPolicyId, type Policy, policyDigest } from '@portcullis/domain/checks';
import {
  damagedRecord,
  E,
  type Either,
  type InsufficientPermission,
  insufficientPermission,
  type NotFound,
  notFound,
  pipe,
  type StaffPrincipal,
  type TaskEither,
  TE,
  type Unavailable,
  type VersionConflict,
} from '@portcullis/domain/kernel';
import type { Json } from '@portcullis/domain/ledger';
import type { Clock, IdGenerator, LedgerReader, PolicyRepository, StoredPolicy } from '@portcullis/domain/ports';
import { actorOf, isoNow } from '@portcullis/domain/use-cases';
import { type AdministrationEventType, administrationEntry } from '../access/administration-event.ts';
import { newestEntryOfDamaged } from '../access/records.ts';
import {
  type DamagedDraft,
  type DraftPerson,
  isDamagedDraft,
  type PolicyDraft,
  type PolicyDrafts,
} from '../ports/policy-drafts.ts';

/** A finding about a document: where (RFC 6901 JSON pointer) and what. A document with an error is not published. */
export type DraftFinding = {
  readonly level: 'error' | 'warning';
  readonly pointer: string;
  readonly message: string;
};

/** Examines a policy. It may take some tenths of a second, in which other requests are answered. */
export type LintDraft = (policy: Policy) => Promise<readonly DraftFinding[]>;

export type DraftDeps = {
  readonly policyDrafts: PolicyDrafts;
  readonly policyRepository: PolicyRepository;
  readonly ledgerReader: LedgerReader;
  readonly lintDraft: LintDraft;
  readonly clock: Clock;
  readonly ids: IdGenerator;
};

/** What every use case of drafts needs that changes one, or answers a view of it. */
export const draftPorts = ['policyDrafts', 'policyRepository', 'ledgerReader', 'lintDraft', 'clock', 'ids'] as const;

/** A draft with what is said about its document as it is now. */
export type DraftView = {
  readonly draft: PolicyDraft;
  readonly digest: string;
  readonly findings: readonly DraftFinding[];
  readonly isPublishable: boolean;
};

export type OwnDraft = { readonly caller: StaffPrincipal; readonly id: string };

/** Whether a draft takes no other document any more. */
export const isClosed = ({ status }: PolicyDraft): boolean => status !== 'draft';

/** Drafts are the whole partner's: a session that is narrowed to a team reads them, and writes none. */
export const mayWrite = ({ tenant }: StaffPrincipal): Either<InsufficientPermission, void> =>
  tenant.teamId === null ? E.right(undefined) : E.left(insufficientPermission('policies:write', 'partner'));

/** The ports that find a draft, and its owner where its row does not open. */
type FindingDeps = Pick<DraftDeps, 'policyDrafts' | 'ledgerReader'>;

/**
 * A row that does not open is an outage to the partner whom its ledger names, and to others it does not exist. A team
 * reads the drafts of its whole partner, so that the ledger is asked as for the partner.
 */
const damagedFor =
  (deps: FindingDeps, caller: StaffPrincipal, draft: DamagedDraft): TaskEither<NotFound | Unavailable, never> =>
  async () => {
    const ofPartner = { ...caller, tenant: { ...caller.tenant, teamId: null } };
    const newest = await newestEntryOfDamaged(deps, ofPartner, draft)();
    if (E.isLeft(newest)) return newest;
    if (newest.right === null) return E.left(notFound);
    return E.left(damagedRecord('the row of a draft does not open'));
  };

/** A draft of the caller's partner. The draft of another one does not exist, whether its row opens or not. */
export const ownDraft =
  (deps: FindingDeps, { caller, id }: OwnDraft): TaskEither<NotFound | Unavailable, PolicyDraft> =>
  async () => {
    const found = await deps.policyDrafts.standing(id)();
    if (E.isLeft(found)) return found;
    const draft = found.right;
    if (draft === null) return E.left(notFound);
    if (isDamagedDraft(draft)) return damagedFor(deps, caller, draft)();
    return draft.partnerId === caller.tenant.partnerId ? E.right(draft) : E.left(notFound);
  };

/** A draft that the caller may change. A caller for whom it does not exist learns nothing about permissions. */
export const draftToWrite = (
  deps: FindingDeps,
  own: OwnDraft,
): TaskEither<NotFound | InsufficientPermission | Unavailable, PolicyDraft> =>
  pipe(
    ownDraft(deps, own),
    TE.tap(() => TE.fromEither(mayWrite(own.caller))),
  );

export const personOf = ({ name, staffId }: StaffPrincipal): DraftPerson => ({ staffId, name });

type DraftChange = Partial<PolicyDraft> & { readonly type: AdministrationEventType };

/** A draft after a change, and the entry that says so: which document it has then, and what else is to be said. */
export const draftAfter = (
  { clock }: Pick<DraftDeps, 'clock'>,
  caller: StaffPrincipal,
  before: PolicyDraft,
  { type, ...change }: DraftChange,
  data: { readonly [key: string]: Json } = {},
) => {
  const at = isoNow(clock);
  const draft = { ...before, ...change };
  const entry = administrationEntry(
    { profileId: before.id, seq: before.version, hash: before.ledgerHead },
    {
      type,
      actor: actorOf(caller),
      tenant: { partnerId: before.partnerId, teamId: null },
      at,
      data: {
        policy_id: draft.policy.id,
        policy_version: draft.policy.version,
        digest: policyDigest(draft.policy),
        revision: draft.revision,
        ...data,
      },
    },
  );
  return { entry, next: { ...draft, updatedAt: at, version: entry.seq, ledgerHead: entry.hash } };
};

/** Writes a change of a draft whose version before the caller has seen. */
export const writeChange = (
  { policyDrafts }: Pick<DraftDeps, 'policyDrafts'>,
  { entry, next }: ReturnType<typeof draftAfter>,
): TaskEither<VersionConflict | Unavailable, PolicyDraft> =>
  pipe(
    policyDrafts.replace(next, entry),
    TE.map(() => next),
  );

const ofName = (pointer: string, message: string): DraftFinding => ({ level: 'error', pointer, message });

/**
 * Whether a policy has the name of a draft's document. Where the draft is approved, its own document may be there, from
 * a publication that was interrupted; otherwise the same document is an earlier version, and stays one.
 */
export const isNameTaken =
  (
    { policyRepository }: Pick<DraftDeps, 'policyRepository'>,
    { partnerId, policy, status }: PolicyDraft,
  ): TaskEither<Unavailable, boolean> =>
  async () => {
    const found = await policyRepository.get(policy)();
    if (E.isLeft(found)) return found.left._tag === 'NotFound' ? E.right(false) : E.left(found.left);
    if (status !== 'approved') return E.right(true);
    const listed = await policyRepository.list()();
    if (E.isLeft(listed)) return listed;
    const isSame = ({ digest, partnerId: owner, ref }: StoredPolicy): boolean =>
      ref.id === policy.id && ref.version === policy.version && owner === partnerId && digest === policyDigest(policy);
    return E.right(!listed.right.some(isSame));
  };

/** The findings on the document of a draft, whatever other policies there are. */
export const documentFindings = async (
  { lintDraft }: Pick<DraftDeps, 'lintDraft'>,
  { policy }: PolicyDraft,
): Promise<readonly DraftFinding[]> => {
  const found = await lintDraft(policy);
  return policy.id === builtInPolicyId
    ? [ofName('/id', `"${builtInPolicyId}" is the name of the policy in the code`), ...found]
    : found;
};

/** The findings on a draft that could still be published. */
const findingsOn =
  (deps: DraftDeps, draft: PolicyDraft): TaskEither<Unavailable, readonly DraftFinding[]> =>
  async () => {
    const taken = await isNameTaken(deps, draft)();
    if (E.isLeft(taken)) return taken;
    const found = await documentFindings(deps, draft);
    return E.right(
      taken.right ? [ofName('/version', 'is taken: a change needs a version of its own'), ...found] : found,
    );
  };

/** How many findings are shown. Nobody reads more of them, and each may be about one of hundreds of countries. */
const maxShownFindings = 200;

/** The first findings, and one that says how many more there are. */
const shownFindings = (findings: readonly DraftFinding[]): readonly DraftFinding[] => {
  const [next, ...others] = findings.slice(maxShownFindings);
  if (next === undefined) return findings;
  const message = `has ${others.length + 1} more findings, which are not shown`;
  return [...findings.slice(0, maxShownFindings), { level: next.level, pointer: '', message }];
};

const hasError = (findings: readonly DraftFinding[]): boolean => findings.some(({ level }) => level === 'error');

/** A draft as it is shown. A closed one has no more findings. */
export const draftView =
  (deps: DraftDeps, draft: PolicyDraft): TaskEither<Unavailable, DraftView> =>
  async () => {
    const digest = policyDigest(draft.policy);
    if (draft.status === 'published' || draft.status === 'discarded')
      return E.right({ draft, digest, findings: [], isPublishable: false });
    const findings = await findingsOn(deps, draft)();
    if (E.isLeft(findings)) return findings;
    const isPublishable = !hasError(findings.right);
    return E.right({ draft, digest, findings: shownFindings(findings.right), isPublishable });
  };
