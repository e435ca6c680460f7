import { randomUUID } from 'node:crypto';
import { version } from '@portcullis/app/configuration';
import {
  isPackAbort,
  type Packed,
  type PackFailure,
  type PackSources,
  packFiles,
  type Signer,
} from '@portcullis/app/evidence';
import {
  type AccessLog,
  E,
  type Profile,
  type ProfileId,
  type ProfileStore,
  type TaskEither,
  type Unavailable,
} from '@portcullis/domain';
import { deterministicId } from '@portcullis/domain/kernel';
import type { AccessLine } from '@portcullis/domain/ports';
import { createPackFolder, type PackFolder } from './pack-folder.ts';

export type PackDeps = PackSources & {
  readonly profiles: Pick<ProfileStore, 'getAny'>;
  readonly accessLog: Pick<AccessLog, 'append'>;
};

/** The profile, the folder, and the optional parts of a pack. */
export type PackOptions = {
  readonly profile: ProfileId;
  readonly out: string;
  readonly personal: boolean;
  readonly files: boolean;
};

/** Records that the operator has exported a profile. It has an id where a request has its own. */
const recordExport = ({ accessLog }: PackDeps, { id, tenant }: Profile, at: string): TaskEither<Unavailable, void> => {
  const line: AccessLine = {
    at,
    request_id: randomUUID(),
    operation: 'ledger_export',
    caller: { kind: 'operator', id: 'operator' },
    partner_id: tenant.partnerId,
    team_id: tenant.teamId,
    profile_id: id,
    status: 200,
  };
  const batch = { id: deterministicId(`access/${line.request_id}`), at, tenant, lines: [line] };
  return accessLog.append([batch]);
};

/** Writes all files of a pack into its folder. */
const writeAll = async (files: ReturnType<typeof packFiles>, pack: PackFolder): Promise<Packed> => {
  for (;;) {
    const next = await files.next();
    if (next.done) return next.value;
    await pack.write(next.value.path, next.value.pieces);
  }
};

/**
 * Writes an evidence pack of a profile into a new folder. A line of the access log says so before anything is written,
 * with the present time, so that there is no part of a pack without it, and no reader of the log is past it; it is also
 * there when the export fails afterwards. Then no folder is left behind. It throws if the folder cannot be written.
 */
export const exportPack =
  (deps: PackDeps, args: PackOptions, signer: Signer, now: () => string): TaskEither<PackFailure, Packed> =>
  async () => {
    const profile = await deps.profiles.getAny(args.profile)();
    if (E.isLeft(profile)) return profile;
    const madeAt = now();
    const recorded = await recordExport(deps, profile.right, madeAt)();
    if (E.isLeft(recorded)) return recorded;
    const pack = await createPackFolder(args.out);
    try {
      const parts = { personal: args.personal, files: args.files, showsHoldNote: () => true };
      const origin = { madeAt, madeBy: `portcullis ${version}` };
      return E.right(await writeAll(packFiles(deps, profile.right, parts, origin, signer), pack));
    } catch (thrown) {
      await pack.discard();
      if (isPackAbort(thrown)) return E.left(thrown.failure);
      throw thrown;
    }
  };
