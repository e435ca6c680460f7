import type { Unavailable } from '../../kernel/errors.ts';
import { type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { Status } from '../../kernel/status.ts';
import type { PolicyRef } from '../../policy/policy.ts';
import type { ProfileStore } from '../../ports/stores/profile-store.ts';
import type { LegalHold, Profile } from '../../profile/profile.ts';

/** A profile that has a time at which it is to be erased, or that a legal hold keeps from it. */
export type RetainedProfile = {
  readonly id: ProfileId;
  readonly partnerId: string;
  readonly status: Status;
  /** When it came to this status, as far as is known: the time of its decision, or of its last change. */
  readonly since: string;
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
) => TaskEither<Unavailable, { readonly kept: readonly RetainedProfile[]; readonly next: ProfileId | null }>;

const page = 100;

const retainedOf = (profile: Profile): readonly RetainedProfile[] => {
  const {
    decidedAt,
    erasesAt = null,
    erasureAnnouncedAt = null,
    id,
    legalHold = null,
    policy,
    status,
    tenant,
    updatedAt,
  } = profile;
  if (profile.redaction || (erasesAt === null && legalHold === null)) return [];
  const since = decidedAt ?? updatedAt;
  const announcedAt = erasureAnnouncedAt;
  return [{ id, partnerId: tenant.partnerId, status, since, policy, erasesAt, announcedAt, hold: legalHold }];
};

export const listRetained =
  ({ profiles }: { readonly profiles: Pick<ProfileStore, 'scan'> }): ListRetained =>
  (after) =>
    TE.map((found: readonly Profile[]) => ({
      kept: found.flatMap(retainedOf),
      next: found.length < page ? null : (found.at(-1)?.id ?? null),
    }))(profiles.scan(after, page));
