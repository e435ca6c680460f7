import type { Claimed, Evidence, FailureReason } from '../evidence/evidence.ts';
import type { ProfileId } from '../kernel/ids.ts';
import type { Step } from '../kernel/steps.ts';
import type { Actor, Json } from '../ledger/entry.ts';
import type { RequestedSettings, SettingsChange } from './partner-settings.ts';
import type { ErasureCause } from './profile.ts';
import type { Reviewer } from './reviewer.ts';

type WithoutStamp<E> = E extends Evidence ? Omit<E, 'attempt' | 'at' | 'late'> : never;

/** Evidence as it is supplied: the aggregate adds attempt and time. */
export type NewEvidence = WithoutStamp<Evidence>;

/** The parts of every judgement of a reviewer. A review without a reviewer is rejected. */
type Review = { readonly reviewer: Reviewer | null; readonly note: string };

/** An action that somebody wants for a profile. */
export type ProfileAction =
  /** The person used the link for the first time. */
  | { readonly type: 'open_flow' }
  /** A person or a partner supplies something. All of it is taken, or nothing. */
  | ({
      readonly type: 'supply';
      readonly claimed?: Claimed;
      readonly evidence: readonly NewEvidence[];
    } & SettingsChange)
  /** The service got an answer from a provider. `forAttempt` is the attempt for which it asked. */
  | { readonly type: 'observe'; readonly forAttempt: number; readonly evidence: readonly NewEvidence[] }
  /** A provider was called for an analysis in this attempt, and gave no reading. */
  | { readonly type: 'analysis_failed'; readonly forAttempt: number; readonly reason: FailureReason }
  /** A provider was called for a device event in this attempt, and nothing of its answer is kept. */
  | { readonly type: 'inspection_failed'; readonly forAttempt: number }
  | { readonly type: 'submit' }
  /** The checks are to be judged now; this is rejected while the profile is not being processed. */
  | { readonly type: 'complete_checks' }
  /** `behind` is who stands behind it beside the reviewer: where nothing is said, the client that calls. */
  | (Review & {
      readonly type: 'review_approved';
      readonly reason: string;
      readonly behind?: readonly string[] | undefined;
    })
  | (Review & { readonly type: 'review_declined'; readonly reason: string })
  | (Review & { readonly type: 'input_requested'; readonly steps: readonly Step[] })
  | { readonly type: 'reopened'; readonly note: string }
  | { readonly type: 'renewed'; readonly note: string | null }
  /** `replaced` means that another profile under another policy takes its place. */
  | { readonly type: 'canceled'; readonly replaced?: true; readonly note: string | null }
  /** The reference was requested again: claimed data and metadata are merged, and the person gets a new link. */
  | ({
      readonly type: 'reuse';
      readonly claimed: Claimed;
      /** Makes no new link, so that those that there are stay alive. */
      readonly keepLink?: boolean;
    } & RequestedSettings)
  | { readonly type: 'renew_link' }
  /** Another profile takes the place of this one. */
  | { readonly type: 'supersede'; readonly next: ProfileId }
  /** A partner adds an event of its own, `partner.*`. All that it says, times included, is data. */
  | { readonly type: 'append'; readonly event: string; readonly data: { readonly [key: string]: Json } }
  /**
   * The retention time of the profile ends soon, or its end was announced by a clock that was ahead. `at` is the time
   * by the clock as it is now: the entries of a profile are never before the last one, which may be ahead of it.
   */
  | { readonly type: 'announce_erasure'; readonly at: string }
  | { readonly type: 'take_back_erasure'; readonly at: string }
  | { readonly type: 'erase'; readonly because: ErasureCause }
  /** Nothing is left of the person besides the profile. */
  | { readonly type: 'erased' }
  | { readonly type: 'hold'; readonly note: string | null }
  | { readonly type: 'release'; readonly note: string | null };

/** An action with the actor who requests it; the same `id` twice has one effect. */
export type Command = { readonly id: string; readonly actor: Actor; readonly action: ProfileAction };
