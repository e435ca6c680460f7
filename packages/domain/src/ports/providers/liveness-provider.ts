import type { LivenessClientParameters } from '../../evidence/evidence.ts';
import type { NotFound, Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { VendorCall } from './vendor-call.ts';

export type OpenedSession = {
  /** In the provider's own form: 1 to 128 letters, digits, `_`, `-` and `.`, of which no `.` comes first. */
  readonly sessionId: string;
  readonly clientParameters: LivenessClientParameters;
  /** When the provider deletes the session, which is mostly a few minutes after it was opened. */
  readonly expiresAt: string;
};

/**
 * `confidence` is 0 to 100; a provider without such a scale answers `null`, invents none, and gives its verdict as
 * `live`. A session that is still running is data, not an error.
 */
export type LivenessResult =
  | { readonly status: 'created' | 'in_progress' }
  | { readonly status: 'failed' | 'expired' }
  | {
      readonly status: 'succeeded';
      readonly confidence: number | null;
      /** Whether a living person was there. `false` never passes; `true` counts only where `confidence` is `null`. */
      readonly live?: boolean;
      /** The challenge that the person was given; `null` where the provider does not say. */
      readonly challenge: string | null;
      readonly referenceImage: Uint8Array | null;
    };

/** At most this many bytes are taken of one capture. */
export const maxCaptureBytes = 6_291_456;

/** Opens and reads face-liveness sessions at the provider. */
export type LivenessProvider = {
  /** There is no provider, by choice: every call answers `noProvider`. */
  readonly isAbsent?: true;
  /**
   * `challenge` is what the person asked for; a provider that has none to choose from heeds it not, and answers none.
   * `requestToken` (1-64 of `a-zA-Z0-9-_`) makes a repeated call answer the
   * same session.
   */
  readonly open: (input: {
    readonly call: VendorCall;
    readonly challenge: string;
    readonly requestToken: string;
  }) => TaskEither<Unavailable, OpenedSession>;
  /**
   * Takes what the page recorded of the person, where the provider has the page send it through this service. It is
   * called once for a session, and what came of it is read like any result. A provider whose page sends it to the
   * provider itself has no such method.
   */
  readonly submit?: (input: {
    readonly call: VendorCall;
    readonly sessionId: string;
    readonly capture: Uint8Array;
  }) => TaskEither<NotFound | Unavailable, void>;
  /** `NotFound` means that the provider does not know the session, or has deleted it. */
  readonly read: (input: {
    readonly call: VendorCall;
    readonly sessionId: string;
  }) => TaskEither<NotFound | Unavailable, LivenessResult>;
};
