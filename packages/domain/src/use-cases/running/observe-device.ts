import type { NotFound, Unavailable } from '../../errors.ts';
import type { DeviceFacts } from '../../evidence/evidence.ts';
import { pipe, type TaskEither, TE } from '../../fp.ts';
import type { DeviceInspector } from '../../ports/providers/device-inspector.ts';
import type { VendorCall } from '../../ports/providers/vendor-call.ts';
import type { NewEvidence } from '../../profile/commands.ts';

/** What the provider knows of an event; an event that it does not know is evidence too. */
export const observeDevice = (
  devices: DeviceInspector,
  call: VendorCall,
  eventId: string,
): TaskEither<Unavailable, NewEvidence> =>
  pipe(
    devices.inspect({ call, eventId }),
    TE.map((facts): DeviceFacts | null => facts),
    TE.orElse((error: NotFound | Unavailable) =>
      error._tag === 'NotFound' ? TE.right<Unavailable, DeviceFacts | null>(null) : TE.left(error),
    ),
    TE.map((facts) => ({ kind: 'device' as const, eventId, facts })),
  );
