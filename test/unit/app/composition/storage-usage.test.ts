import { createContainer, silentLogger, Tokens } from '@portcullis/app';
import { E, TE, unavailable } from '@portcullis/domain';
import type { StoredBytes, UsageCounters } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { configOf } from '../../../support/builders/configurations.ts';

/** Counters of so many partners, of whom partner n stores n bytes; they can be out of reach. */
const countersOf = (partners: number, state: { down: boolean }): UsageCounters => {
  const all: readonly StoredBytes[] = Array.from({ length: partners }, (_, n) => ({
    partnerId: `partner-${`${n}`.padStart(5, '0')}`,
    bytes: n,
  }));
  return {
    addCalls: () => TE.right(0),
    prune: () => TE.right(0),
    storedBytes: (after, limit) =>
      state.down
        ? TE.left(unavailable('database', 'down'))
        : TE.right(all.filter(({ partnerId }) => after === null || partnerId > after).slice(0, limit)),
  };
};

describe('what the files of the partners take', () => {
  it('is what the database said last, of each of 1200 partners, and nothing before', async () => {
    const state = { down: false };
    const container = await createContainer(configOf({ LIMIT_TENANT_BYTES: '1048576' }), 'sandbox', silentLogger);
    container.rebind(Tokens.usageCounters).toConstantValue(countersOf(1200, state));
    const { largest, limits, refresh } = container.get(Tokens.storageUsage);
    expect([limits.profileBytes, limits.tenantBytes]).to.deep.equal([60_000_000, 1_048_576]);
    expect(limits.tenantUses('partner-01199')).to.equal(0);
    expect(E.isRight(await refresh())).to.equal(true);
    const uses = ['partner-01199', 'partner-00007', 'nobody'].map(limits.tenantUses);
    expect(uses).to.deep.equal([1199, 7, 0]);
    expect(largest(2)).to.deep.equal([
      { partnerId: 'partner-01199', bytes: 1199 },
      { partnerId: 'partner-01198', bytes: 1198 },
    ]);
    state.down = true;
    expect(E.isLeft(await refresh())).to.equal(true);
    expect(limits.tenantUses('partner-01199')).to.equal(1199);
  });
});
