import { anAccessBatch } from '@portcullis/contracts/builders';
import { readAccessLog } from '@portcullis/domain';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { storesInMemory } from '../../../../support/records/memory-records.ts';
import { mustSucceed } from '../../../../support/run.ts';
import { partner } from '../../../../support/services/memory-service.ts';

describe('reading the access log', () => {
  const clock = fakeClock('2026-05-01T10:00:30.000Z');
  const accessLog = storesInMemory().accessLog;
  const read = async (caller = partner) => {
    const page = await mustSucceed(readAccessLog({ accessLog, clock })({ caller, after: null, from: null, limit: 10 }));
    return page.lines.map(({ line }) => line.request_id);
  };

  it('answers a line half a minute after it was written, so that an earlier one is never missed', async () => {
    await mustSucceed(accessLog.append([anAccessBatch('2026-05-01T10:00:00.000Z', ['late'])]));
    await mustSucceed(accessLog.append([anAccessBatch('2026-05-01T09:59:59.999Z', ['early'])]));
    expect(await read()).to.deep.equal(['early']);
    clock.advance(1);
    expect(await read()).to.deep.equal(['early', 'late']);
  });

  it('answers nothing of another partner', async () => {
    expect(await read({ ...partner, tenant: { partnerId: 'globex', teamId: null } })).to.deep.equal([]);
  });
});
