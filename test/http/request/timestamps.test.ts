import { TE } from '@portcullis/domain';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { openServer, type TestResponse, type TestServer } from '../../support/http/server.ts';
import { ada, stubServices, theEntry } from '../../support/http/stub-services.ts';

describe('a timestamp', () => {
  let server: TestServer;
  const seen: unknown[] = [];
  const appendVerificationEvent: Services['appendVerificationEvent'] = ({ occurredAt }) => {
    seen.push(occurredAt);
    return TE.right(theEntry);
  };
  const listProfiles: Services['listProfiles'] = ({ filter }) => {
    seen.push(filter.createdBefore);
    return TE.right({ items: [], next: null });
  };
  before(async () => {
    server = await openServer({ services: stubServices({ appendVerificationEvent, listProfiles }) });
  });
  beforeEach(() => {
    seen.length = 0;
  });
  after(() => server.close());

  const headers = { authorization: 'Bearer machine', 'content-type': 'application/json' };
  const inBody = (time: string): Promise<TestResponse> =>
    server.send({
      method: 'POST',
      path: `/api/verification_history/${ada}`,
      headers,
      body: JSON.stringify({ type: 'partner.called', occurred_at: time }),
    });
  const inQuery = (time: string): Promise<TestResponse> =>
    server.send({ path: `/api/profiles?${new URLSearchParams({ created_before: time })}`, headers });

  for (const [time, instant] of [
    ['2026-01-31T12:00:00+02:00', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31T12:00:00.123456789Z', '2026-01-31T12:00:00.123Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0001-01-01T23:59:00+23:59', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T00:00:59-23:59', '9999-12-31T23:59:59.000Z'],
  ] as const) {
    it(`reaches the use case in the one form that is stored: ${time}`, async () => {
      expect((await inBody(time)).status).to.equal(201);
      expect((await inQuery(time)).status).to.equal(200);
      expect(seen).to.deep.equal([instant, instant]);
    });
  }

  for (const time of [
    '9999-12-31T23:59:59-23:59',
    '9999-12-31T23:59:59.999-00:01',
    '0001-01-01T00:00:00+00:01',
    '0001-01-01T23:58:59+23:59',
    '0000-12-31T23:59:59-23:59',
    '2026-02-29T00:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:00:60Z',
    '2026-01-31T12:00:00',
    '2026-01-31T12:00:00+24:00',
    '+010000-01-01T00:00:00Z',
  ]) {
    it(`of an invalid form is refused: ${time}`, async () => {
      for (const [received, pointer] of [
        [await inBody(time), '/occurred_at'],
        [await inQuery(time), '/created_before'],
      ] as const) {
        expect(received.status).to.equal(400);
        expect(Object(received.json).errors).to.deep.equal([
          { pointer, message: 'expected a time like 2026-01-31T12:00:00.000Z' },
        ]);
      }
      expect(seen).to.deep.equal([]);
    });
  }
});
