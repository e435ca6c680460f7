import type { DeviceFacts } from '../../evidence/evidence.ts';
import type { NotFound, Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { VendorCall } from './vendor-call.ts';

/** Asks the fingerprint provider about an event that a browser named; the browser's own claims are not used. */
export type DeviceInspector = {
  /** There is no provider, by choice: every call answers `noProvider`. */
  readonly isAbsent?: true;
  readonly inspect: (input: {
    readonly call: VendorCall;
    readonly eventId: string;
  }) => TaskEither<NotFound | Unavailable, DeviceFacts>;
};
