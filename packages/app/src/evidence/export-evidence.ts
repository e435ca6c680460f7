import {
  type Clock,
  E,
  type Either,
  type FileStore,
  type LedgerEntry,
  type LedgerReader,
  type PolicyStore,
  type Profile,
  type ProfileStore,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import { hasPermission, type InsufficientPermission, insufficientPermission } from '@portcullis/domain/kernel';
import { clockFault, isoNow, profileFor } from '@portcullis/domain/use-cases';
import { type ExportEvidence, ledgerUnsound, seesHoldNote } from '@portcullis/http';
import { zipArchive } from './pack-archive.ts';
import { type PackFailure, packFiles, verifyForPack } from './pack-files.ts';
import { signerFromSeed } from './signer.ts';

export type EvidenceDeps = {
  readonly clock: Clock;
  readonly profiles: ProfileStore;
  readonly ledgerReader: LedgerReader;
  readonly policies: PolicyStore;
  readonly files: FileStore;
  /** The seed of the key with which the service signs packs, which is made at its first use. */
  readonly signingSeed: TaskEither<Unavailable, Uint8Array>;
  /** The name and the version of this release. */
  readonly release: string;
};

const refusalOf = (failure: PackFailure) => (failure._tag === 'Unsound' ? ledgerUnsound : failure);

/** The bytes that are held at once while a pack is made: the largest picture, as it is stored and as it is sent. */
const bytesAtOnce = ({ evidence }: Profile): number =>
  2 * Math.max(0, ...evidence.map((item) => (item.kind === 'file' ? item.file.size : 0)));

const requireTrustedClock = ({ clock }: EvidenceDeps): Either<Unavailable, void> => {
  const fault = clockFault(clock);
  return fault ? E.left(fault) : E.right(undefined);
};

type ExportInput = Parameters<ExportEvidence>[0];

/** Refuses a part of a pack that the member of staff may not see. */
const mayExport = ({ caller, files, personal }: ExportInput): Either<InsufficientPermission, void> => {
  if (personal && !hasPermission(caller, 'persons:read')) return E.left(insufficientPermission('persons:read'));
  return files && !hasPermission(caller, 'pictures:read')
    ? E.left(insufficientPermission('pictures:read'))
    : E.right(undefined);
};

const soundForPack = (deps: EvidenceDeps, profile: Profile, hasPictures: boolean) =>
  pipe(verifyForPack(deps, profile, hasPictures), TE.mapLeft(refusalOf));

/**
 * The evidence pack of a profile that a member of staff may see, as one archive. Its ledger is verified, and
 * its pictures are read, before anything is answered, and once more while the archive is made; nothing of it is kept.
 */
export const exportEvidence =
  (deps: EvidenceDeps): ExportEvidence =>
  (asked) => {
    const { caller, files, id, personal } = asked;
    return pipe(
      TE.Do,
      TE.bindW('allowed', () => TE.fromEither(mayExport(asked))),
      TE.bindW('trusted', () => TE.fromEither(requireTrustedClock(deps))),
      TE.bindW('profile', () => profileFor(deps, caller, id)),
      TE.bindW('seed', () => deps.signingSeed),
      TE.bindW('sound', ({ profile }) => soundForPack(deps, profile, files)),
      TE.map(({ profile, seed }) => {
        const madeAt = isoNow(deps.clock);
        const origin = { madeAt, madeBy: deps.release, exportedBy: caller.staffId };
        const parts = { personal, files, showsHoldNote: (entry: LedgerEntry) => seesHoldNote(caller, entry) };
        return {
          bytesAtOnce: files ? bytesAtOnce(profile) : 0,
          archive: () =>
            zipArchive(packFiles(deps, profile, parts, origin, signerFromSeed(seed)), `evidence-${id}`, madeAt),
        };
      }),
    );
  };
