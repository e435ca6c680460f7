import { appendFileSync, createReadStream, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { E, type Either, type ProfileId } from '@portcullis/domain';
import { outcomes, reasonCodes } from '@portcullis/domain/checks';
import { decode, IdCodec, matching, oneOf, parseJson, t } from '@portcullis/domain/kernel';
import type { SimulatedDecision } from '@portcullis/explain';
import { type CommandResult, failed } from '../command/command-result.ts';
import { errorWord } from '../command/error-word.ts';
import type { Part } from '../command/id-ranges.ts';
import { ids } from '../command/open-records.ts';
import { writeForOwner } from '../command/owner-file.ts';
import { DraftCounts, wholeNumber } from './draft-tally.ts';

/** The id of a profile, or where the range of a part begins. */
const lastId = matching('an id, or its first four characters', /^[a-z0-9]{4}([a-z0-9]{11})?$/);

/**
 * How far a part is. What its runs have found stands in files of lines, one for each run, of which so many bytes count:
 * a run that was killed may have written more. `run` is the id of the run that works on it.
 */
const PartState = t.type(
  {
    run: IdCodec,
    last: t.union([lastId, t.null]),
    isDone: t.boolean,
    changes: t.array(t.type({ file: t.string, bytes: wholeNumber })),
    counts: t.union([DraftCounts, t.null]),
  },
  'part of a back-test',
);
export type PartState = t.TypeOf<typeof PartState>;

/** A decision that would change, as it is kept. */
export type KeptChange = Pick<SimulatedDecision, 'profileId' | 'seq' | 'before' | 'after' | 'comes' | 'goes'>;

const Change = t.type(
  {
    profileId: IdCodec,
    seq: wholeNumber,
    before: oneOf(outcomes),
    after: oneOf(outcomes),
    comes: t.array(oneOf(reasonCodes)),
    goes: t.array(oneOf(reasonCodes)),
  },
  'change',
);

const nameOf = ({ of, part }: Part): string => `part-${part}-of-${of}`;
const stateFile = (folder: string, part: Part): string => join(folder, `${nameOf(part)}.json`);
const linesName = /^(part-\d{1,3}-of-\d{1,3})\.[a-z0-9]{15}\.jsonl$/;

/** Whether a file has the name that a run gives the lines of this part. */
const isOfPart = (part: Part, name: string): boolean => linesName.exec(name)?.[1] === nameOf(part);

/** The size of a file; -1 where there is none, or what is there is none. */
const sizeOf = (file: string): number => {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.size : -1;
};

const damaged = (file: string): Either<CommandResult, never> =>
  failed(1, `${file} is damaged. Remove it, and this part begins anew.`);

/** Reads how far a part is; `null` where nobody has begun. */
export const readPart = (folder: string, part: Part): Either<CommandResult, PartState | null> => {
  const file = stateFile(folder, part);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    return errorWord(cause) === 'ENOENT' ? E.right(null) : failed(1, `${file} cannot be read (${errorWord(cause)}).`);
  }
  const known = decode(PartState, parseJson(text));
  if (E.isLeft(known)) return damaged(file);
  const { changes, counts, isDone } = known.right;
  const isWhole =
    (counts !== null || !isDone) &&
    changes.every(
      ({ bytes, file: name }) => isOfPart(part, name) && (bytes === 0 || sizeOf(join(folder, name)) >= bytes),
    );
  return isWhole ? known : damaged(file);
};

/** A run that works on a part. */
export type PartRun = {
  /** Where it goes on, and what was counted before. */
  readonly begun: Pick<PartState, 'last' | 'counts'>;
  /** Takes a change, which is written with the next step that is kept. */
  readonly add: (change: KeptChange) => void;
  /** Writes what was added, and how far it has come. Left where another run works on the part meanwhile. */
  readonly keep: (last: ProfileId | null, counts: DraftCounts, isDone: boolean) => Either<CommandResult, void>;
};

/** Writes into the folder. A disk that is full, or a folder that may not be written, is no crash. */
const writing = (folder: string, write: () => void): Either<CommandResult, void> => {
  try {
    return E.right(write());
  } catch (cause) {
    return failed(
      1,
      `The folder ${folder} cannot be written (${errorWord(cause)}). Call the command again once it can be.`,
    );
  }
};

/**
 * Begins to work on a part, or goes on with it. Where another run works on it, one of the two stops at its next step:
 * mostly that other one, but it may have written once more after this one began.
 */
export const beginPart = (folder: string, part: Part, before: PartState | null): Either<CommandResult, PartRun> => {
  const run = ids.id();
  const file = `${nameOf(part)}.${run}.jsonl`;
  const { changes = [], counts = null, last = null } = before ?? {};
  const earlier = changes.filter((one) => one.bytes > 0);
  let bytes = 0;
  let added = '';
  const put = (content: Pick<PartState, 'last' | 'counts' | 'isDone'>): void => {
    const written = bytes === 0 ? earlier : [...earlier, { file, bytes }];
    writeForOwner(stateFile(folder, part), { run, changes: written, ...content }, { flush: true });
  };
  const begun = writing(folder, () => put({ last, counts, isDone: false }));
  if (E.isLeft(begun)) return begun;
  return E.right({
    begun: { last, counts },
    add: (change) => {
      added += `${JSON.stringify(change)}\n`;
    },
    keep: (reached, counted, isDone) => {
      const stored = readPart(folder, part);
      if (E.isLeft(stored)) return stored;
      if (stored.right?.run !== run) return failed(1, `Another process works on part ${part.part} of ${part.of}.`);
      return writing(folder, () => {
        // The lines are on the disk, all of them, before the state says how many of their bytes count.
        if (added !== '') appendFileSync(join(folder, file), added, { flush: true, mode: 0o600 });
        bytes += Buffer.byteLength(added);
        added = '';
        put({ last: reached, counts: counted, isDone });
      });
    },
  });
};

/** Reads the changes of a part, one after the other. Left where they are not those that were counted. */
export const eachChange = async (
  folder: string,
  part: Part,
  { changes, counts }: PartState,
  use: (change: KeptChange) => void,
): Promise<Either<CommandResult, void>> => {
  let found = 0;
  for (const { bytes, file } of changes) {
    if (bytes === 0) continue;
    const input = createReadStream(join(folder, file), { end: bytes - 1 });
    for await (const line of createInterface({ input })) {
      const change = decode(Change, parseJson(line));
      if (E.isLeft(change)) return damaged(stateFile(folder, part));
      found += 1;
      use(change.right);
    }
  }
  return found === (counts?.totals.changed ?? 0) ? E.right(undefined) : damaged(stateFile(folder, part));
};
