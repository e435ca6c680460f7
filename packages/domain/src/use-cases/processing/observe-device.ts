import type { DeviceFacts } from '../../evidence/evidence.ts';
import type { Unavailable } from '../../kernel/errors.ts';
import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { DeviceInspector } from '../../ports/providers/device-inspector.ts';
import type { VendorCall } from '../../ports/providers/vendor-call.ts';
import type { DeviceEventClaims, DeviceEventUse } from '../../ports/stores/device-event-claims.ts';
import type { NewEvidence } from '../../profile/commands.ts';
import { keptAnswer } from './kept-answer.ts';

export type DeviceDeps = {
  readonly devices: DeviceInspector;
  readonly deviceEventClaims: DeviceEventClaims;
};

/**
 * Claims the event for its profile, and marks the evidence if it was claimed before. An event that names another
 * profile is useless here and is not claimed: otherwise anybody who learns of an event could make it unusable for the
 * person it belongs to.
 */
const claimEvent = (
  { deviceEventClaims }: DeviceDeps,
  use: DeviceEventUse,
  facts: DeviceFacts | null,
): TaskEither<Unavailable, NewEvidence> => {
  const seen = { kind: 'device' as const, eventId: use.eventId, facts };
  const kept = keptAnswer('device', seen);
  if (E.isLeft(kept)) return TE.left(kept.left);
  if (facts?.linkedId !== use.profileId) return TE.right(seen);
  return pipe(
    deviceEventClaims.claim(use),
    TE.map((claim): NewEvidence => (claim === 'taken' ? { ...seen, usedBefore: true } : seen)),
  );
};

/**
 * The provider's facts about an event, and whether it was used before; an event that the provider does not know is
 * evidence too. `named` is the event and the attempt in which it was supplied. Called again after a crash, it finds its
 * own claim.
 */
export const observeDevice = (
  deps: DeviceDeps,
  call: VendorCall,
  named: Pick<DeviceEventUse, 'eventId' | 'attempt'>,
): TaskEither<Unavailable, NewEvidence> => {
  const { eventId, attempt } = named;
  return pipe(
    deps.devices.inspect({ call, eventId }),
    TE.map((facts): DeviceFacts | null => facts),
    TE.orElse((error) => (error._tag === 'NotFound' ? TE.right(null) : TE.left(error))),
    TE.flatMap((facts) => claimEvent(deps, { eventId, profileId: call.profileId, attempt }, facts)),
  );
};
