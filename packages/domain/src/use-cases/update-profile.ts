import type { Caller } from '../access/caller.ts';
import type { DomainError } from '../errors.ts';
import type { Claimed, UploadKind } from '../evidence/evidence.ts';
import type { TaskEither } from '../fp.ts';
import type { ProfileId } from '../ids.ts';
import type { ProfileView } from '../profile/view.ts';

export type Upload = { readonly kind: UploadKind; readonly bytes: Uint8Array };

export type ProfilePatch = {
  readonly claimed?: Claimed;
  readonly consent?: { readonly textVersion: string; readonly locale: string; readonly granted: boolean };
  readonly device?: { readonly eventId: string };
  readonly language?: string;
  /** `null` removes a key. */
  readonly metadata?: { readonly [key: string]: string | null };
  readonly files: readonly Upload[];
};

/**
 * Records what a person or a partner supplies, all of it or nothing. Supplying the last required step submits the
 * profile and runs its checks before the answer. `expectedVersion` is the caller's `If-Match`.
 */
export type UpdateProfile = (input: {
  readonly caller: Caller;
  readonly id: ProfileId;
  readonly expectedVersion: number | null;
  readonly patch: ProfilePatch;
}) => TaskEither<DomainError, ProfileView>;
