import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { askAt } from '../../../support/clients/api-client.ts';
import type { Order } from '../harness.ts';
import type { Site } from './environment.ts';
import { type Examined, examine, processingIn, rowsOf } from './stored-rows.ts';
import { type Book, lostOf, secondEffects } from './write-journal.ts';

/** How everything stands when the load is over. */
export type Ending = Examined & {
  readonly lost: readonly string[];
  readonly unreadable: number;
  /** Of requests that were repeated under their keys. */
  readonly secondEffects: readonly string[];
  /** Profiles in `processing` at first, and those that nobody had driven on in time. */
  readonly wereProcessing: number;
  readonly stillProcessing: number;
  readonly drivenWithinMs: number;
};

/** A profile is driven on by others 75 seconds after its last change; then a sweep and its checks take some seconds. */
const patienceMs = 110_000;

/** Lets the database say that it is time, for whoever cannot wait for so long. */
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

/** Files that the service does not answer any more, or not with the bytes of which the row has the digest. */
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

/** Waits for what is still being done, then looks at everything that is stored and that was ever acknowledged. */
export const endingOf = async (site: Site, book: Book, order: Order): Promise<Ending> => {
  const driven = await drivenOn(site, order);
  const lost = await lostOf(site, book, book.profiles());
  const unreadable = await unreadableIn(site, book);
  const second = await secondEffects(site, book);
  return { ...(await examine(await site.admin())), ...driven, lost, unreadable, secondEffects: second };
};
