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
 * What a rotation did, and the rows with which nothing could be done. `isScrubbed`: everything is under the key, and nothing
 * of how it was before is left in the free pages of the database and in its journal.
 */
export type Rotation = { readonly status: KeyStatus; readonly left: readonly string[]; readonly isScrubbed: boolean };

/** How many rows are not under the key, or in clear. */
export const leftOver = ({ wraps, clear }: KeyStatus, keyId: string): number => {
  const under = wraps.filter((wrap) => wrap.keyId !== keyId).map(({ dataKeys, serviceKeys }) => dataKeys + serviceKeys);
  return [...under, ...clearPlaces.map((place) => clear[place])].reduce((sum, count) => sum + count, 0);
};

/** How often the journal is tried to be emptied, while others read it. */
const scrubTries = 20;

/** How often it goes over everything: others may write what it has passed already, with other keys. */
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
 * Brings everything under the first key of the keyring: keys that another one wraps, and what stands in clear. Every row is
 * one step that has happened or has not, so it can be ended at any moment and begun anew, beside a service that works. It
 * ends with a scrub, also where rows are left: they keep nothing of the others in the files of the database.
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
        // Whatever is left: rows that this run has mended, or one before it that was ended, lie there as they were.
        const isScrubbed = E.isRight(await scrubbed(client, true, scrubTries)());
        return E.right({ status: status.right, left, isScrubbed: isDone && isScrubbed });
      }
    }
  };
