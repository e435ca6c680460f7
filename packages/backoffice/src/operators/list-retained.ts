import type { PolicyRef } from '@portcullis/domain/checks';
import {
  type Invalid,
  type ProfileId,
  pipe,
  type Status,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain/kernel';
import type { LedgerReader, ProfileScan, ProfileStore } from '@portcullis/domain/ports';
import type { LegalHold, Profile } from '@portcullis/domain/profile';
import { useCase } from '../access/use-case.ts';

/** A profile that has a time at which it is to be erased, or that a legal hold keeps from it. */
export type RetainedProfile = {
  readonly id: ProfileId;
  readonly partnerId: string;
  readonly status: Status;
  readonly policy: PolicyRef;
  readonly erasesAt: string | null;
  /** When its erasure by retention was announced; `null` means not yet. */
  readonly announcedAt: string | null;
  readonly hold: LegalHold | null;
};

/**
 * Some profiles of all tenants, by id; `next` is where the next page begins, `null` on the last one. It writes nothing.
 */
export type ListRetained = (
  after: ProfileId | null,
) => TaskEither<Invalid | Unavailable, Omit<ProfileScan, 'profiles'> & { readonly kept: readonly RetainedProfile[] }>;

const page = 100;

const retainedOf = (profile: Profile): readonly RetainedProfile[] => {
  const { erasesAt, erasureAnnouncedAt, id, legalHold = null, policy, status, tenant } = profile;
  if (profile.redaction || (erasesAt === null && legalHold === null)) return [];
  const announcedAt = erasureAnnouncedAt;
  return [
    {
      id,
      partnerId: tenant.partnerId,
      status,
      policy,
      erasesAt,
      announcedAt,
      hold: legalHold,
    },
  ];
};

export const listRetained = useCase(
  'listRetained',
  ['profiles'],
  ({ profiles }: { readonly profiles: Pick<ProfileStore, 'scan'> }): ListRetained =>
    (after) =>
      pipe(
        profiles.scan(after, page),
        TE.map(({ damaged, next, profiles: found }) => ({ kept: found.flatMap(retainedOf), damaged, next })),
      ),
);

/** When the newest change of status was recorded; `null` where the ledger has none. */
const newestChange = (
  ledger: LedgerReader,
  id: ProfileId,
  afterSeq: number,
  known: string | null,
): TaskEither<Unavailable, string | null> =>
  pipe(
    ledger.entries(id, { kind: 'status_change', afterSeq, limit: page }),
    TE.flatMap((entries) => {
      const last = entries.at(-1);
      if (last === undefined) return TE.right(known);
      const at = entries.findLast(({ from, to }) => to !== undefined && to !== from)?.recorded_at ?? known;
      return entries.length < page ? TE.right(at) : newestChange(ledger, id, last.seq, at);
    }),
  );

/**
 * When a profile came to the status that it has, as its ledger tells it: neither the time of its decision, which may be
 * that of an earlier status, nor that of its last change, which may be a hold or the announcement of its erasure.
 * Answers `null` where the ledger has no change of status.
 */
export const readStatusSince = useCase(
  'readStatusSince',
  ['chains'],
  ({ chains }: { readonly chains: LedgerReader }) =>
    (id: ProfileId): TaskEither<Unavailable, string | null> =>
      newestChange(chains, id, 0, null),
);
