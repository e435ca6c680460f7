import { isDocumentNumber, numberExpected } from '@portcullis/documents';
import { documentDigest, type FingerprintKind, isIssuer, shownFingerprints } from '@portcullis/domain/evidence';
import {
  E,
  type Either,
  type Invalid,
  invalid,
  isVisibleTo,
  type NotFound,
  type ProfileId,
  pipe,
  type StaffPrincipal,
  type TaskEither,
  TE,
  type Unavailable,
  type VersionConflict,
} from '@portcullis/domain/kernel';
import type { LedgerEntry } from '@portcullis/domain/ledger';
import type { Clock, DuplicateIndex, IdGenerator, ListName, ProfileStore } from '@portcullis/domain/ports';
import { decisionInput } from '@portcullis/domain/profile';
import { actorOf, clockFault, isoNow, profileFor } from '@portcullis/domain/use-cases';
import { useCase } from '../access/use-case.ts';
import { isDamagedEntry, type ListEntry, type ListEntryRecord, type ListStore } from '../ports/list-store.ts';
import { hideErased } from './hide-erased.ts';
import { additionOf, removalOf } from './list-ledger.ts';
import { type ListEntryView, viewEntry } from './list-view.ts';

/** The subject of an entry: what a profile has shown of a kind, or a document by what is printed on it. */
export type ListSubject =
  | { readonly by: 'profile'; readonly id: ProfileId; readonly kind: FingerprintKind }
  | { readonly by: 'document'; readonly number: string; readonly issuer: string };

type Addition = {
  readonly caller: StaffPrincipal;
  readonly list: ListName;
  readonly subject: ListSubject;
  readonly note: string;
};

/** The entries of what was to be put on a list, and whether any of them was not on it before. */
export type AddedToList = { readonly entries: readonly ListEntryView[]; readonly isNew: boolean };

type Failure = NotFound | Invalid | VersionConflict | Unavailable;

/**
 * Puts something on a list of the caller's partner, and takes it off the other one. An existing entry stays as it is,
 * also that of another author; an entry whose row does not open is written again. A member of a team does not turn what
 * the partner or another team has decided.
 */
export type AddToList = (input: Addition) => TaskEither<Invalid | Failure, AddedToList>;

type Deps = {
  readonly profiles: ProfileStore;
  readonly duplicateIndex: Pick<DuplicateIndex, 'partnerKey'>;
  readonly listStore: ListStore;
  readonly clock: Clock;
  readonly ids: IdGenerator;
};

/** How much of one kind is put on a list at once: the fingerprints that a profile has shown last. */
const maxShown = 20;

const nothingShown = invalid([
  { pointer: '/kind', message: 'expected a kind of which the profile has shown something' },
]);
const onOtherList = invalid([
  { pointer: '/list', message: 'expected the list on which the partner or another team has put it' },
]);
const noNumber = invalid([{ pointer: '/document_number', message: numberExpected }]);
const noIssuer = invalid([
  { pointer: '/issuing_country', message: 'expected a country, or a state or province like US-VA' },
]);

type Digests = {
  readonly kind: FingerprintKind;
  readonly digests: readonly string[];
  readonly profileId: ProfileId | null;
};

const digestsOf = (deps: Deps, { caller, subject }: Addition, key: string): TaskEither<Failure, Digests> => {
  if (subject.by === 'document') {
    const { issuer, number } = subject;
    if (!isDocumentNumber(number)) return TE.left(noNumber);
    if (!isIssuer(issuer)) return TE.left(noIssuer);
    return TE.right({ kind: 'document', digests: [documentDigest(key, number, issuer)], profileId: null });
  }
  const { id, kind } = subject;
  const forgotten = pipe(
    deps.listStore.forget(id),
    TE.flatMap(() => TE.left(nothingShown)),
  );
  return pipe(
    profileFor(deps, caller, id),
    TE.flatMap((profile) => {
      // An earlier request may have ended before it could look whether the profile was erased meanwhile.
      if (profile.redaction) return forgotten;
      const digests = shownFingerprints(key, decisionInput(profile), maxShown)[kind];
      return digests.length === 0 ? TE.left(nothingShown) : TE.right({ kind, digests, profileId: id });
    }),
  );
};

