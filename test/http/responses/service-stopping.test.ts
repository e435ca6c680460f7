import { E, type Either, type NotFound, notFound } from '@portcullis/domain';
import { requestsInFlight } from '@portcullis/http';
import { expect } from 'chai';
import { openServer } from '../../support/http/server.ts';
import { ada, stubServices } from '../../support/http/stub-services.ts';

describe('a request that the service cannot finish before it stops', () => {
  it('is answered with 503 and Retry-After at once, and with nothing afterwards', async () => {
    const inFlight = requestsInFlight();
    let finish = (): void => undefined;
    let began = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      began = resolve;
    });
    const slow = () => () => {
      began();
      return new Promise<Either<NotFound, never>>((resolve) => {
        finish = () => resolve(E.left(notFound));
      });
    };
    const server = await openServer({ services: stubServices({ getProfile: slow }), inFlight });
    const asked = { path: `/api/profiles/${ada}`, headers: { authorization: 'Bearer machine', 'request-id': 'r-1' } };
    const pending = server.send(asked);
    await begun;
    inFlight.answerAll();
    const { headers, json, status } = await pending;
    expect(status).to.equal(503);
    expect(headers['retry-after']).to.equal('5');
    expect(json).to.include({ code: 'service_stopping', retryable: true, request_id: 'r-1' });
    expect(await server.recordOf('r-1')).to.include({ status: 503, errorCode: 'service_stopping' });
    finish();
    inFlight.answerAll();
    await server.close();
    expect(server.records).to.have.length(1);
  });
});
