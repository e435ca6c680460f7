import type { LivenessClientParameters } from '../../evidence/evidence.ts';
import type { NotFound, Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { VendorCall } from './vendor-call.ts';

export type OpenedSession = {
  readonly sessionId: string;
  readonly clientParameters: LivenessClientParameters;
  /** When the provider deletes the session, which is mostly a few minutes after it was opened. */
  readonly expiresAt: string;
};

/** `confidence` is 0 to 100. A session that is still running is data, not an error. */
export type LivenessResult =
  | { readonly status: 'created' | 'in_progress' }
  | { readonly status: 'failed' | 'expired' }
  | {
      readonly status: 'succeeded';
      readonly confidence: number;
      /** The challenge that the person was given; `null` where the provider does not say. */
      readonly challenge: string | null;
      readonly referenceImage: Uint8Array | null;
    };

/** Opens and reads face-liveness sessions at the provider. */
export type LivenessProvider = {
  /**
   * `challenge` is one of the provider's own. `requestToken` (1-64 of `a-zA-Z0-9-_`) makes a repeated call answer the
   * same session.
   */
  readonly open: (input: {
    readonly call: VendorCall;
    readonly challenge: string;
    readonly requestToken: string;
  }) => TaskEither<Unavailable, OpenedSession>;
  /** `NotFound` means that the provider does not know the session, or has deleted it. */
  readonly read: (input: {
    readonly call: VendorCall;
    readonly sessionId: string;
  }) => TaskEither<NotFound | Unavailable, LivenessResult>;
};
