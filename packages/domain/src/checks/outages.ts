import type { FailureReason, ProviderFailureEvidence } from '../evidence/evidence.ts';
import { type UnavailableKind, unavailableKinds } from '../kernel/errors.ts';
import type { Status } from '../kernel/status.ts';
import type { ReasonCode } from '../policy/reasons.ts';
import { type VerificationProvider, verificationProviders } from './check-module.ts';
import type { Outcome } from './decision.ts';
import type { Check } from './shared/check.ts';

export const callOrigins = ['request', 'processing'] as const;
/** Whether an HTTP request makes the provider call, or the processing of a profile does. */
export type CallOrigin = (typeof callOrigins)[number];

/** The API error code for a caller who waited for a provider that gave no answer. */
export type OutageCode =
  | 'provider_unavailable'
  | 'provider_budget_exhausted'
  | 'deadline_exceeded'
  | 'not_configured'
  | 'provider_rejected';

type Requirement = Check['requirement'];

/** The recorded reason and the API error code of each kind of outage. They are the same for every provider. */
const kindFacts: { readonly [Kind in UnavailableKind]: { readonly reason: FailureReason; readonly code: OutageCode } } =
  {
    unavailable: { reason: 'provider_unavailable', code: 'provider_unavailable' },
    timeout: { reason: 'provider_timeout', code: 'deadline_exceeded' },
    quota: { reason: 'provider_quota_exceeded', code: 'provider_unavailable' },
    invalid_response: { reason: 'provider_response_invalid', code: 'provider_rejected' },
    not_configured: { reason: 'provider_unavailable', code: 'not_configured' },
    no_provider: { reason: 'provider_not_configured', code: 'not_configured' },
    budget_exhausted: { reason: 'provider_budget_exhausted', code: 'provider_budget_exhausted' },
    rejected: { reason: 'provider_response_invalid', code: 'provider_rejected' },
    model_refused: { reason: 'ai_refused', code: 'provider_rejected' },
    output_truncated: { reason: 'ai_output_truncated', code: 'provider_rejected' },
    output_invalid: { reason: 'ai_output_invalid', code: 'provider_rejected' },
  };

/**
 * Whether processing repeats the call. A model would do the same with the same image again, at the same price, and a
 * budget lasts until the next day.
 */
const retriedByProcessing: { readonly [Reason in FailureReason]: boolean } = {
  provider_unavailable: true,
  provider_timeout: true,
  provider_quota_exceeded: true,
  provider_budget_exhausted: false,
  provider_not_configured: false,
  provider_response_invalid: true,
  ai_refused: false,
  ai_output_truncated: false,
  ai_output_invalid: true,
};

/**
 * The outcome of a check whose provider gave no answer. The type excludes an approval: an outage must not be a way
 * around a check, not even around an optional one.
 */
const outcomeByRequirement: { readonly [R in Requirement]: Exclude<Outcome, 'approve' | 'retry'> } = {
  required: 'review',
  optional: 'review',
};

const statusAfterOutcome = { review: 'in_review', decline: 'declined' } as const satisfies Record<string, Status>;

type ProviderFacts = {
  /** When the provider is called, and whether a caller waits for this answer. */
  readonly calls: { readonly [O in CallOrigin]?: 'waited_for' | 'unheard' };
  readonly kinds: readonly UnavailableKind[];
};

const modelKinds: readonly UnavailableKind[] = ['model_refused', 'output_truncated', 'output_invalid'];
/** The outages that a provider itself can cause. An exhausted budget is not its doing, nor is that there is none. */
const providerKinds = unavailableKinds.filter((kind) => kind !== 'budget_exhausted' && kind !== 'no_provider');
const commonKinds = providerKinds.filter((kind) => !modelKinds.includes(kind));

