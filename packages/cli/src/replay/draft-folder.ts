import {
  closeSync,
  createReadStream,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { E, type Either, type Policy, type ProfileId } from '@portcullis/domain';
import { decisionEngineVersion, outcomes, policyDigest, reasonCodes } from '@portcullis/domain/checks';
import { decode, oneOf, parseJson, t } from '@portcullis/domain/kernel';
import type { SimulatedDecision } from '@portcullis/explain';
import { type CommandResult, failed } from '../command/command-result.ts';
import { errorWord } from '../command/error-word.ts';
import { ids } from '../command/open-records.ts';
import { writeForOwner } from '../command/owner-file.ts';
import { DraftCounts } from './draft-tally.ts';
import type { Part } from './id-ranges.ts';

/**
 * How far a part is. What its runs have found stands in files of lines, one for each run, of which so many bytes count:
 * a run that was killed may have written more. `run` is the id of the run that works on it.
 */
const PartState = t.type(
  {
    of: t.type({ draft: t.string, since: t.union([t.string, t.null]), engine: t.number }),
    run: t.string,
    last: t.union([t.string, t.null]),
    isDone: t.boolean,
    changes: t.array(t.type({ file: t.string, bytes: t.number })),
    counts: t.union([DraftCounts, t.null]),
  },
  'part of a back-test',
);
export type PartState = t.TypeOf<typeof PartState>;

/** A decision that would change, as it is kept. */
export type KeptChange = Pick<SimulatedDecision, 'profileId' | 'seq' | 'before' | 'after' | 'comes' | 'goes'>;

const Change = t.type(
  {
    ...{ profileId: t.string, seq: t.number, before: oneOf(outcomes), after: oneOf(outcomes) },
    ...{ comes: t.array(oneOf(reasonCodes)), goes: t.array(oneOf(reasonCodes)) },
  },
  'change',
);

/** What a back-test is of: parts of another draft, or of another release of the rules, do not belong to it. */
export type Subject = PartState['of'];

export const subjectOf = (draft: Policy, since: string | null): Subject => ({
  draft: policyDigest(draft),
  since,
  engine: decisionEngineVersion,
});

const nameOf = ({ of, part }: Part): string => `part-${part}-of-${of}`;
const namePattern = /^part-\d+-of-(\d+)\.json$/;

const damaged = (file: string): Either<CommandResult, never> =>
  failed(1, `${file} is damaged. Remove it, and this part begins anew.`);

/** Into how many parts the back-test of a folder is divided; `null` where it has not begun. */
export const partsIn = (folder: string): Either<CommandResult, number | null> => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = readdirSync(folder).flatMap((name) => namePattern.exec(name)?.[1] ?? []);
    const [of = null, ...others] = [...new Set(found)].map(Number);
    return others.length > 0
      ? failed(1, `${folder} has parts of several back-tests. Name another folder.`)
      : E.right(of);
  } catch (cause) {
    return failed(1, `The folder ${folder} cannot be used (${errorWord(cause)}).`);
  }
};

/** Reads how far a part is; `null` where nobody has begun. */
export const readPart = (folder: string, part: Part, subject: Subject): Either<CommandResult, PartState | null> => {
  const file = join(folder, `${nameOf(part)}.json`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    return errorWord(cause) === 'ENOENT' ? E.right(null) : failed(1, `${file} cannot be read (${errorWord(cause)}).`);
  }
  const known = decode(PartState, parseJson(text));
  if (E.isLeft(known)) return damaged(file);
  const { changes, of } = known.right;
  if (of.draft !== subject.draft || of.since !== subject.since || of.engine !== subject.engine)
    return failed(1, `${folder} has the back-test of another draft, of another time or release. Name another folder.`);
  const isWhole = changes.every(
    ({ bytes, file: name }) => (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? -1) >= bytes,
  );
  return isWhole ? known : damaged(file);
};

/** A run that works on a part. */
export type PartRun = {
  /** Where it goes on, and what was counted before. */
  readonly begun: Pick<PartState, 'last' | 'counts'>;
  readonly write: (change: KeptChange) => void;
  /** Writes how far it has come. Left where another run works on the part meanwhile. */
  readonly keep: (last: ProfileId | null, counts: DraftCounts, isDone: boolean) => Either<CommandResult, void>;
  readonly close: () => void;
};

/** Begins to work on a part, or goes on with it: whatever run has worked on it before stops at its next step. */
export const beginPart = (folder: string, part: Part, subject: Subject, before: PartState | null): PartRun => {
  const run = ids.id();
  const state = join(folder, `${nameOf(part)}.json`);
  const file = `${nameOf(part)}.${run}.jsonl`;
  const { changes: earlier = [], counts = null, last = null } = before ?? {};
  const lines = openSync(join(folder, file), 'wx', 0o600);
  let bytes = 0;
  const put = (content: Pick<PartState, 'last' | 'counts' | 'isDone'>): void =>
    writeForOwner(state, { of: subject, run, changes: [...earlier, { file, bytes }], ...content });
  put({ last, counts, isDone: false });
  return {
    begun: { last, counts },
    write: (change) => {
      bytes += writeSync(lines, `${JSON.stringify(change)}\n`);
    },
    keep: (reached, counted, isDone) => {
      const stored = readPart(folder, part, subject);
      if (E.isLeft(stored)) return stored;
      if (stored.right?.run !== run) return failed(1, `Another process works on part ${part.part} of ${part.of}.`);
      put({ last: reached, counts: counted, isDone });
      return E.right(undefined);
    },
    close: () => closeSync(lines),
  };
};

/** Reads the changes of a part, one after the other. */
export const eachChange = async (
  folder: string,
  { changes }: PartState,
  use: (change: KeptChange) => void,
): Promise<Either<CommandResult, void>> => {
  for (const { bytes, file } of changes) {
    if (bytes === 0) continue;
    const input = createReadStream(join(folder, file), { end: bytes - 1 });
    for await (const line of createInterface({ input })) {
      const change = decode(Change, parseJson(line));
      if (E.isLeft(change)) return damaged(join(folder, file));
      use(change.right);
    }
  }
  return E.right(undefined);
};
