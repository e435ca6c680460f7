import { expect } from 'chai';
import { type MemoryServer, machineToken, openMemoryServer } from '../../support/http/memory-server.ts';
import { ledgerOf, stored } from '../../support/services/memory-service.ts';

const token = machineToken('verification-history:write');

describe('an event that a partner appends', () => {
  let api: MemoryServer;
  before(async () => {
    api = await openMemoryServer();
  });
  after(() => api.server.close());

  const append = (json: object, key?: string) =>
    api.send('POST', `/api/verification_history/${api.id}`, { token, json, ...(key !== undefined && { key }) });

  it('named liveness.result of the year 2020 is refused with 422, again under its key, and writes nothing', async () => {
    const forged = { type: 'liveness.result', occurred_at: '2020-01-01T00:00:00.000Z', data: { live: true } };
    const before = await stored(api.service, api.id);
    const { json, status } = await append(forged, 'forged');
    expect([status, Object(json).code, Object(json).errors]).to.deep.equal([
      422,
      'validation_failed',
      [{ pointer: '/type', message: 'only events of the partner, partner.*, can be appended' }],
    ]);
    const again = await append(forged, 'forged');
    expect([again.status, again.headers['idempotent-replayed']]).to.deep.equal([422, 'true']);
    expect(await stored(api.service, api.id)).to.deep.equal(before);
  });

  it('has the time of the service, and the time that the partner gives is data', async () => {
    const occurred_at = '2020-01-01T00:00:00.000Z';
    const { json, status } = await append({ type: 'partner.called', occurred_at, outcome: 'reached' });
    expect(status).to.equal(201);
    expect(json).to.deep.include({
      occurred_at: '2026-05-01T00:00:00.000Z',
      recorded_at: '2026-05-01T00:00:00.000Z',
      personal: { occurred_at, outcome: 'reached', data: {} },
    });
    expect((await ledgerOf(api.service, api.id)).at(-1)).to.deep.equal(json);
  });
});
