import { E, type TaskEither, type Unavailable } from '@portcullis/domain';
import type { Keyring } from '@portcullis/sealing';
import type { PocketbaseClient } from '../client/client.ts';
import { scrubbed } from '../erasure/scrub.ts';
import { pocketbaseSealing } from '../sealing/sealing.ts';
import { clearPlaces } from './clear-rows.ts';
import { type KeyStatus, keyStatus } from './key-status.ts';
import { type Part, type Progress, runPart } from './part.ts';
import { rewrapping } from './rewrap.ts';
import { sealingProfiles } from './seal-profiles.ts';
import { sealingAnswers, sealingEntries, sealingFiles, sealingSightingKeys } from './seal-rest.ts';

/**
 * The result of a rotation, and the rows that could not be rotated. `isPurged`: everything is under the primary key,
 * and nothing of the earlier content remains in the free pages of the database and in its journal.
 */
export type Rotation = { readonly status: KeyStatus; readonly left: readonly string[]; readonly isScrubbed: boolean };

/** How many rows are under another key, or in plaintext. */
export const leftOver = ({ wraps, clear }: KeyStatus, keyId: string): number => {
  const under = wraps.filter((wrap) => wrap.keyId !== keyId).map(({ dataKeys, serviceKeys }) => dataKeys + serviceKeys);
  return [...under, ...clearPlaces.map((place) => clear[place])].reduce((sum, count) => sum + count, 0);
};

/** How often the truncation of the journal is tried while others read it. */
const scrubTries = 20;

/**
 * How many rounds a rotation makes at most: other instances may write with other keys what it has already processed.
 */
const rounds = 5;

const partsOf = (client: PocketbaseClient, keyring: Keyring): readonly Part[] => {
  const needs = { client, keyring, sealing: pocketbaseSealing(client, keyring) };
  return [
    rewrapping(client, keyring, 'service_keys'),
    rewrapping(client, keyring, 'data_keys'),
    sealingSightingKeys(needs),
    sealingProfiles(client, keyring, needs.sealing),
    sealingEntries(needs),
    sealingFiles(needs),
    sealingAnswers(needs),
  ];
};

/**
 * Brings everything under the primary key of the keyring: keys that another key wraps, and plaintext rows. Each row is
 * rotated atomically, so the rotation can be stopped at any moment and started again, while the service runs. It ends
 * with a purge, also when rows remain: they leave nothing of the rotated rows in the files of the database.
 */
export const rotateKeys =
  (client: PocketbaseClient, keyring: Keyring, tell: (progress: Progress) => void): TaskEither<Unavailable, Rotation> =>
  async () => {
    const parts = partsOf(client, keyring);
    for (let round = 1; ; round += 1) {
      const left: string[] = [];
      let done = 0;
      for (const part of parts) {
        const progress = await runPart(part, tell);
        if (E.isLeft(progress)) return progress;
        left.push(...progress.right.left);
        done += progress.right.done;
      }
      const status = await keyStatus(client)();
      if (E.isLeft(status)) return status;
      const isDone = leftOver(status.right, keyring.first.id) === 0;
      if (isDone || done === 0 || round === rounds) {
        // The purge runs whatever remains: the old content of rows that this run rotated, or one before it that was
        // stopped, is still in the files.
        const isScrubbed = E.isRight(await scrubbed(client, true, scrubTries)());
        return E.right({ status: status.right, left, isScrubbed: isDone && isScrubbed });
      }
    }
  };