const providerFacts: { readonly [P in VerificationProvider]: ProviderFacts } = {
  liveness: { calls: { request: 'waited_for' }, kinds: commonKinds },
  browser_credentials: { calls: { request: 'waited_for' }, kinds: commonKinds },
  document_reader: {
    calls: { request: 'waited_for', processing: 'waited_for' },
    kinds: providerKinds,
  },
  faces: { calls: { processing: 'unheard' }, kinds: commonKinds },
  device: { calls: { request: 'unheard', processing: 'unheard' }, kinds: commonKinds },
};

/** The reason that is recorded when an observation fails with this kind of outage. */
export const outageReason = (kind: UnavailableKind): FailureReason => kindFacts[kind].reason;

/** The API error code for a caller who waited for the answer. */
export const outageCode = (kind: UnavailableKind): OutageCode => kindFacts[kind].code;

/** Whether processing calls a provider again after a failure with this reason. */
export const isRetriedByProcessing = (reason: FailureReason): boolean => retriedByProcessing[reason];

const outageReasons: ReadonlySet<ReasonCode> = new Set(unavailableKinds.map(outageReason));

/** Whether a reason means that a provider gave no answer. */
export const isOutage = (reason: ReasonCode): boolean => outageReasons.has(reason);

/** The outcome of a check whose provider gave no answer. */
export const outcomeOfOutage = (requirement: Requirement): Outcome => outcomeByRequirement[requirement];

/** The kind of outage of a recorded failure. If none was recorded, it is the first kind that has the same reason. */
export const outageKindOf = ({ outage, reason }: Pick<ProviderFailureEvidence, 'outage' | 'reason'>): UnavailableKind =>
  outage ?? unavailableKinds.find((kind) => kindFacts[kind].reason === reason) ?? 'unavailable';

/** The consequences of one kind of outage of one provider. */
export type OutageCell = {
  readonly provider: VerificationProvider;
  readonly origin: CallOrigin;
  readonly kind: UnavailableKind;
  /** The requirement that the policy sets for the checks that depend on the provider. */
  readonly requirement: Requirement;
  /** The reason that is recorded as evidence; `null` if nothing is recorded. */
  readonly reason: FailureReason | null;
  /**
   * The caller of the next try: the processing of the profile up to the policy's `providerTries`, the caller with a new
   * request, or nobody.
   */
  readonly retriedBy: 'processing' | 'caller' | 'nobody';
  /** The status of the profile once nobody repeats the call any more. */
  readonly profile: Exclude<Status, 'approved'> | 'unchanged';
  /** The API error code for the caller; `null` if the request succeeds without the answer. */
  readonly code: OutageCode | null;
};

type CellKey = Pick<OutageCell, 'provider' | 'origin' | 'kind' | 'requirement'>;

const cellOf = (key: CellKey, callerWaits: boolean): OutageCell => {
  const { reason, code } = kindFacts[key.kind];
  const visibleCode = callerWaits ? code : null;
  if (key.origin === 'request') {
    return {
      ...key,
      reason: null,
      retriedBy: visibleCode ? 'caller' : 'processing',
      profile: 'unchanged',
      code: visibleCode,
    };
  }
  const profile = statusAfterOutcome[outcomeByRequirement[key.requirement]];
  return {
    ...key,
    reason,
    retriedBy: retriedByProcessing[reason] ? 'processing' : 'nobody',
    profile,
    code: visibleCode,
  };
};

const cellsOf = (provider: VerificationProvider): readonly OutageCell[] =>
  callOrigins.flatMap((origin) => {
    const asked = providerFacts[provider].calls[origin];
    if (asked === undefined) return [];
    return providerFacts[provider].kinds.flatMap((kind) =>
      (['required', 'optional'] as const).map((requirement) =>
        cellOf({ provider, origin, kind, requirement }, asked === 'waited_for'),
      ),
    );
  });

/** Every possible outage and its consequences. `docs/outages.md` is generated from this table. */
export const outageCells: readonly OutageCell[] = verificationProviders.flatMap(cellsOf);
