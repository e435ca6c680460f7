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

/** By how many milliseconds the clock of the sandbox in a folder is ahead; `otherwise` where the file does not open. */
const readOr = (folder: string, otherwise: number): number => {
  const file = join(folder, clockFileName);
  if (!existsSync(file)) return otherwise;
  const read = decode(ClockFile, parseJson(readTextFile(file)));
  return E.isRight(read) ? read.right.ahead_ms : otherwise;
};

/** By how many milliseconds the clock of the sandbox in a folder is ahead; 0 where it was never moved. */
export const readAheadMs = (folder: string): number => readOr(folder, 0);

/** Asks for that as often as a sandbox that runs needs it. A file that is lost or damaged turns no clock back. */
export const followAheadMs = (folder: string): (() => number) => {
  let aheadMs = readAheadMs(folder);
  let readAt = performance.now();
  return () => {
    const now = performance.now();
    if (now - readAt >= readAgainMs) {
      aheadMs = readOr(folder, aheadMs);
      readAt = now;
    }
    return aheadMs;
  };
};

/** Moves the clock of the sandbox in a folder ahead, and answers by how much it is ahead; `null` beyond the most. */
export const moveAhead = (folder: string, ms: number): number | null => {
  const ahead_ms = readAheadMs(folder) + ms;
  if (ahead_ms > mostAheadMs) return null;
  writeForOwner(join(folder, clockFileName), { ahead_ms });
  return ahead_ms;
};
