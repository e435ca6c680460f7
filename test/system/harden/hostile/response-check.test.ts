import { expect } from 'chai';
import type { Exchange, ParsedResponse } from './exchange.ts';
import { smuggledId } from './raw-requests.ts';
import { canary, type RequestCase } from './request-case.ts';
import { checkResponse, type Fault } from './response-check.ts';

const secret = 'a secret of this test';
const sent: RequestCase = {
  aim: 'GET /',
  method: 'GET',
  path: '/',
  headers: {},
  body: null,
  chunked: false,
};

const headers = {
  'request-id': 'r1',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'ratelimit-policy': '"client";q=300;w=60',
  ratelimit: '"client";r=299;t=60',
  'content-type': 'application/problem+json',
};
const problem = { type: '/problems/not_found', status: 404, code: 'not_found', request_id: 'r1' };

const refused = (more: object = {}, changed: ParsedResponse['headers'] = {}): ParsedResponse => ({
  status: 404,
  headers: { ...headers, ...changed },
  text: JSON.stringify({ ...problem, ...more }),
});
const told = (answer: ParsedResponse, more: Partial<Exchange> = {}): readonly Fault[] =>
  checkResponse(sent, { answers: [answer], ms: 10, lost: null, ...more }, [secret]);

describe('the check of responses to hostile requests', () => {
  it('accepts a valid problem response', () => {
    expect(told(refused())).to.deep.equal([]);
  });

  it('accepts that the files of a page are kept for good, and nothing else', () => {
    const kept = { ...refused({}, { 'cache-control': 'public, max-age=31536000, immutable' }), status: 200 };
    const asked = (aim: string) => checkResponse({ ...sent, aim }, { answers: [kept], ms: 10, lost: null }, [secret]);
    expect(asked('GET /verify/assets/:name')).to.deep.equal([]);
    expect(asked('GET /')).to.deep.equal(['answers without the headers of every answer']);
  });

  it('accepts a page that is counted against no budget, and nothing else', () => {
    const { ratelimit: _, 'ratelimit-policy': __, ...uncounted } = headers;
    const page = { ...refused(), status: 200, headers: uncounted };
    const asked = (aim: string) => checkResponse({ ...sent, aim }, { answers: [page], ms: 10, lost: null }, [secret]);
    for (const aim of ['GET /verify/:id', 'GET /console', 'GET /console/assets/:name'])
      expect(asked(aim), aim).to.deep.equal([]);
    for (const aim of ['GET /', 'GET /console/sign-in'])
      expect(asked(aim), aim).to.deep.equal(['answers without the headers of every answer']);
  });

  it('counts responses that reveal internals, input or a secret', () => {
    const leaking = [
      refused({ detail: 'at Object.run (server.js:10:3)' }),
      refused({ detail: 'SQLite: no such column' }),
      refused({ detail: `"${canary}" is no id` }),
      refused({}, { 'x-powered-by': 'something' }),
      { status: 200, headers, text: `{"a":"${secret}"}` },
    ];
    expect(leaking.map((answer) => told(answer))).to.deep.equal(leaking.map(() => ['leaks']));
  });

  it('counts a response to a smuggled request', () => {
    const text = JSON.stringify({ ...problem, request_id: smuggledId });
    expect(told({ status: 404, headers: { ...headers, 'request-id': smuggledId }, text })).to.deep.equal([
      'smuggled requests',
    ]);
  });

  it('counts responses that are malformed, server errors, late or missing', () => {
    expect(told(refused({ stack: 'x' }))).to.deep.equal(['refusals that are no problem details']);
    expect(told(refused({ status: 400 }))).to.deep.equal(['refusals that are no problem details']);
    expect(told(refused({}, { 'x-frame-options': '' }))).to.deep.equal(['answers without the headers of every answer']);
    expect(told({ status: 500, headers, text: JSON.stringify({ ...problem, status: 500 }) })).to.deep.equal([
      'answers of 500 and more',
    ]);
    expect(told(refused(), { ms: 2001 })).to.deep.equal(['answers over 2 s']);
    expect(told(refused(), { answers: [], lost: 'reset' })).to.deep.equal(['requests without an answer']);
  });
});
