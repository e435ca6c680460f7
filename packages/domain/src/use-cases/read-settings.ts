import type { Caller } from '../access/caller.ts';
import type { Policy } from '../decision/policy.ts';
import type { FlowEnded, InvalidToken, NotFound, Unavailable } from '../errors.ts';
import type { TaskEither } from '../fp.ts';
import type { Json } from '../ledger/entry.ts';

/** What stands in the configuration and may be told to clients. */
export type PublicSettings = {
  readonly livenessRegion: string;
  readonly fingerprintRegion: string;
  readonly consentVersions: readonly string[];
  readonly languages: readonly string[];
  /** Names of the scenarios; `null` outside the sandbox. */
  readonly scenarios:
    | readonly { readonly name: string; readonly description: string; readonly document: string }[]
    | null;
};

export type SettingsView = PublicSettings & { readonly policy: Policy; readonly app: { readonly [key: string]: Json } };

/** What a client needs to know before it starts. */
export type ReadSettings = (input: {
  readonly caller: Caller;
}) => TaskEither<NotFound | InvalidToken | FlowEnded | Unavailable, SettingsView>;
