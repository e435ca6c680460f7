import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';

/** The use of a device event: one attempt of one profile. */
export type DeviceEventUse = { readonly eventId: string; readonly profileId: ProfileId; readonly attempt: number };

/** `ours` means that the event belongs to this use, `taken` that it belongs to another profile or another attempt. */
export type DeviceEventClaim = 'ours' | 'taken';

/** Remembers, over all tenants, for what each device event was first used. Nothing is ever removed from it. */
export type DeviceEventClaims = {
  /**
   * The first use owns the event for ever, and may claim it again. Exactly one of the uses that claim at the same time
   * is the first.
   */
  readonly claim: (use: DeviceEventUse) => TaskEither<Unavailable, DeviceEventClaim>;
};
