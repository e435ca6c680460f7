import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { aKeyClaim, anAccessBatch } from '@portcullis/contracts/builders';
import type { TaskEither } from '@portcullis/domain';
import { createRecordStore, type RecordStore } from '@portcullis/record-store';
import type { RecordDriver, TableName } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { mustSucceed } from '../../../support/run.ts';

const old = '2026-05-01T10:00:00.000Z';
const later = '2026-06-01T10:00:00.000Z';
const storesOf = (driver: RecordDriver): RecordStore => createRecordStore(driver, aKeyring(), sequentialIds());

/** Three old rows of a table, and the port's call that removes them. */
const prunings: {
  readonly [table in 'access_log' | 'idempotency_keys' | 'token_states' | 'usage_counters']: {
    readonly add: (stores: RecordStore, n: number) => TaskEither<unknown, unknown>;
    readonly prune: (stores: RecordStore, limit: number) => TaskEither<unknown, number>;
  };
} = {
  access_log: {
    add: ({ accessLog }, n) => accessLog.append([anAccessBatch(old, [`request-${n}`])]),
    prune: ({ accessLog }, limit) => accessLog.prune(later, limit),
  },
  idempotency_keys: {
    add: ({ idempotencyKeys }, n) =>
      idempotencyKeys.claim(aKeyClaim({ key: `${n}`.repeat(64), now: old, keptUntil: old })),
    prune: ({ idempotencyKeys }, limit) => idempotencyKeys.prune(later, limit),
  },
  token_states: {
    add: ({ tokenStates }, n) => tokenStates.revoke({ id: `${n}`.repeat(64), revokedAt: old, expiresAt: old }),
    prune: ({ tokenStates }, limit) => tokenStates.prune(later, limit),
  },
  usage_counters: {
    add: ({ usageCounters }, n) =>
      usageCounters.addCalls({ day: `2026-05-0${n + 1}`, partnerId: 'acme', provider: 'faces' }, 1),
    prune: ({ usageCounters }, limit) => usageCounters.prune('2026-06-01', limit),
  },
};

/** A driver on which another instance deletes a row just before the next transaction. */
const withAnotherInstance = (driver: RecordDriver, table: TableName): RecordDriver => {
  let first = true;
  return {
    ...driver,
    transaction: (writes, options) => async () => {
      const [write] = writes;
      if (first && write?.kind === 'delete') {
        first = false;
        await mustSucceed(driver.transaction([{ kind: 'delete', table, id: write.id }]));
      }
      return driver.transaction(writes, options)();
    },
  };
};

describe('the pruning of old rows', () => {
  for (const table of ['access_log', 'idempotency_keys', 'token_states', 'usage_counters'] as const) {
    it(`answers how many rows of ${table} it removed, also beside another instance that prunes`, async () => {
      const driver = memoryDriver();
      const { add, prune } = prunings[table];
      for (const n of [0, 1, 2]) await mustSucceed(add(storesOf(driver), n));
      const stores = storesOf(withAnotherInstance(driver, table));
      expect(await mustSucceed(prune(stores, 50)), 'nothing, beside the other').to.equal(0);
      expect(await mustSucceed(prune(stores, 1))).to.equal(1);
      expect(await mustSucceed(prune(stores, 50))).to.equal(1);
      expect(await mustSucceed(prune(stores, 50))).to.equal(0);
    });
  }
});
