// Keeps the relay of a service from its work, as another instance does that has the lease on the log and does nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import { randomIds } from '@portcullis/adapter-memory';
import { openRecordStore } from '@portcullis/adapter-pocketbase';
import { E } from '@portcullis/domain';
import { emptyLogHash } from '@portcullis/events/ports';
import { keyringOf } from '@portcullis/record-store';
import { admin } from '../database.mjs';
import { dataKey } from '../environment.mjs';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));
/** A lease lasts for thirty seconds; between two looks of the relay there is one. */
const leaseMs = 30_000;
const renewEveryMs = 8000;
const againMs = 20;

const must = async (task) => {
  const done = await task();
  if (E.isLeft(done)) throw new Error(`the database refused the lease: ${JSON.stringify(done.left)}`);
  return done.right;
};

/** Takes the lease on the log, from whoever has it, until it is stopped. */
export const holdRelay = async ({ url }) => {
  const keyring = keyringOf([dataKey]);
  const { ledgerLog } = openRecordStore({ url, email: admin.email, password: admin.password, keyring, ids });
  const holder = ids.id();
  const take = async () => {
    for (;;) {
      const seen = await must(ledgerLog.state());
      if (seen === null) {
        const first = {
          logId: ids.id(),
          generation: 0,
          holder: '',
          heldUntil: '',
          size: 0,
          hash: emptyLogHash,
        };
        await must(ledgerLog.create(first));
        continue;
      }
      const generation = seen.holder === holder ? seen.generation : seen.generation + 1;
      const heldUntil = new Date(Date.now() + leaseMs).toISOString();
      if (await must(ledgerLog.append(seen, { ...seen, generation, holder, heldUntil }, []))) return;
      await sleep(againMs);
    }
  };
  await take();
  const timer = setInterval(() => void take(), renewEveryMs);
  return { stop: () => clearInterval(timer) };
};