/** The entry of a digest, and what the ledger says: that the one before was removed, and this one added. */
const newEntry = (
  { clock, ids }: Deps,
  { caller, list, note }: Addition,
  { kind, profileId }: Digests,
  digest: string,
  before: ListEntryRecord | undefined,
): { readonly entry: Omit<ListEntry, 'id'>; readonly ledger: readonly LedgerEntry[] } => {
  const addedAt = isoNow(clock);
  const addedBy = actorOf(caller);
  const { tenant } = caller;
  const { added, head } = additionOf(ids, { kind, list, tenant }, addedBy, addedAt);
  return {
    entry: {
      list,
      kind,
      digest,
      tenant,
      addedBy,
      addedAt,
      profileId,
      note,
      head,
    },
    ledger: [...(before === undefined ? [] : [removalOf(ids, before, addedBy, addedAt)]), added],
  };
};

/** Whether an entry is on a list, as far as anybody can say. */
const isOn = (list: ListName, entry: ListEntryRecord): entry is ListEntry =>
  entry.list === list && !isDamagedEntry(entry);

/** Writes what is not on the list yet, one after the other, and notes in `written` what it has. */
const addMissing = async (
  deps: Deps,
  order: Addition,
  shown: Digests,
  written: Set<string>,
): Promise<Either<Failure, readonly ListEntry[]>> => {
  const { kind, digests } = shown;
  const { partnerId } = order.caller.tenant;
  const wanted = digests.map((digest) => ({ kind, digest }));
  const standing = await deps.listStore.standing(partnerId, wanted)();
  if (E.isLeft(standing)) return standing;
  const turned = standing.right.filter((entry) => !isOn(order.list, entry));
  if (turned.some(({ tenant }) => !isVisibleTo(order.caller.tenant, tenant))) return E.left(onOtherList);
  const entries: ListEntry[] = [];
  for (const digest of digests) {
    const before = standing.right.find((one) => one.digest === digest);
    if (before !== undefined && isOn(order.list, before)) {
      entries.push(before);
      continue;
    }
    const { entry, ledger } = newEntry(deps, order, shown, digest, before);
    const stored = await deps.listStore[before === undefined ? 'add' : 'replace'](entry, ledger)();
    if (E.isLeft(stored)) return stored;
    entries.push(stored.right);
    written.add(digest);
  }
  return E.right(entries);
};

/**
 * The erasure of a profile has emptied the entries that named it then: later entries name it still, and are emptied
 * here.
 */
const forgetErased = async (deps: Deps, { caller, subject }: Addition): Promise<Either<Failure, void>> => {
  if (subject.by === 'document') return E.right(undefined);
  const profile = await profileFor(deps, caller, subject.id)();
  if (E.isLeft(profile)) return profile;
  return profile.right.redaction ? deps.listStore.forget(subject.id)() : E.right(undefined);
};

const maxTries = 3;

export const addToList = useCase(
  'addToList',
  ['profiles', 'duplicateIndex', 'listStore', 'clock', 'ids'],
  (deps: Deps): AddToList => {
    return (order) => async () => {
      const fault = clockFault(deps.clock);
      if (fault) return E.left(fault);
      const key = await deps.duplicateIndex.partnerKey(order.caller.tenant.partnerId)();
      if (E.isLeft(key)) return key;
      const shown = await digestsOf(deps, order, key.right)();
      if (E.isLeft(shown)) return shown;
      const written = new Set<string>();
      for (let tries = 1; ; tries += 1) {
        const added = await addMissing(deps, order, shown.right, written);
        if (E.isLeft(added) && added.left._tag === 'VersionConflict' && tries < maxTries) continue;
        const forgotten = await forgetErased(deps, order);
        if (E.isLeft(added)) return added;
        if (E.isLeft(forgotten)) return forgotten;
        const entries = added.right.map((entry) => viewEntry(order.caller, entry));
        const shownEntries = await hideErased(deps, order.caller, entries)();
        return pipe(
          shownEntries,
          E.map((views) => ({ entries: views, isNew: written.size > 0 })),
        );
      }
    };
  },
);
