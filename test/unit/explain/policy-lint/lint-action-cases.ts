import type { ReasonCode } from '@portcullis/domain';
import { defaultAction } from '@portcullis/domain/checks';
import { aPolicy } from '../../../support/builders/policies.ts';
import { error, found, type LintCase, warning, withActions, withoutChecks } from './lint-case.ts';

const signs: readonly ReasonCode[] = ['velocity_device', 'velocity_document', 'velocity_reference'];

const laxer = (reason: ReasonCode, own: string) => warning(`/actions/${reason}`, `is laxer: by itself it is ${own}`);

/** Policies with actions for reasons. */
export const actionCases: readonly LintCase[] = [
  found(
    'actions for reasons that nothing gives',
    withActions({ policy_sampled: 'info', lapse_document_expired: 'decline', liveness_session_expired: 'review' }),
    ...(['liveness_session_expired', 'policy_sampled', 'lapse_document_expired'] as const).map((reason) =>
      warning(`/actions/${reason}`, 'is unreachable: no check of this policy gives this reason'),
    ),
  ),
  found(
    'an action for a reason of a check that is not run',
    withActions(
      { device_bot: 'decline' },
      { ...withoutChecks('device', 'duplicates', 'velocity'), optionalSteps: ['document_back'] },
    ),
    warning('/actions/device_bot', 'is unreachable: no check of this policy gives this reason'),
  ),
  found(
    'an action that is the own one',
    withActions({ device_bot: 'review' }),
    warning('/actions/device_bot', 'is review anyway'),
  ),
  found('stricter actions', withActions({ device_bot: 'decline', document_blurry: 'review', network_vpn: 'retry' })),
  found(
    'an outage of which little is made',
    withActions({ provider_timeout: 'info', ai_refused: 'retry', provider_unavailable: 'decline' }),
    warning('/actions/provider_timeout', 'an outage is reviewed at least, whatever stands here'),
    warning('/actions/ai_refused', 'an outage is reviewed at least, whatever stands here'),
  ),
  found(
    'a word of a model that shall decline',
    withActions({ document_tampered: 'decline', document_glare: 'decline', document_missing: 'decline' }),
    warning('/actions/document_glare', 'is reviewed at most: what was only seen in a picture declines nobody'),
    warning('/actions/document_tampered', 'is reviewed at most: what was only seen in a picture declines nobody'),
  ),
  found(
    'a word of a reader that shall decline',
    withActions({ mrz_missing: 'decline', mrz_print_mismatch: 'decline', ai_low_confidence: 'decline' }),
    ...(['mrz_missing', 'mrz_print_mismatch', 'ai_low_confidence'] as const).map((reason) =>
      warning(`/actions/${reason}`, 'is reviewed at most: what nothing proves declines nobody'),
    ),
  ),
  found(
    'a reason that shall decline, and that two parts of a document can prove',
    withActions({ barcode_mismatch: 'decline', data_dates_impossible: 'decline', data_inconsistent: 'decline' }),
  ),
  found(
    'laxer actions',
    withActions({
      face_mismatch: 'review',
      mrz_check_digit_failed: 'retry',
      device_bot: 'info',
      liveness_attack: 'retry',
    }),
    laxer('mrz_check_digit_failed', 'review'),
    laxer('face_mismatch', 'decline'),
    laxer('liveness_attack', 'decline'),
    laxer('device_bot', 'review'),
  ),
  found(
    'reasons of required checks that shall only inform, and leave the check failed',
    withActions({ document_expired: 'info', document_glare: 'info', liveness_attack: 'info' }),
    error('/actions/document_glare', 'has no effect: document_quality is required, and has not passed with it'),
    error('/actions/document_expired', 'has no effect: document_expiry is required, and has not passed with it'),
    error('/actions/liveness_attack', 'has no effect: liveness is required, and has not passed with it'),
  ),
  found(
    'signals of a required device that shall only inform, and with which it passes',
    withActions(
      { device_bot: 'info' },
      {
        checks: { ...aPolicy().checks, device: 'required' },
        steps: ['consent', 'document_front', 'device', 'liveness'],
        optionalSteps: ['document_back'],
      },
    ),
    laxer('device_bot', 'review'),
  ),
  found(
    'a check of which nothing follows',
    withActions(Object.fromEntries(signs.map((reason) => [reason, 'info' as const]))),
    ...signs.map((reason) => laxer(reason, defaultAction(reason))),
    warning('/checks/velocity', 'nothing follows from it: each of its reasons only informs'),
  ),
];
