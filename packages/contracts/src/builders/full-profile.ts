import { aDecision } from '@portcullis/adapter-memory/testing';
import type { ProfileChange } from '@portcullis/domain/ports';
import { everyEvidence } from './evidence.ts';
import { aNew } from './profiles.ts';

/** A profile with everything in it, and with texts that a store could take for something else. */
export const aFullProfile = (sessionId: string): ProfileChange =>
  aNew({
    tenant: { partnerId: 'acme', teamId: 'north' },
    reference: '123',
    status: 'in_review',
    statusReasons: ['face_match_borderline', 'network_vpn'],
    askedSteps: ['document_front', 'liveness'],
    approvals: [{ reviewer: 'staff-0217', evidenceCount: 3, attempt: 1, at: '2026-05-01T10:00:01.000Z' }],
    declines: { before: 2, own: 1 },
    claimed: {
      full_name: 'true',
      email: 'null',
      phone: '1e5',
      address: '"quoted" \\ \n\t\u2028 \u{1F469}\u200D\u{1F680}',
    },
    evidence: everyEvidence(sessionId),
    checks: [
      {
        name: 'liveness',
        status: 'passed',
        requirement: 'required',
        reasons: [],
        score: 99.5,
        threshold: 0,
        source: 'provider',
        observed_at: '2026-05-01T10:00:01.000Z',
        evidence: [0, 6],
      },
      {
        name: 'device',
        status: 'unavailable',
        requirement: 'optional',
        reasons: ['provider_timeout'],
        observed_at: '2026-05-01T10:00:01.000Z',
        evidence: [],
      },
    ],
    decision: aDecision({
      outcome: 'review',
      reasons: ['face_match_borderline'],
      policyDigest: 'b2'.repeat(32),
      evidenceDigest: 'f'.repeat(64),
      evidenceCount: 11,
      seq: 3,
      at: '2026-05-01T10:00:02.000Z',
    }),
    metadata: { true: 'false', '1': '2', plan: '<b>&amp;</b>', '': 'empty', 名: '前' },
    redirectUrl: 'https://partner.example/back?x=1&y=%20',
    scenario: 'approve',
    previousProfileId: 'previous0000001',
    applied: [{ commandId: '0001', seq: 1 }],
    version: 3,
    decidedAt: '2026-05-01T10:00:02.000Z',
    lapsesAt: '2027-05-01T10:00:02.000Z',
  });
