import type { Caller } from '../../access/caller.ts';
import type { Policy } from '../../decision/policy.ts';
import type { FlowEnded, InvalidToken, NotFound, Unavailable } from '../../errors.ts';
import { pipe, type TaskEither, TE } from '../../fp.ts';
import type { Json } from '../../ledger/entry.ts';
import type { SettingsStore } from '../../ports/stores/settings-store.ts';
import { type ChangeNeeds, loadFor } from '../running/change-profile.ts';

/** The part of the configuration that clients may see. */
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

/** Reads what a client needs to know before it starts. */
export type ReadSettings = (input: {
  readonly caller: Caller;
}) => TaskEither<NotFound | InvalidToken | FlowEnded | Unavailable, SettingsView>;

type Needs = ChangeNeeds & { readonly settings: SettingsStore; readonly published: PublicSettings };

/** A partner gets the policy of new profiles, a person the policy of their own profile. */
const policyFor = (needs: Needs, caller: Caller): PolicyTask =>
  caller.kind === 'machine'
    ? needs.policies.latest('standard', caller.tenant)
    : TE.map(({ policy }: { readonly policy: Policy }) => policy)(loadFor(needs, caller, caller.profileId, 'read'));

type PolicyTask = TaskEither<NotFound | InvalidToken | FlowEnded | Unavailable, Policy>;

export const readSettings =
  (needs: Needs): ReadSettings =>
  ({ caller }) =>
    pipe(
      TE.Do,
      TE.bindW('policy', () => policyFor(needs, caller)),
      TE.bindW('app', () => needs.settings.app()),
      TE.map(({ policy, app }) => ({ ...needs.published, policy, app })),
    );
