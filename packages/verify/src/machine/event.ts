import type { FlowProfile, FlowSettings, LivenessSession, Problem } from '@portcullis/client/flow';
import type { Call, CameraFault, Choice, LivenessFault, Side } from './state.ts';

/** Why a call failed, as far as the page acts on it. */
export type Fault = Pick<Problem, 'code'> &
  Partial<Pick<Problem, 'retryable' | 'retry_after'>> & {
    /** Whether the device says that it has a connection. */
    readonly isOnline?: boolean;
    /** The sides whose photos are to blame, where the service says so. */
    readonly sides?: readonly Side[];
  };

/** An event of the page: the person acts, the service answers, or time passes. */
export type PageEvent =
  | {
      readonly type: 'opened';
      readonly hasToken: boolean;
      /** Whether a part of the link got lost on its way. */
      readonly isCut?: true;
      /** The partner's name in the link of another device, where it is such a link. */
      readonly handoff?: { readonly from: string | null };
    }
  | { readonly type: 'loaded'; readonly profile: FlowProfile; readonly settings: FlowSettings }
  | {
      readonly type: 'translated';
      readonly language: string;
      readonly profile: FlowProfile;
      readonly settings: FlowSettings;
    }
  | { readonly type: 'profile_read'; readonly profile: FlowProfile }
  | {
      readonly type: 'session_opened';
      readonly session: LivenessSession;
      /** As it was after a device event was sent. */
      readonly profile?: FlowProfile;
    }
  | { readonly type: 'liveness_read'; readonly live: boolean | null }
  | { readonly type: 'failed'; readonly fault: Fault; readonly call: Call }
  | { readonly type: 'continued' }
  | { readonly type: 'went_back' }
  | { readonly type: 'consented' }
  | { readonly type: 'declined' }
  | { readonly type: 'chose'; readonly choice: Choice }
  /** `frames` are pictures of the same moment; a chosen file has none. */
  | { readonly type: 'took_photo'; readonly photo: Blob; readonly frames?: readonly Blob[] }
  /** A chosen file has no picture in it. */
  | { readonly type: 'photo_failed' }
  | { readonly type: 'camera_failed'; readonly fault: CameraFault }
  | { readonly type: 'accepted_photo' }
  | { readonly type: 'liveness_ended' }
  | { readonly type: 'liveness_failed'; readonly fault: LivenessFault }
  | { readonly type: 'chose_language'; readonly language: string }
  | { readonly type: 'wanted_telephone' }
  | { readonly type: 'wanted_path' }
  | { readonly type: 'chose_path'; readonly path: string }
  | { readonly type: 'handoff_made'; readonly code: string; readonly isRenewed: boolean }
  | { readonly type: 'followed'; readonly profile: FlowProfile }
  | { readonly type: 'redeemed' }
  | { readonly type: 'came_online' }
  | { readonly type: 'elapsed'; readonly ticket: number };
