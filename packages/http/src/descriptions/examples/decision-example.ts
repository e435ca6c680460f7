/** An example of an explained decision, with the specimen person of ICAO 9303-4. A test decodes it with its codec. */
export const decisionBodies = {
  DecisionExplanation: {
    object: 'decision',
    profile_id: 'p7f2k9x0m4c8v1b',
    seq: 9,
    at: '2026-05-04T09:30:00.000Z',
    outcome: 'review',
    status: 'in_review',
    decided_by: { type: 'system', id: 'portcullis' },
    review: null,
    policy: {
      id: 'standard',
      version: '3',
      digest: 'b1946ac92492d2347c6235b4d2611184f2a0d1d6f2d2a1d3f7a1c8f8f8b0c6d5',
    },
    engine: 3,
    attempt: 1,
    evidence_digest: '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03',
    evidence_count: 6,
    reproduced: true,
    not_reproduced: null,
    outcome_of_checks: 'review',
    path: 'document',
    passed_over: [],
    reasons: [
      {
        code: 'data_name_mismatch',
        person: 'The name on your document differs from the one we were given. A person is looking at it.',
        staff: 'The claimed name disagrees with the document.',
        follows_from: null,
      },
    ],
    told: [
      {
        code: 'data_name_mismatch',
        message: 'The name on your document differs from the one we were given. A person is looking at it.',
      },
    ],
    contributions: [
      {
        check: 'claimed_data',
        reason: 'data_name_mismatch',
        action: 'review',
        table_action: 'review',
        overridden: false,
        effect: 'review',
        decides: true,
      },
    ],
    checks: [
      {
        name: 'claimed_data',
        status: 'failed',
        requirement: 'optional',
        reasons: ['data_name_mismatch'],
        source: 'claimed',
        evidence: [2, 0],
        saw: [
          {
            kind: 'comparison',
            field: 'last_name',
            comparator: 'name',
            one: { source: 'claimed', value: 'Erikson' },
            other: { source: 'mrz', value: 'ERIKSSON' },
            score: 71,
            agrees: false,
            lowered_by: {
              same: [],
              differing: [{ one: 'Erikson', other: 'ERIKSSON' }],
              only_in_one: [],
              only_in_other: [],
              sentence: '"Erikson" differs from "ERIKSSON".',
            },
          },
        ],
      },
      {
        name: 'liveness',
        status: 'passed',
        requirement: 'required',
        reasons: [],
        score: 98.2,
        threshold: 75,
        source: 'provider',
        evidence: [3],
        saw: [],
      },
    ],
    nearest_change: {
      changes: [
        {
          what: 'claimed.last_name',
          from: 'Erikson',
          to: 'ERIKSSON',
          sentence: 'The claimed last name would have been "ERIKSSON" instead of "Erikson".',
        },
      ],
      outcome: 'approve',
    },
  },
};
