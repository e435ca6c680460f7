import { TE } from '@portcullis/domain';
import { invalidTransition } from '@portcullis/domain/kernel';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { openApiDocument } from '#http/server';
import { httpConfig, openServer, type TestServer } from '../../../support/http/server.ts';
import { ada, sessionId, stubServices } from '../../../support/http/stub-services.ts';

const codes: readonly string[] = Object(openApiDocument(httpConfig)).components.schemas.ProblemCode.enum;
const json = { 'content-type': 'application/json' };
const as = (token: string) => ({ ...json, authorization: `Bearer ${token}` });

describe('the type of a problem', () => {
  let server: TestServer;
  afterEach(() => server.close());

  it('is the path of a page that says what it means, whatever the problem', async () => {
    server = await openServer();
    const { type } = Object((await server.send({ path: '/nowhere' })).json);
    expect(type).to.equal('/problems/not_found');
    expect(codes.length).to.be.greaterThan(30);
    for (const code of codes) {
      const page = await server.send({ path: `/problems/${code}` });
      expect(page.status, code).to.equal(200);
      expect(page.headers['content-type']).to.equal('text/html; charset=utf-8');
      expect(page.text).to.contain(`<code>${code}</code>`).and.to.contain('What to do');
      expect(page.text).not.to.match(/<script|src=|https?:/);
    }
    expect((await server.send({ path: '/problems/unheard_of' })).status).to.equal(404);
  });

  it('promises nothing that the service does not do: a link that has a newer one is no flow that ended', async () => {
    server = await openServer();
    const pageOf = async (code: string) => (await server.send({ path: `/problems/${code}` })).text;
    expect(await pageOf('flow_ended'))
      .to.contain('invalid_token')
      .and.not.to.contain('flow-token');
    expect(await pageOf('invalid_token')).to.contain('a link that has a newer one');
    expect(await pageOf('internal_error'))
      .to.contain('will be refused again')
      .and.not.to.contain('Repeat the request');
    const { text: guide } = await server.send({ path: '/docs/guide' });
    expect(guide).to.match(/<code>401<\/code> <a [^>]*><code>invalid_token<\/code><\/a> that there is a newer one/);
  });
});

/** A service that refuses every status event and every supply, as the domain does. */
const refusing = (refusal: ReturnType<typeof invalidTransition>): Services =>
  stubServices({ authorizeProfile: () => TE.left(refusal), issueBrowserCredentials: () => TE.left(refusal) });

describe('the events that a refusal lists', () => {
  let server: TestServer;
  afterEach(() => server.close());

  const allowedFor = async (token: string): Promise<unknown> => {
    const path = `/api/status_history/${ada}`;
    const patch = { method: 'PATCH', path: `/api/profiles/${ada}`, headers: as(token), body: '{"language":"en"}' };
    const event = { method: 'POST', path, headers: as(token), body: '{"event":"renewed"}' };
    const { json: body, status } = await server.send(token === 'flow' ? patch : event);
    expect(status).to.equal(409);
    return Object(body).allowed;
  };

  it('are those that its caller may post, and none for a person', async () => {
    const events = ['evidence_added', 'review_approved', 'review_declined', 'canceled', 'lapsed'];
    server = await openServer({ services: refusing(invalidTransition('renewed', 'in_review', events)) });
    expect(await allowedFor('machine')).to.deep.equal(['review_approved', 'review_declined', 'canceled']);
    expect(await allowedFor('only.reviews.write')).to.deep.equal(['review_approved', 'review_declined']);
    expect(await allowedFor('only.status-history.write')).to.deep.equal(['canceled']);
    expect(await allowedFor('flow')).to.deep.equal([]);
  });

  it('stand beside what is missing', async () => {
    const refusal = { ...invalidTransition('browser_credentials', 'in_progress', []), missing: ['liveness_session'] };
    server = await openServer({ services: refusing(refusal) });
    const received = await server.send({ path: '/api/cloud/credentials', headers: as('flow') });
    expect(received.json).to.deep.include({
      code: 'invalid_transition',
      detail: 'There is no open liveness session. Supply it, then repeat this.',
      missing: ['liveness_session'],
    });
  });
});

describe('a 201', () => {
  it('names where to read what was made', async () => {
    const server = await openServer();
    const locationOf = async (path: string, body: object): Promise<unknown> => {
      const sent = { method: 'POST', path, headers: as('machine'), body: JSON.stringify(body) };
      const { headers, status } = await server.send(sent);
      expect(status, path).to.equal(201);
      return headers['location'];
    };
    const profile = `/api/profiles/${ada}`;
    expect(await locationOf('/api/profiles/create', { reference: 'customer-1', keep_link: true })).to.equal(profile);
    expect(await locationOf(`${profile}/flow-token`, {})).to.equal(profile);
    const session = await locationOf('/api/face-liveness/session', { profile_id: ada });
    expect(session).to.equal(`/api/face-liveness/results/${sessionId}`);
    const reviewed = await locationOf(`/api/status_history/${ada}`, { event: 'canceled' });
    expect(reviewed).to.match(new RegExp(`^/api/(status|verification)_history/${ada}\\?after_seq=\\d+&limit=1$`));
    const appended = await locationOf(`/api/verification_history/${ada}`, { type: 'partner.called' });
    expect(appended).to.match(/after_seq=\d+&limit=1$/);
    await server.close();
  });
});
