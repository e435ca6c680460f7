import type { Explanation } from '@portcullis/explain';

const at = '2026-05-04T09:30:00.000Z';

/** Explains why Ada is asked for another photo, with one of everything that an explanation can have. */
export const theExplanation: Explanation = {
  profileId: 'ada000000000001',
  recorded: {
    seq: 6,
    at,
    decidedBy: { type: 'system', id: 'portcullis' },
    outcome: 'retry',
    reasons: ['document_blurry', 'network_vpn'],
    policy: { id: 'standard', version: '1' },
    policyDigest: 'b2'.repeat(32),
    engine: 2,
    evidenceDigest: 'd1'.repeat(32),
    evidenceCount: 4,
    attempt: 1,
    askedSteps: ['liveness'],
    checks: [],
    status: 'requires_input',
    statusReasons: ['document_blurry'],
    review: null,
  },
  reproduced: true,
  mismatch: null,
  outcomeOfChecks: 'retry',
  path: 'document',
  passedOver: [
    {
      path: 'licence',
      reasons: [{ code: 'path_not_chosen', staff: 'Another path was chosen.' }],
    },
  ],
  checks: [
    {
      name: 'document_quality',
      status: 'failed',
      requirement: 'required',
      reasons: ['document_blurry'],
      source: 'image',
      evidence: [1],
      saw: [
        { kind: 'value', name: 'sharpness', value: 0.2, limit: 0.4, source: 'image' },
        { kind: 'value', name: 'document_blurry', value: true, source: 'ai' },
        {
          kind: 'comparison',
          field: 'last_name',
          comparator: 'name',
          one: { source: 'mrz', value: 'LOVELACE' },
          other: { source: 'ai', value: 'Lovelace' },
          score: 100,
          agrees: true,
        },
      ],
    },
    {
      name: 'liveness',
      status: 'passed',
      requirement: 'required',
      reasons: [],
      score: 98,
      threshold: 75,
      source: 'provider',
      evidence: [2],
      saw: [],
    },
  ],
  contributions: [
    {
      check: 'document_quality',
      reason: 'document_blurry',
      action: 'retry',
      tableAction: 'retry',
      overridden: false,
      effect: 'retry',
      decides: true,
    },
    {
      check: 'device',
      reason: 'network_vpn',
      action: 'review',
      tableAction: 'info',
      overridden: true,
      effect: 'approve',
      decides: false,
    },
  ],
  reasons: [
    { code: 'document_blurry', person: 'Once more.', staff: 'The image is out of focus.', followsFrom: null },
    { code: 'network_vpn', person: null, staff: 'The request came through a VPN.', followsFrom: null },
  ],
  applicantMessages: [{ code: 'document_blurry', message: 'Once more.' }],
  nearestCounterfactual: {
    changes: [{ what: 'images.front.sharpness', from: 0.2, to: 0.4, sentence: 'Sharper.' }],
    outcome: 'approve',
  },
};
