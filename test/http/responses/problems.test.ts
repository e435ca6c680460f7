import { type DomainError, TE, unavailable } from '@portcullis/domain';
import { invalid } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { openServer, type TestResponse } from '../../support/http/server.ts';
import { ada, stubServices } from '../../support/http/stub-services.ts';

const cause = new Error('connection to 10.0.0.7 refused for user root');

/** Answers the response to a PATCH that the core rejects with this error. */
const problemFor = async (error: DomainError): Promise<TestResponse & { readonly record: unknown }> => {
  const server = await openServer({ services: stubServices({ updateProfile: () => TE.left(error) }) });
  const received = await server.send({
    method: 'PATCH',
    path: `/api/profiles/${ada}`,
    headers: { authorization: 'Bearer machine', 'content-type': 'application/json', 'request-id': 'r-1' },
    body: '{}',
  });
  const record = await server.recordOf('r-1');
  await server.close();
  return { ...received, record };
};

describe('the problem table', () => {
  it('reports the cause of an outage to the observer, and hides it from the client', async () => {
    const { text, record } = await problemFor(unavailable('liveness', cause, 'rejected'));
    expect(text).not.to.contain('10.0.0.7');
    expect(record).to.deep.include({
      requestId: 'r-1',
      method: 'PATCH',
      route: '/api/profiles/:id',
      status: 502,
      callerKind: 'machine',
      clientId: 'acme-backend',
      partnerId: 'acme',
      errorCode: 'provider_rejected',
      cause: { service: 'liveness', kind: 'rejected', cause },
    });
  });

  it('answers 500 to an internal error, and keeps the cause for the observer', async () => {
    for (const broken of [
      () => {
        throw cause;
      },
      () => async () => {
        throw cause;
      },
    ]) {
      const server = await openServer({ services: stubServices({ getProfile: broken }) });
      const received = await server.send({
        path: `/api/profiles/${ada}`,
        headers: { authorization: 'Bearer machine', 'request-id': 'r-2' },
      });
      const record = await server.recordOf('r-2');
      await server.close();
      expect(received.status).to.equal(500);
      expect(received.json).to.deep.equal({
        type: '/problems/internal_error',
        title: 'Something went wrong on our side',
        status: 500,
        code: 'internal_error',
        request_id: 'r-2',
        retryable: false,
      });
      expect(record).to.include({ errorCode: 'internal_error', status: 500, cause });
    }
  });

  it('limits the number and the length of names that the caller chose', async () => {
    const many = Array.from({ length: 30 }, (_, i) => ({ pointer: `/${'x'.repeat(500)}${i}`, message: 'unknown' }));
    const { json } = await problemFor(invalid(many));
    const errors: readonly { readonly pointer: string }[] = Object(json).errors;
    expect(errors).to.have.length(20);
    expect(Math.max(...errors.map(({ pointer }) => pointer.length))).to.equal(120);
  });
});
