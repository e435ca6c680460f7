import { expect } from 'chai';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import { aPerson, aService, partner } from '../../../../support/services/memory-service.ts';

describe('an event that is posted again, whose entry somebody has removed', () => {
  it('is told as damage, for which nobody need try again', async () => {
    const service = aService();
    const { id } = await aPerson(service);
    const event = {
      caller: partner,
      id,
      type: 'partner.called' as const,
      occurredAt: null,
      outcome: null,
      data: {},
      expectedVersion: null,
      operation: { id: 'operation000001', isRetry: true },
    };
    const entry = await mustSucceed(service.append(event));
    expect(await mustSucceed(service.append(event))).to.deep.equal(entry);
    const rows = service.records.tables.rows.get('ledger') ?? new Map();
    for (const [key, row] of rows) if (row.profile === id && row.seq === entry.seq) rows.delete(key);
    expect(await mustFail(service.append(event))).to.include({
      _tag: 'Unavailable',
      outageCause: 'record_damaged',
    });
  });
});
