import type { FlowEnded, Invalid, InvalidToken, NotFound, Unavailable } from '../../kernel/errors.ts';
import { pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { Principal } from '../../kernel/principal.ts';
import type { Json } from '../../ledger/entry.ts';
import { type ConsentText, consentTextIn, type ShownConsentText } from '../../policy/messages/consent-texts.ts';
import { openPolicy } from '../../policy/paths.ts';
import type { Policy } from '../../policy/policy.ts';
import { type PartnerIdentity, type PartnerOf, unnamedPartner } from '../../ports/partner-identity.ts';
import type { SettingsStore } from '../../ports/stores/settings-store.ts';
import { type ChangeDeps, loadFor } from '../access/change-profile.ts';
import { changePorts, useCase } from '../access/use-case.ts';

/** The names of the providers that are chosen; `none` is one that is not there. */
export type ProviderNames = {
  readonly liveness: string;
  readonly faces: string;
  readonly documentReader: string;
  readonly devices: string;
};

/** The part of the configuration that clients may see. */
export type PublicSettings = {
  /** Without it nobody is told. */
  readonly providers?: ProviderNames;
  /** The model that compares faces; without a name it is that of AWS. */
  readonly faceModel?: string | undefined;
  readonly livenessRegion: string;
  readonly fingerprintRegion: string;
  /** The values with which a page loads the agent of the device check; without it none is configured. */
  readonly deviceAgent?: { readonly endpoint: string; readonly publicKey: string } | null;
  /** The consent texts, the newest last: it is the one that a person is shown. At least one. */
  readonly consentTexts: readonly ConsentText[];
  readonly languages: readonly string[];
  /** Whether the document reader makes use of frames: it reads the MRZ alone. Without this property it does not. */
  readonly readsFrames?: boolean;
  /** Names of the scenarios; `null` outside the sandbox. */
  readonly scenarios:
    | readonly { readonly name: string; readonly description: string; readonly document: string }[]
    | null;
  /** How the partner of a profile shows itself; without it no partner has configured anything. */
  readonly partnerOf?: PartnerOf;
};

export type SettingsView = Omit<PublicSettings, 'partnerOf'> & {
  readonly policy: Policy;
  /** The newest consent text in the language that was asked for, or the closest one. */
  readonly consentText: ShownConsentText | null;
  readonly app: { readonly [key: string]: Json };
  /** The partner of the person who asks. */
  readonly partner: PartnerIdentity;
};

/**
 * Reads what a client needs to know before it starts. `language` is the one of the consent text; with `null` it is the
 * profile's for a person, and the service's first one for a partner.
 */
export type ReadSettings = (input: {
  readonly caller: Principal;
  readonly language: string | null;
}) => TaskEither<Invalid | NotFound | InvalidToken | FlowEnded | Unavailable, SettingsView>;

type Deps = ChangeDeps & { readonly settings: SettingsStore; readonly publicSettings: PublicSettings };

/** The policy under which somebody is verified, and the language in which. */
type Basis = { readonly policy: Policy; readonly language: string };

/** A partner and its staff get the policy of new profiles, a person that of the path of their own profile. */
const basisFor = (deps: Deps, caller: Principal): BasisTask =>
  caller.kind === 'flow'
    ? pipe(
        loadFor(deps, caller, caller.profileId, 'read'),
        TE.map(
          ({ policy, profile }): Basis => ({
            policy: openPolicy(policy, profile.evidence),
            language: profile.language,
          }),
        ),
      )
    : pipe(
        deps.policies.latest('standard', caller.tenant),
        TE.map((policy): Basis => ({ policy, language: deps.publicSettings.languages[0] ?? 'en' })),
      );

type BasisTask = TaskEither<NotFound | InvalidToken | FlowEnded | Unavailable, Basis>;

export const readSettings = useCase(
  'readSettings',
  [...changePorts, 'settings', 'publicSettings'],
  (deps: Deps): ReadSettings => {
    return ({ caller, language: asked }) =>
      pipe(
        TE.Do,
        TE.bindW('basis', () => basisFor(deps, caller)),
        TE.bindW('app', () => deps.settings.app()),
        TE.map(({ app, basis: { language, policy } }) => {
          const newest = deps.publicSettings.consentTexts.at(-1);
          const consentText = newest ? consentTextIn(newest, asked ?? language) : null;
          const { partnerOf, ...shown } = deps.publicSettings;
          return { ...shown, policy, consentText, app, partner: partnerOf?.(caller.tenant) ?? unnamedPartner };
        }),
      );
  },
);
