import type { TaskEither } from '../kernel/fp.ts';

/** The screens of the page of the person, in their order. */
export const flowSteps = [
  'welcome',
  'consent',
  'document_choice',
  'camera',
  'document_front',
  'document_back',
  'liveness',
  'waiting',
  'result',
  'handoff',
] as const;

/** The outcome of a screen: it was shown, done, could not be done, or was left without. */
export const flowOutcomes = ['shown', 'done', 'failed', 'left'] as const;

/** Why a screen could not be done, in words of the page: no text of a person or a browser is taken. */
export const flowErrors = [
  'camera_denied',
  'camera_missing',
  'camera_busy',
  'camera_lost',
  'camera_unsupported',
  'offline',
  'upload_failed',
  'image_rejected',
  'consent_declined',
  'liveness_failed',
  'liveness_timeout',
  'liveness_unavailable',
  'link_expired',
  'link_ended',
  'rate_limited',
  'service_unavailable',
  'unexpected',
] as const;

/** The report of a person's page about one screen. It is counted, and stored nowhere. */
export type FlowStepReport = {
  readonly step: (typeof flowSteps)[number];
  readonly outcome: (typeof flowOutcomes)[number];
  readonly error: (typeof flowErrors)[number] | null;
  readonly seconds: number | null;
};

/** Counts a report. */
export type ReportFlowStep = (report: FlowStepReport) => TaskEither<never, void>;
