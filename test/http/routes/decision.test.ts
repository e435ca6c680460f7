import { TE } from '@portcullis/domain';
import type { Explanation } from '@portcullis/explain';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { theExplanation } from '../../support/http/explanation.ts';
import { openServer } from '../../support/http/server.ts';
import { ada, stubServices } from '../../support/http/stub-services.ts';

const path = `/api/profiles/${ada}/decision`;
const headers = { authorization: 'Bearer machine' };

/** Answers the request to the core and the response, when the core explains a decision in this way. */
const answered = async (explanation: Explanation, query = '') => {
  const asked: unknown[] = [];
  const explainDecision: Services['explainDecision'] = ({ caller, ...input }) => {
    asked.push({ ...input, client: caller.kind === 'machine' ? caller.clientId : null });
    return TE.right(explanation);
  };
  const server = await openServer({ services: stubServices({ explainDecision }) });
  const { json, status } = await server.send({ path: `${path}${query}`, headers });
  await server.close();
  return { asked, json, status };
};

const body = {
  object: 'decision',
  profile_id: ada,
  seq: 6,
  at: '2026-05-04T09:30:00.000Z',
  outcome: 'retry',
  status: 'requires_input',
  decided_by: { type: 'system', id: 'portcullis' },
  review: null,
  policy: { id: 'standard', version: '1', digest: 'b2'.repeat(32) },
  engine: 2,
  attempt: 1,
  evidence_digest: 'd1'.repeat(32),
  evidence_count: 4,
  reproduced: true,
  not_reproduced: null,
  outcome_of_checks: 'retry',
  reasons: [
    { code: 'document_blurry', person: 'Once more.', staff: 'The image is out of focus.', follows_from: null },
    { code: 'network_vpn', person: null, staff: 'The request came through a VPN.', follows_from: null },
  ],
  told: [{ code: 'document_blurry', message: 'Once more.' }],
  contributions: [
    {
      check: 'document_quality',
      reason: 'document_blurry',
      action: 'retry',
      table_action: 'retry',
      overridden: false,
      effect: 'retry',
      decides: true,
    },
    {
      check: 'device',
      reason: 'network_vpn',
      action: 'review',
      table_action: 'info',
      overridden: true,
      effect: 'approve',
      decides: false,
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
  nearest_change: {
    changes: [{ what: 'images.front.sharpness', from: 0.2, to: 0.4, sentence: 'Sharper.' }],
    outcome: 'approve',
  },
};

describe('the explanation of a decision', () => {
  it('is answered completely to the partner', async () => {
    expect(await answered(theExplanation)).to.deep.equal({
      asked: [{ id: ada, seq: null, client: 'acme-backend' }],
      status: 200,
      json: body,
    });
  });

  it('is that of the decision which was requested', async () => {
    expect((await answered(theExplanation, '?seq=12')).asked).to.deep.equal([
      { id: ada, seq: 12, client: 'acme-backend' },
    ]);
    for (const query of ['?seq=0', '?seq=-1', '?seq=1.5', '?seq=', '?seq=1&seq=2', '?after=1']) {
      const { asked, status } = await answered(theExplanation, query);
      expect([asked, status], query).to.deep.equal([[], 400]);
    }
  });

  it('is only what is on record when the decision cannot be reproduced', async () => {
    const { basis: _, ...recorded } = theExplanation.recorded;
    const explanation: Explanation = {
      ...theExplanation,
      recorded: {
        ...recorded,
        basis: null,
        policyDigest: null,
        engine: null,
        decidedBy: { type: 'reviewer', id: 'acme-server' },
        review: { reason: 'seen_in_branch', note: null },
      },
      reproduced: false,
      mismatch: 'evidence_changed',
      outcomeOfChecks: null,
      contributions: null,
      checks: [{ name: 'liveness', status: 'passed', requirement: 'required', reasons: [], saw: null }],
      nearestCounterfactual: null,
    };
    expect((await answered(explanation)).json).to.deep.equal({
      ...body,
      policy: { ...body.policy, digest: null },
      engine: null,
      attempt: null,
      evidence_digest: null,
      evidence_count: null,
      decided_by: { type: 'reviewer', id: 'acme-server' },
      review: { reason: 'seen_in_branch', note: null },
      reproduced: false,
      not_reproduced: 'evidence_changed',
      outcome_of_checks: null,
      contributions: null,
      checks: [{ name: 'liveness', status: 'passed', requirement: 'required', reasons: [], saw: null }],
      nearest_change: null,
    });
  });
});
