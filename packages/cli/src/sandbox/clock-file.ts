import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readTextFile } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { decode, numberBetween, parseJson, t } from '@portcullis/domain/kernel';
import { writeForOwner } from '../command/owner-file.ts';

/** A hundred years: further no time of the service reaches. */
export const mostAheadMs = 100 * 366 * 86_400_000;

/** For how long what was read counts: the file is asked for with every time that is told. */
const readAgainMs = 100;

const ClockFile = t.type({ ahead_ms: numberBetween(0, mostAheadMs) });

export const clockFileName = 'clock.json';

/** By how many milliseconds the clock of the sandbox in a folder is ahead; 0 where it was never moved. */
export const readAheadMs = (folder: string): number => {
  const file = join(folder, clockFileName);
  if (!existsSync(file)) return 0;
  const read = decode(ClockFile, parseJson(readTextFile(file)));
  return E.isRight(read) ? read.right.ahead_ms : 0;
};

/** The same, as a sandbox that runs asks for it. */
export const followAheadMs = (folder: string): (() => number) => {
  let aheadMs = readAheadMs(folder);
  let readAt = performance.now();
  return () => {
    const now = performance.now();
    if (now - readAt >= readAgainMs) {
      aheadMs = readAheadMs(folder);
      readAt = now;
    }
    return aheadMs;
  };
};

/** Moves the clock of the sandbox in a folder ahead, and answers by how much it is ahead then. */
export const moveAhead = (folder: string, ms: number): number => {
  const ahead_ms = readAheadMs(folder) + ms;
  writeForOwner(join(folder, clockFileName), { ahead_ms });
  return ahead_ms;
};
