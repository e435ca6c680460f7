import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { askAt } from '../../../support/clients/api-client.ts';
import type { Order } from '../harness.ts';
import type { Site } from './environment.ts';
import { type Examined, examine, processingIn, rowsOf } from './stored-rows.ts';
import { type Book, lostOf, secondEffects } from './write-journal.ts';

/** The state of everything when the load is over. */
export type Ending = Examined & {
  readonly lost: readonly string[];
  readonly unreadable: number;
  /** The second effects of requests that were retried under their keys. */
  readonly secondEffects: readonly string[];
  /** The profiles that were in `processing` at first, and those that were not processed in time. */
  readonly wereProcessing: number;
  readonly stillProcessing: number;
  readonly drivenWithinMs: number;
};

/**
 * Another instance takes over a profile 75 seconds after its last change; the sweep and the checks then take some
 * seconds.
 */
const patienceMs = 110_000;

/** Makes the profiles due in the database at once, for the short run that cannot wait that long. */
const age = async (site: Site): Promise<void> => {
  const admin = await site.admin();
  await admin.sql.run("UPDATE profiles SET due_at = '2000-01-01T00:00:00.000Z' WHERE status = 'processing'");
};

const drivenOn = async (site: Site, order: Order) => {
  const began = performance.now();
  const wereProcessing = await processingIn(await site.admin());
  order.say(`${wereProcessing} profiles are being processed; waiting until none is`);
  if (order.size === 'short') await age(site);
  let stillProcessing = wereProcessing;
  while (stillProcessing > 0 && performance.now() - began < patienceMs) {
    await sleep(100);
    stillProcessing = await processingIn(await site.admin());
  }
  return { wereProcessing, stillProcessing, drivenWithinMs: Math.round(performance.now() - began) };
};

/** Counts files that the service no longer answers, or not with the bytes whose digest the row has. */
const unreadableIn = async ({ admin, instances, token }: Site, book: Book): Promise<number> => {
  const baseUrl = instances.find((instance) => instance.isUp())?.url ?? '';
  let unreadable = 0;
  for (const [id, { files, mayBeErased }] of book.copyOf(book.profiles())) {
    if (mayBeErased || files.size === 0) continue;
    const stored = JSON.stringify((await rowsOf(await admin(), [id])).get(id) ?? null);
    for (const file of files.keys()) {
      const { bytes, status } = await askAt(baseUrl, { path: `/api/profiles/${id}/files/${file}`, token });
      const digest = createHash('sha256').update(bytes).digest('hex');
      if (status !== 200 || !stored.includes(digest)) unreadable += 1;
    }
  }
  return unreadable;
};

/** Waits for pending processing, then verifies everything that is stored and everything that was ever acknowledged. */
export const endingOf = async (site: Site, book: Book, order: Order): Promise<Ending> => {
  const driven = await drivenOn(site, order);
  const lost = await lostOf(site, book, book.profiles());
  const unreadable = await unreadableIn(site, book);
  const second = await secondEffects(site, book);
  return { ...(await examine(await site.admin())), ...driven, lost, unreadable, secondEffects: second };
};
