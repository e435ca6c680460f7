import { randomBytes } from 'node:crypto';
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
import { decode, parseJson } from '@portcullis/domain/kernel';
import type { AccessLine } from '@portcullis/domain/ports';
import { AccessLineCodec } from '@portcullis/domain/serialization';
import type { AccessSegment } from './access-batches.ts';

/**
 * Keeps lines in files until they are in the access log, so that a process that is killed loses none. Several processes
 * of one machine may share the folder. Its functions throw Node's error when the file system refuses.
 */
export type AccessJournal = {
  /**
   * Adds a line to a segment. The line is with the system when this returns. After it has thrown, the segment must get
   * no more lines, since a part of this one may be in its file.
   */
  readonly append: (segment: string, line: AccessLine) => void;
  /** Says that a segment gets no more lines. */
  readonly complete: (segment: string) => void;
  /** Removes a segment that was written. */
  readonly remove: (segment: string) => void;
  /** The files of other processes that get no more lines. */
  readonly orphans: () => readonly string[];
  /** Takes such a file away from its process, and then reads it; `null` where another process has taken it. */
  readonly take: (file: string) => AccessSegment | null;
};

/** A segment gets lines for about a second. If it has got none in this time, its process has ended. */
const abandonedMs = 30_000;
/** A process that was paused adds nothing to a segment of this age: another one may have taken it. */
export const maxSegmentAgeMs = abandonedMs / 2;

/** `open` gets lines, `lines` is complete, and `taken` was taken by the process of the name before. */
const fileName = /^([a-z0-9]{15})\.(?:open|lines|[0-9a-f]{16}\.taken)$/;

const parsedLine = (text: string): readonly AccessLine[] => {
  const line = decode(AccessLineCodec, parseJson(text));
  // Where it is no line, the process ended inside of it, so that its answer was not sent.
  return E.isRight(line) ? [line.right] : [];
};

const isAbsent = (cause: unknown): boolean => Object(cause).code === 'ENOENT';

/** Does something with a file that another process may have taken away. Answers whether it was there. */
const didExist = (act: () => void): boolean => {
  try {
    act();
    return true;
  } catch (cause) {
    if (isAbsent(cause)) return false;
    throw cause;
  }
};

/** On a full disk the system may write a part, without an error. */
const writeWhole = (descriptor: number, text: string): void => {
  const bytes = Buffer.from(text);
  const written = writeSync(descriptor, bytes);
  if (written !== bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes were written`);
};

/** Opens the journal in a folder, which is created if it is not there. */
export const openAccessJournal = (folder: string, clock: Clock): AccessJournal => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = new Set<string>();
  let file: { readonly segment: string; readonly descriptor: number; readonly openedAt: number } | null = null;
  const pathOf = (segment: string, state: string): string => join(folder, `${segment}.${state}`);
  const taken = `${randomBytes(8).toString('hex')}.taken`;

  const descriptorOf = (segment: string): number => {
    if (file?.segment === segment) return file.descriptor;
    own.add(segment);
    file = { segment, descriptor: openSync(pathOf(segment, 'open'), 'a', 0o600), openedAt: clock.now() };
    return file.descriptor;
  };

  const isOrphan = (name: string): boolean => {
    const segment = fileName.exec(name)?.[1];
    if (segment === undefined || own.has(segment)) return false;
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    if (found === undefined) return false;
    if (name.endsWith('.lines')) return true;
    // The name of a file that was taken has changed at that time, and its content before.
    const since = name.endsWith('.taken') ? found.ctimeMs : found.mtimeMs;
    return clock.now() - since > abandonedMs;
  };

  return {
    append: (segment, line) => {
      try {
        writeWhole(descriptorOf(segment), `${JSON.stringify(line)}\n`);
      } catch (cause) {
        if (file !== null) closeSync(file.descriptor);
        file = null;
        throw cause;
      }
    },
    complete: (segment) => {
      if (file?.segment !== segment) return;
      const { descriptor, openedAt } = file;
      file = null;
      closeSync(descriptor);
      const isMine = didExist(() => renameSync(pathOf(segment, 'open'), pathOf(segment, 'lines')));
      // Nobody takes a segment that is so young: the folder is gone.
      if (!isMine && clock.now() - openedAt <= maxSegmentAgeMs) throw new Error('a file of the journal is gone');
    },
    remove: (segment) => {
      for (const state of ['open', 'lines', taken]) rmSync(pathOf(segment, state), { force: true });
      own.delete(segment);
    },
    orphans: () => readdirSync(folder).filter(isOrphan),
    take: (name) => {
      const segment = name.replace(/\..*/, '');
      if (!didExist(() => renameSync(join(folder, name), pathOf(segment, taken)))) return null;
      const lines = readFileSync(pathOf(segment, taken), 'utf8').split('\n').flatMap(parsedLine);
      return { name: segment, lines };
    },
  };
};
