import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyringInProduction } from '../../../support/builders/keyrings.ts';
import { sendRequest } from '../../../support/clients/api-client.ts';
import { storesOn } from '../../../support/records/stores-over.ts';
import { abandonProfile } from '../../../support/services/abandoned-profile.ts';
import type { ClusterEnvironment } from '../cluster/environment.ts';
import { type ConsistencyReport, checkConsistency, processingIn, rowsOf } from '../cluster/stored-rows.ts';
import type { HarnessOptions } from '../harness/harness.ts';
import { lostWrites, secondEffects, type WriteJournal } from './write-journal.ts';

/** Leaves a profile in processing, as an instance does that dies, so that each run has one to be driven on. */
export const abandonOne = async (cluster: ClusterEnvironment): Promise<void> => {
  await abandonProfile(storesOn(cluster.database.driver(), keyringInProduction));
};

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

const awaitProcessing = async (cluster: ClusterEnvironment, order: HarnessOptions) => {
  const began = performance.now();
  const wereProcessing = await processingIn(await cluster.tables());
  order.say(`${wereProcessing} profiles are being processed; waiting until none is`);
  // The short run cannot wait that long. The rows are left alone: what makes them due is sealed with their content.
  if (order.size === 'short') await cluster.setClocksAhead();
  let stillProcessing = wereProcessing;
  while (stillProcessing > 0 && performance.now() - began < processingLimitMs) {
    await sleep(100);
    stillProcessing = await processingIn(await cluster.tables());
  }
  return { wereProcessing, stillProcessing, drivenWithinMs: Math.round(performance.now() - began) };
};

/** Counts files that the service no longer answers, or not with the bytes whose digest the row has. */
const countUnreadableFiles = async (
  { instances, tables, token }: ClusterEnvironment,
  journal: WriteJournal,
): Promise<number> => {
  const baseUrl = instances.find((instance) => instance.isUp())?.url ?? '';
  let unreadable = 0;
  for (const [id, { files, mayBeErased }] of journal.copyOf(journal.profiles())) {
    if (mayBeErased || files.size === 0) continue;
    const stored = JSON.stringify((await rowsOf(await tables(), [id])).get(id) ?? null);
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
  return { ...(await checkConsistency(await cluster.tables())), ...driven, lost, unreadable, secondEffects: second };
};
