import { isOfOneRecord, type NotFound, notFound, type Unavailable } from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { FileId, ProfileId } from '../../kernel/ids.ts';
import { canAccess, type MachinePrincipal, type Principal, type StaffPrincipal } from '../../kernel/principal.ts';
import type { EntryKind, LedgerEntry } from '../../ledger/entry.ts';
import type { FileStore, FoundFile } from '../../ports/stores/file-store.ts';
import type { EntryPage, EntryQuery, HistoryReader, LedgerReader } from '../../ports/stores/ledger-reader.ts';
import type { ProfileFilter, ProfilePage, ProfileStore } from '../../ports/stores/profile-store.ts';
import type { Profile } from '../../profile/profile.ts';

// Everything that a request reads from the stores, it reads here, and each of these functions asks for a caller or for
// a profile that was found for one. `test/architecture/records.test.ts` holds every use case to this, and lists who
// else may ask a store.

type Profiles = { readonly profiles: ProfileStore };

/** The store searches within the caller's tenant alone. This check makes sure that it found nothing else. */
const onlyIfAccessible =
  (caller: Principal) =>
  (profile: Profile): Either<NotFound, Profile> =>
    canAccess(caller, profile) ? E.right(profile) : E.left(notFound);

/**
 * Finds a profile by its id. It answers `NotFound` both for an unknown id and for a profile that the caller may not
 * access.
 */
export const profileFor = (
  { profiles }: Profiles,
  caller: Principal,
  id: ProfileId,
): TaskEither<NotFound | Unavailable, Profile> =>
  // A link is for one profile. For any other profile no store is asked: reading it could fail, and the failure would
  // show that it exists.
  caller.kind === 'flow' && caller.profileId !== id
    ? TE.left(notFound)
    : pipe(
        profiles.get(caller.tenant, id),
        TE.flatMap((profile) => TE.fromEither(onlyIfAccessible(caller)(profile))),
      );

/**
 * Finds a profile that is shown among others: `null` where there is none that the caller may access, and where its row
 * does not open, which hides no other.
 */
export const otherProfileFor = (
  deps: Profiles,
  caller: Principal,
  id: ProfileId,
): TaskEither<Unavailable, Profile | null> =>
  pipe(
    profileFor(deps, caller, id),
    TE.map((profile): Profile | null => profile),
    TE.orElse((failure) => (failure._tag === 'NotFound' || isOfOneRecord(failure) ? TE.right(null) : TE.left(failure))),
  );

const withSession =
  (sessionId: string) =>
  (profile: Profile): Either<NotFound, Profile> =>
    profile.evidence.some((item) => item.kind === 'liveness_session' && item.sessionId === sessionId)
      ? E.right(profile)
      : E.left(notFound);

/**
 * Finds the profile in which a liveness session was opened, with `NotFound` as in `profileFor`. A flow token finds its
 * own profile alone.
 */
export const profileOfSession = (
  deps: Profiles,
  caller: Principal,
  sessionId: string,
): TaskEither<NotFound | Unavailable, Profile> =>
  caller.kind === 'flow'
    ? pipe(
        profileFor(deps, caller, caller.profileId),
        TE.flatMap((profile) => TE.fromEither(withSession(sessionId)(profile))),
      )
    : pipe(
        deps.profiles.findBySession(caller.tenant, sessionId),
        TE.flatMap((profile) => TE.fromEither(onlyIfAccessible(caller)(profile))),
      );

/** Finds the current profile of a reference in exactly the caller's tenant, or `null`. */
export const currentProfileFor = (
  { profiles }: Profiles,
  { tenant }: MachinePrincipal,
  reference: string,
): TaskEither<Unavailable, Profile | null> =>
  pipe(
    profiles.findCurrent(tenant, reference),
    TE.map((found) =>
      found?.tenant.partnerId === tenant.partnerId && found.tenant.teamId === tenant.teamId ? found : null,
    ),
  );

/** How many are left out of a list because their rows do not open; nothing is said where none is. */
export const damagedCount = (damaged: number): { readonly damaged?: number } => (damaged === 0 ? {} : { damaged });

/** Lists a page of the profiles that the caller may access, newest first. */
export const profilesFor = (
  { profiles }: Profiles,
  caller: MachinePrincipal | StaffPrincipal,
  filter: ProfileFilter,
): TaskEither<Unavailable, ProfilePage> =>
  pipe(
    profiles.list(caller.tenant, filter),
    TE.map((page) => ({ ...page, items: page.items.filter((profile) => canAccess(caller, profile)) })),
  );

const withoutPersonal = ({ personal: _, ...entry }: LedgerEntry): LedgerEntry => entry;

/**
 * Reads the ledger entries of a profile that was found for its caller. Once the profile is to be erased, they are
 * answered without the part that is erased.
 */
export const entriesOf = (
  { ledgerReader }: { readonly ledgerReader: LedgerReader },
  { id, redaction }: Profile,
  query: EntryQuery,
): TaskEither<Unavailable, readonly LedgerEntry[]> =>
  pipe(
    ledgerReader.entries(id, query),
    TE.map((entries) => (redaction ? entries.map(withoutPersonal) : entries)),
  );

/** Reads a part of the history of a profile that was found for its caller, as `entriesOf` does. */
export const historyOf = (
  { ledgerReader }: { readonly ledgerReader: HistoryReader },
  { id, redaction }: Profile,
  query: EntryQuery & { readonly kind: EntryKind },
): TaskEither<Unavailable, EntryPage> =>
  pipe(
    ledgerReader.history(id, query),
    TE.map((page) => (redaction ? { ...page, entries: page.entries.map(withoutPersonal) } : page)),
  );

/** How many entries one look at a ledger reads. */
const entriesPerRead = 1000;

/** Reads the newest entry of a ledger among those that are meant; `null` where there is none. */
export const newestEntry =
  (
    { ledgerReader }: { readonly ledgerReader: LedgerReader },
    id: string,
    isMeant: (entry: LedgerEntry) => boolean = () => true,
  ): TaskEither<Unavailable, LedgerEntry | null> =>
  async () => {
    let newest: LedgerEntry | null = null;
    for (let afterSeq = 0; ; ) {
      const query: EntryQuery = { afterSeq, limit: entriesPerRead };
      const page: Either<Unavailable, readonly LedgerEntry[]> = await ledgerReader.entries(id, query)();
      if (E.isLeft(page)) return page;
      newest = page.right.findLast(isMeant) ?? newest;
      if (page.right.length < entriesPerRead) return E.right(newest);
      afterSeq = page.right.at(-1)?.seq ?? afterSeq;
    }
  };

/**
 * Finds a file of a profile that was found for its caller. A file that is not in the evidence, because its upload was
 * rejected, is `NotFound`.
 */
export const fileOf = (
  { files }: { readonly files: FileStore },
  { evidence, id }: Profile,
  fileId: FileId,
): Either<NotFound, FoundFile> => {
  for (const item of evidence) {
    if (item.kind === 'file' && item.file.id === fileId) {
      return E.right({ size: item.file.size, content: files.get(id, fileId, item.contentSha256) });
    }
  }
  return E.left(notFound);
};
