import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from '../../../support/clients/api-client.ts';
import type { HarnessOptions } from '../harness.ts';
import type { ClusterEnvironment } from './environment.ts';
import { type ConsistencyReport, checkConsistency, processingIn, rowsOf } from './stored-rows.ts';
import { lostWrites, secondEffects, type WriteJournal } from './write-journal.ts';

/** The state of everything when the load is over. */
export type FinalState = ConsistencyReport & {
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
const processingLimitMs = 110_000;

/** Makes the profiles due in the database at once, for the short run that cannot wait that long. */
const makeDueNow = async (cluster: ClusterEnvironment): Promise<void> => {
  const admin = await cluster.admin();
  await admin.sql.run("UPDATE profiles SET due_at = '2000-01-01T00:00:00.000Z' WHERE status = 'processing'");
};

const awaitProcessing = async (cluster: ClusterEnvironment, order: HarnessOptions) => {
  const began = performance.now();
  const wereProcessing = await processingIn(await cluster.admin());
  order.say(`${wereProcessing} profiles are being processed; waiting until none is`);
  if (order.size === 'short') await makeDueNow(cluster);
  let stillProcessing = wereProcessing;
  while (stillProcessing > 0 && performance.now() - began < processingLimitMs) {
    await sleep(100);
    stillProcessing = await processingIn(await cluster.admin());
  }
  return { wereProcessing, stillProcessing, drivenWithinMs: Math.round(performance.now() - began) };
};

/** Counts files that the service no longer answers, or not with the bytes whose digest the row has. */
const countUnreadableFiles = async (
  { admin, instances, token }: ClusterEnvironment,
  journal: WriteJournal,
): Promise<number> => {
  const baseUrl = instances.find((instance) => instance.isUp())?.url ?? '';
  let unreadable = 0;
  for (const [id, { files, mayBeErased }] of journal.copyOf(journal.profiles())) {
    if (mayBeErased || files.size === 0) continue;
    const stored = JSON.stringify((await rowsOf(await admin(), [id])).get(id) ?? null);
    for (const file of files.keys()) {
      const { bytes, status } = await sendRequest(baseUrl, { path: `/api/profiles/${id}/files/${file}`, token });
      const digest = createHash('sha256').update(bytes).digest('hex');
      if (status !== 200 || !stored.includes(digest)) unreadable += 1;
    }
  }
  return unreadable;
};

/** Waits for pending processing, then verifies everything that is stored and everything that was ever acknowledged. */
export const collectFinalState = async (
  cluster: ClusterEnvironment,
  journal: WriteJournal,
  order: HarnessOptions,
): Promise<FinalState> => {
  const driven = await awaitProcessing(cluster, order);
  const lost = await lostWrites(cluster, journal, journal.profiles());
  const unreadable = await countUnreadableFiles(cluster, journal);
  const second = await secondEffects(cluster, journal);
  return { ...(await checkConsistency(await cluster.admin())), ...driven, lost, unreadable, secondEffects: second };
};
