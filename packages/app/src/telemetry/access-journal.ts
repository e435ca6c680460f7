import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Clock, E } from '@portcullis/domain';
import { decode } from '@portcullis/domain/kernel';
import type { AccessLine } from '@portcullis/domain/ports';
import { AccessLineCodec } from '@portcullis/domain/serialization';
import type { AccessSegment } from './access-batches.ts';

/**
 * Keeps lines in files until they are in the access log, so that a process that is killed loses none. Several processes
 * may share the folder. Its functions throw Node's error when the file system refuses.
 */
export type AccessJournal = {
  /** Adds a line to a segment. The line is with the system when this returns. */
  readonly append: (segment: string, line: AccessLine) => void;
  /** Says that a segment gets no more lines. */
  readonly complete: (segment: string) => void;
  /** Removes a segment that was written. */
  readonly remove: (segment: string) => void;
  /** The segments of other processes that get no more lines. */
  readonly orphans: () => readonly AccessSegment[];
};

/** A segment gets lines for about a second. One that has got none for so long has lost its process. */
const abandonedMs = 30_000;

const fileName = /^([a-z0-9]{15})\.(open|lines)$/;

const parsedLine = (text: string): readonly AccessLine[] => {
  try {
    const line = decode(AccessLineCodec, JSON.parse(text));
    return E.isRight(line) ? [line.right] : [];
  } catch {
    // The process ended inside of the line, so that its answer was not sent.
    return [];
  }
};

/** Opens the journal in a folder, which is created if it is not there. */
export const openAccessJournal = (folder: string, clock: Clock): AccessJournal => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = new Set<string>();
  let file: { readonly segment: string; readonly descriptor: number } | null = null;
  const pathOf = (segment: string, state: 'open' | 'lines'): string => join(folder, `${segment}.${state}`);

  const descriptorOf = (segment: string): number => {
    if (file?.segment === segment) return file.descriptor;
    own.add(segment);
    file = { segment, descriptor: openSync(pathOf(segment, 'open'), 'a', 0o600) };
    return file.descriptor;
  };

  const isOrphan = (name: string): boolean => {
    const [, segment = '', state] = fileName.exec(name) ?? [];
    if (segment === '' || own.has(segment)) return false;
    const changed = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs;
    return changed !== undefined && (state === 'lines' || clock.now() - changed > abandonedMs);
  };

  const segmentIn = (name: string): AccessSegment => ({
    name: name.replace(/\..*/, ''),
    lines: readFileSync(join(folder, name), 'utf8').split('\n').flatMap(parsedLine),
  });

  return {
    append: (segment, line) => void writeSync(descriptorOf(segment), `${JSON.stringify(line)}\n`),
    complete: (segment) => {
      if (file?.segment !== segment) return;
      closeSync(file.descriptor);
      file = null;
      renameSync(pathOf(segment, 'open'), pathOf(segment, 'lines'));
    },
    remove: (segment) => {
      for (const state of ['open', 'lines'] as const) rmSync(pathOf(segment, state), { force: true });
      own.delete(segment);
    },
    orphans: () => readdirSync(folder).filter(isOrphan).map(segmentIn),
  };
};
