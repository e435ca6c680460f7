import { TE, unavailable } from '@portcullis/domain';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { routesFor } from '#http/server';
import { examplePath } from '../../support/http/example-path.ts';
import { httpConfig, openServer, type TestRequest } from '../../support/http/server.ts';
import { ada, bob, stubServices } from '../../support/http/stub-services.ts';
import { staffInMemory, staffMember } from '../../support/http/the-staff.ts';

const outage = () => TE.left(unavailable('database', null));

const staff = staffInMemory();

/** Every use case has an outage, and the check of a token or a session has none. */
const failingServices = (): Services => {
  const working = stubServices();
  const failing = Object.fromEntries(Object.keys(working).map((name) => [name, outage]));
  return { ...working, ...failing, ...staff.services, verifyToken: working.verifyToken };
};

const asStaff = async () => ({
  cookie: `__Host-portcullis-staff=${await staff.signIn(staffMember(['senior', 'admin']))}`,
  origin: 'https://id.example',
});

/** The routes that name a profile in their body or query. */
const given: { readonly [id: string]: Partial<TestRequest> } = {
  analyzeDocument: { body: JSON.stringify({ profile_id: ada, front_file_id: 'file00000000001' }) },
  openLivenessSession: { body: JSON.stringify({ profile_id: ada }) },
  addToList: {
    body: JSON.stringify({ list: 'blocked', kind: 'person', note: 'No.', profile_id: ada }),
  },
  holdReview: { body: JSON.stringify({ note: 'Case 7' }) },
  decideReview: { body: JSON.stringify({ outcome: 'approve', expected_version: 1 }) },
  issueBrowserCredentials: { path: `/api/cloud/credentials?profile_id=${ada}` },
};

describe('the record of a request that an outage has ended', () => {
  const isOfProfile = (path: string): boolean =>
    path.includes('/:id') &&
    !/^\/(api\/(webhook-endpoints|clients|lists|policies|policy-drafts|staff)|verify)\//.test(path);
  const routes = routesFor(httpConfig).filter(({ id, path }) => isOfProfile(path) || given[id] !== undefined);

  for (const { access, id, method, path } of routes)
    it(`names the profile that ${id} is about, for the log`, async () => {
      const server = await openServer({ services: failingServices() });
      const { body = method === 'GET' || method === 'DELETE' ? undefined : '{}', path: own } = given[id] ?? {};
      const { status } = await server.send({
        method,
        path: own ?? examplePath(path),
        headers: {
          ...(access === 'staff' ? await asStaff() : { authorization: 'Bearer machine' }),
          'request-id': 'r-1',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      });
      expect(await server.recordOf('r-1')).to.include({ profileId: ada, status: 503 });
      expect(status).to.equal(503);
      await server.close();
    });

  it('names the profile in the path where the caller cannot be authenticated, who learns nothing of it', async () => {
    const verifyToken = () => TE.left(unavailable('clock', 'not believed'));
    const server = await openServer({ services: stubServices({ verifyToken }) });
    const answers: (readonly [string | null, string])[] = [];
    for (const [n, id] of [ada, bob, 'nobody'].entries()) {
      const headers = { authorization: 'Bearer whatever', 'request-id': `r-${n}` };
      const { json } = await server.send({ path: `/api/profiles/${id}`, headers });
      const { request_id: _, ...told } = { ...Object(json) };
      answers.push([(await server.recordOf(`r-${n}`)).profileId, JSON.stringify(told)]);
    }
    expect(answers.map(([named]) => named)).to.deep.equal([ada, bob, null]);
    expect(new Set(answers.map(([, told]) => told)).size).to.equal(1);
    expect(answers[0]?.[1]).to.include('"status":503').and.not.include(ada);
    await server.close();
  });
});
