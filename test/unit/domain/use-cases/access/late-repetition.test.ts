import type { IdempotentOperation } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { mustSucceed } from '../../../../support/run.ts';
import { aPerson, aService, partner, personActions, stored } from '../../../../support/services/memory-service.ts';

describe('a request that is retried much later', () => {
  it('gets the liveness session that it opened, even if it has expired, and opens no other', async () => {
    const service = aService();
    const there = await aPerson(service);
    await mustSucceed(personActions(there).consent());
    const ask = (again: boolean) =>
      mustSucceed(
        service.openSession({
          caller: there.caller,
          profileId: there.id,
          challenge: 'movement_and_light',
          operation: { id: 'a1'.repeat(32), isRetry: again },
        }),
      );
    const { serverTime: _, ...first } = await ask(false);
    service.clock.advance(600_000);
    const { serverTime: __, ...again } = await ask(true);
    expect(again).to.deep.equal(first);
    const { evidence } = await stored(service, there.id);
    expect(evidence.filter(({ kind }) => kind === 'liveness_session').length).to.equal(1);
  });

  it('gets the entry that it wrote, whatever was written since and whatever the version is', async () => {
    const service = aService();
    const there = await aPerson(service);
    const append = (operation: IdempotentOperation | null, expectedVersion: number | null) =>
      mustSucceed(
        service.append({
          caller: partner,
          id: there.id,
          type: 'partner.called',
          occurredAt: null,
          outcome: null,
          data: {},
          operation,
          expectedVersion,
        }),
      );
    const first = await append({ id: 'a1'.repeat(32), isRetry: false }, 1);
    for (let time = 0; time < 100; time += 1) await append(null, null);
    expect(await append({ id: 'a1'.repeat(32), isRetry: true }, 1)).to.deep.equal(first);
  });
});
