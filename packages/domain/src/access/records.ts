import { type NotFound, notFound, type Unavailable } from '../errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../fp.ts';
import type { FileId, ProfileId } from '../ids.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { FileStore, FoundFile } from '../ports/stores/file-store.ts';
import type { EntryQuery, Histories } from '../ports/stores/histories.ts';
import type { ProfileFilter, ProfilePage, ProfileStore } from '../ports/stores/profile-store.ts';
import type { Profile } from '../profile/profile.ts';
import { type Caller, type MachineCaller, mayKnow } from './caller.ts';

// What a request reads of the stores, it reads here, and each of these asks for a caller or for a profile that was
// found for one. `test/architecture/records.test.ts` holds every use case to it, and lists who else may ask a store.

type Profiles = { readonly profiles: ProfileStore };

/** The store looks for the caller's tenant alone. That it found nothing else is not left to it. */
const known =
  (caller: Caller) =>
  (profile: Profile): Either<NotFound, Profile> =>
    mayKnow(caller, profile) ? E.right(profile) : E.left(notFound);

/** A profile by its id; `NotFound` for an unknown one and for one that the caller may not know, alike. */
export const profileFor = (
  { profiles }: Profiles,
  caller: Caller,
  id: ProfileId,
): TaskEither<NotFound | Unavailable, Profile> =>
  // A link is for one profile: no store is asked for another, which could fail to be read and so tell that it is there.
  caller.kind === 'flow' && caller.profileId !== id
    ? TE.left(notFound)
    : pipe(
        profiles.get(caller.tenant, id),
        TE.flatMap((profile) => TE.fromEither(known(caller)(profile))),
      );

const opened =
  (sessionId: string) =>
  (profile: Profile): Either<NotFound, Profile> =>
    profile.evidence.some((item) => item.kind === 'liveness_session' && item.sessionId === sessionId)
      ? E.right(profile)
      : E.left(notFound);

/** The profile in which a liveness session was opened; `NotFound` as of `profileFor`. For a link, of its own profile alone. */
export const profileOfSession = (
  needs: Profiles,
  caller: Caller,
  sessionId: string,
): TaskEither<NotFound | Unavailable, Profile> =>
  caller.kind === 'flow'
    ? pipe(
        profileFor(needs, caller, caller.profileId),
        TE.flatMap((profile) => TE.fromEither(opened(sessionId)(profile))),
      )
    : pipe(
        needs.profiles.findBySession(caller.tenant, sessionId),
        TE.flatMap((profile) => TE.fromEither(known(caller)(profile))),
      );

/** The profile that a reference has now in exactly the caller's tenant, or `null`. */
export const currentProfileFor = (
  { profiles }: Profiles,
  { tenant }: MachineCaller,
  reference: string,
): TaskEither<Unavailable, Profile | null> =>
  TE.map((found: Profile | null) =>
    found?.tenant.partnerId === tenant.partnerId && found.tenant.teamId === tenant.teamId ? found : null,
  )(profiles.findCurrent(tenant, reference));

/** A page of what the caller may know, newest first. */
export const profilesFor = (
  { profiles }: Profiles,
  caller: MachineCaller,
  filter: ProfileFilter,
): TaskEither<Unavailable, ProfilePage> =>
  TE.map(({ items, next }: ProfilePage) => ({ items: items.filter((profile) => mayKnow(caller, profile)), next }))(
    profiles.list(caller.tenant, filter),
  );

const hashedPart = ({ personal: _, ...entry }: LedgerEntry): LedgerEntry => entry;

/** Entries of a profile that was found for its caller; once it is to be erased, without what is erased of them. */
export const entriesOf = (
  { histories }: { readonly histories: Histories },
  { id, redaction }: Profile,
  query: EntryQuery,
): TaskEither<Unavailable, readonly LedgerEntry[]> =>
  TE.map((entries: readonly LedgerEntry[]) => (redaction ? entries.map(hashedPart) : entries))(
    histories.entries(id, query),
  );

/**
 * A file of a profile that was found for its caller. One that is not in the evidence, because its upload
 * was refused, is `NotFound`.
 */
export const fileOf = (
  { files }: { readonly files: FileStore },
  { evidence, id }: Profile,
  fileId: FileId,
): Either<NotFound, FoundFile> => {
  for (const item of evidence) {
    if (item.kind === 'file' && item.file.id === fileId) {
      return E.right({ size: item.file.size, content: files.get(id, fileId) });
    }
  }
  return E.left(notFound);
};
