import type { FlowEnded, InvalidToken, NotFound, Unavailable } from '../../kernel/errors.ts';
import { pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { Principal } from '../../kernel/principal.ts';
import type { Json } from '../../ledger/entry.ts';
import type { Policy } from '../../policy/policy.ts';
import type { SettingsStore } from '../../ports/stores/settings-store.ts';
import { type ChangeDeps, loadFor } from '../access/change-profile.ts';

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
  readonly caller: Principal;
}) => TaskEither<NotFound | InvalidToken | FlowEnded | Unavailable, SettingsView>;

type Deps = ChangeDeps & { readonly settings: SettingsStore; readonly publicSettings: PublicSettings };

/** A partner gets the policy of new profiles, a person the policy of their own profile. */
const policyFor = (deps: Deps, caller: Principal): PolicyTask =>
  caller.kind === 'machine'
    ? deps.policies.latest('standard', caller.tenant)
    : TE.map(({ policy }: { readonly policy: Policy }) => policy)(loadFor(deps, caller, caller.profileId, 'read'));

type PolicyTask = TaskEither<NotFound | InvalidToken | FlowEnded | Unavailable, Policy>;

export const readSettings =
  (deps: Deps): ReadSettings =>
  ({ caller }) =>
    pipe(
      TE.Do,
      TE.bindW('policy', () => policyFor(deps, caller)),
      TE.bindW('app', () => deps.settings.app()),
      TE.map(({ policy, app }) => ({ ...deps.publicSettings, policy, app })),
    );
