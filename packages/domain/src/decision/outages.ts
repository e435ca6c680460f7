import { type Service, type UnavailableKind, unavailableKinds } from '../errors.ts';
import type { FailureReason, ProviderFailureEvidence } from '../evidence/evidence.ts';
import type { Status } from '../profile/profile.ts';
import { type Check, type CheckName, checkNames } from './checks.ts';
import type { Outcome } from './decision.ts';
import type { ReasonCode } from './reasons.ts';

/** The providers that are asked about a person, by the names of their ports. */
export const providers = [
  'liveness',
  'browser_credentials',
  'document_reader',
  'faces',
  'device',
] as const satisfies readonly Service[];
export type Provider = (typeof providers)[number];

export const occasions = ['request', 'processing'] as const;
/** A call that somebody's request makes, or an observation that is made while a profile is processed. */
export type Occasion = (typeof occasions)[number];

/** What a caller is told who waited for a provider in vain, as a code of the API. */
export type OutageCode = 'provider_unavailable' | 'deadline_exceeded' | 'not_configured' | 'provider_rejected';

type Requirement = Check['requirement'];

/** What is recorded for a kind of outage, and what a waiting caller is told: the same for every provider. */
const kinds: { readonly [Kind in UnavailableKind]: { readonly reason: FailureReason; readonly code: OutageCode } } = {
  unavailable: { reason: 'provider_unavailable', code: 'provider_unavailable' },
  timeout: { reason: 'provider_timeout', code: 'deadline_exceeded' },
  quota: { reason: 'provider_quota_exceeded', code: 'provider_unavailable' },
  invalid_response: { reason: 'provider_response_invalid', code: 'provider_rejected' },
  not_configured: { reason: 'provider_unavailable', code: 'not_configured' },
  rejected: { reason: 'provider_response_invalid', code: 'provider_rejected' },
  model_refused: { reason: 'ai_refused', code: 'provider_rejected' },
  output_truncated: { reason: 'ai_output_truncated', code: 'provider_rejected' },
  output_invalid: { reason: 'ai_output_invalid', code: 'provider_rejected' },
};

/** Whether the driver asks once more. What a model did with an image it will do with it again, for the same price. */
const driverAsksAgain: { readonly [Reason in FailureReason]: boolean } = {
  provider_unavailable: true,
  provider_timeout: true,
  provider_quota_exceeded: true,
  provider_response_invalid: true,
  ai_refused: false,
  ai_output_truncated: false,
  ai_output_invalid: true,
};

/**
 * What a check leads to whose provider gave no answer. An approval is no possible value: an outage must not be a way
 * around a check, also not around one that the policy could do without.
 */
const outcomes: { readonly [R in Requirement]: Exclude<Outcome, 'approve' | 'retry'> } = {
  required: 'review',
  optional: 'review',
};

const statusAfter = { review: 'in_review', decline: 'declined' } as const satisfies Record<string, Status>;

type ProviderFacts = {
  /** The checks that have no answer without it. */
  readonly checks: readonly CheckName[];
  /** When it is asked, and whether somebody waits for just this answer. */
  readonly asked: { readonly [O in Occasion]?: 'waited_for' | 'unheard' };
  readonly kinds: readonly UnavailableKind[];
};

const ofModels: readonly UnavailableKind[] = ['model_refused', 'output_truncated', 'output_invalid'];
const ofEveryone = unavailableKinds.filter((kind) => !ofModels.includes(kind));
const ofDocuments = checkNames.filter((name) => name.startsWith('document_'));

const facts: { readonly [P in Provider]: ProviderFacts } = {
  liveness: { checks: ['liveness', 'face_match'], asked: { request: 'waited_for' }, kinds: ofEveryone },
  browser_credentials: { checks: ['liveness', 'face_match'], asked: { request: 'waited_for' }, kinds: ofEveryone },
  document_reader: {
    checks: [...ofDocuments, 'claimed_data'],
    asked: { request: 'waited_for', processing: 'waited_for' },
    kinds: unavailableKinds,
  },
  faces: { checks: ['face_match'], asked: { processing: 'unheard' }, kinds: ofEveryone },
  device: { checks: ['device'], asked: { request: 'unheard', processing: 'unheard' }, kinds: ofEveryone },
};

/** The checks that a provider's outage leaves without an answer. */
export const checksBehind = (provider: Provider): readonly CheckName[] => facts[provider].checks;

/** What is recorded when an observation fails for this kind of outage. */
export const outageReason = (kind: UnavailableKind): FailureReason => kinds[kind].reason;

/** What a caller is told who waited in vain. */
export const outageCode = (kind: UnavailableKind): OutageCode => kinds[kind].code;

/** Whether a provider that failed in this way is asked once more by the profile's driver. */
export const isAskedAgain = (reason: FailureReason): boolean => driverAsksAgain[reason];

const reasons: ReadonlySet<ReasonCode> = new Set(unavailableKinds.map(outageReason));

/** Whether a reason says that a provider gave no answer. */
export const isOutage = (reason: ReasonCode): boolean => reasons.has(reason);

/** What a check leads to whose provider gave no answer. */
export const outcomeOfOutage = (requirement: Requirement): Outcome => outcomes[requirement];

/** The kind of outage behind a recorded failure; of one that was recorded without its kind, the first of its reason. */
export const kindBehind = ({ outage, reason }: Pick<ProviderFailureEvidence, 'outage' | 'reason'>): UnavailableKind =>
  outage ?? unavailableKinds.find((kind) => kinds[kind].reason === reason) ?? 'unavailable';

/** What one kind of outage of one provider comes to. */
export type OutageCell = {
  readonly provider: Provider;
  readonly occasion: Occasion;
  readonly kind: UnavailableKind;
  /** Of the checks behind the provider, by the policy. */
  readonly requirement: Requirement;
  /** The reason that is recorded as evidence; `null`: nothing is. */
  readonly reason: FailureReason | null;
  /** Who asks once more: the driver up to the policy's `providerTries`, the caller by repeating the request, or nobody. */
  readonly asksAgain: 'driver' | 'caller' | 'nobody';
  /** Where the profile is once nobody asks any more. */
  readonly profile: Exclude<Status, 'approved'> | 'unchanged';
  /** What the caller is told; `null`: the request succeeds without the answer. */
  readonly code: OutageCode | null;
};

type CellName = Pick<OutageCell, 'provider' | 'occasion' | 'kind' | 'requirement'>;

const cellOf = (name: CellName, isWaitedFor: boolean): OutageCell => {
  const { reason, code } = kinds[name.kind];
  const told = isWaitedFor ? code : null;
  if (name.occasion === 'request') {
    return { ...name, reason: null, asksAgain: told ? 'caller' : 'driver', profile: 'unchanged', code: told };
  }
  const profile = statusAfter[outcomes[name.requirement]];
  return { ...name, reason, asksAgain: driverAsksAgain[reason] ? 'driver' : 'nobody', profile, code: told };
};

const cellsOf = (provider: Provider): readonly OutageCell[] =>
  occasions.flatMap((occasion) => {
    const asked = facts[provider].asked[occasion];
    if (asked === undefined) return [];
    return facts[provider].kinds.flatMap((kind) =>
      (['required', 'optional'] as const).map((requirement) =>
        cellOf({ provider, occasion, kind, requirement }, asked === 'waited_for'),
      ),
    );
  });

/** Every outage that there can be, and what it comes to; `docs/outages.md` is made from it. */
export const outageCells: readonly OutageCell[] = providers.flatMap(cellsOf);
