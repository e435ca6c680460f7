import { TE } from '@portcullis/domain';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { openServer, type TestServer } from '../support/http/server.ts';
import { stubServices } from '../support/http/stub-services.ts';
import { staffInMemory, staffMember } from '../support/http/the-staff.ts';
import { endpointId, theAnswer, theEndpoint } from '../support/webhooks/the-endpoint.ts';

const endpoints = '/api/webhook-endpoints';
const log = '/api/access-log';

describe('what staff administer beside servers', () => {
  const staff = staffInMemory();
  const callers: unknown[] = [];
  let server: TestServer;
  before(async () => {
    const createEndpoint: Services['createEndpoint'] = ({ caller }) => {
      callers.push(caller);
      return TE.right({ endpoint: theEndpoint, result: theAnswer });
    };
    const readAccessLog: Services['readAccessLog'] = ({ caller }) => {
      callers.push(caller);
      return TE.right({ lines: [], damaged: [], next: null });
    };
    server = await openServer({ services: stubServices({ ...staff.services, createEndpoint, readAccessLog }) });
  });
  beforeEach(() => {
    callers.length = 0;
  });
  after(() => server.close());

  const as = async (role: 'reviewer' | 'senior' | 'auditor' | 'admin', method: string, path: string, body?: object) => {
    const secret = await staff.signIn(staffMember([role], 'berlin'));
    return server.send({
      method,
      path,
      headers: {
        cookie: `__Host-portcullis-staff=${secret}`,
        origin: 'https://id.example',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  };

  it('is an endpoint for webhooks, for an admin alone', async () => {
    const body = { url: 'https://acme.example/hooks' };
    expect((await as('admin', 'POST', endpoints, body)).status).to.equal(201);
    expect(callers).to.have.length(1);
    expect(callers[0]).to.deep.include({ kind: 'staff', tenant: { partnerId: 'acme', teamId: 'berlin' } });
    for (const role of ['reviewer', 'senior', 'auditor'] as const)
      expect((await as(role, 'POST', endpoints, body)).json, role).to.include({ code: 'insufficient_permission' });
    expect(callers).to.have.length(1);
    for (const [method, to] of [
      ['GET', ''],
      ['GET', `/${endpointId}`],
      ['POST', `/${endpointId}/ping`],
      ['POST', `/${endpointId}/rotate-secret`],
      ['GET', `/${endpointId}/deliveries`],
      ['GET', `/${endpointId}/dead-letters`],
      ['DELETE', `/${endpointId}`],
    ] as const) {
      expect((await as('admin', method, `${endpoints}${to}`)).status, `${method} ${to}`).to.equal(200);
      expect((await as('senior', method, `${endpoints}${to}`)).status, `${method} ${to}`).to.equal(403);
    }
  });

  it('is the access log, for an auditor and an admin, of their own tenant', async () => {
    for (const role of ['auditor', 'admin'] as const) expect((await as(role, 'GET', log)).status).to.equal(200);
    expect(callers).to.have.length(2);
    expect(callers[1]).to.deep.include({ kind: 'staff', tenant: { partnerId: 'acme', teamId: 'berlin' } });
    for (const role of ['reviewer', 'senior'] as const) expect((await as(role, 'GET', log)).status).to.equal(403);
  });
});
