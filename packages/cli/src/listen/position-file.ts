import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorWord, readTextFile } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import { decode, parseJson, t } from '@portcullis/domain/kernel';
import type { ApiAccess } from '../api/api-access.ts';
import { type CommandResult, failed } from '../command/command-result.ts';
import { writeForOwner } from '../command/owner-file.ts';
import { claimPidFile } from '../sandbox/pid-file.ts';

/**
 * How far the events of a client have been delivered: all up to the cursor `after` (`null`: none), and of the page
 * behind it those up to the event `delivered`. The feed has cursors for pages alone.
 */
export type DeliveryPosition = { readonly after: string | null; readonly delivered: string | null };

/** The positions of a file. Each belongs to one client of one service. */
export type PositionFile = {
  readonly position: DeliveryPosition | null;
  /** Replaces the position atomically. */
  readonly write: (position: DeliveryPosition) => Either<CommandResult, null>;
  readonly close: () => void;
};

const nullableText = t.union([t.string, t.null]);
const StoredPositions = t.type({
  positions: t.array(t.type({ url: t.string, client_id: t.string, after: nullableText, delivered: nullableText })),
});
type StoredPosition = t.TypeOf<typeof StoredPositions>['positions'][number];

const readPositions = (file: string): Either<CommandResult, readonly StoredPosition[]> => {
  let text: string;
  try {
    text = readTextFile(file);
  } catch (cause) {
    const code = errorWord(cause);
    return code === 'ENOENT' ? E.right([]) : failed(1, `The cursor file ${file} cannot be read (${code}).`);
  }
  const read = decode(StoredPositions, parseJson(text));
  return E.isRight(read)
    ? E.right(read.right.positions)
    : failed(1, `${file} is no cursor file of portcullis listen. Remove it, or name another one with --cursor-file.`);
};

/** Claims the file for this process: two that write their positions into it would lose each other's events. */
const claim = (file: string): Either<CommandResult, () => void> => {
  const pidFile = `${file}.pid`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const owner = claimPidFile(pidFile);
    return owner === null
      ? E.right(() => rmSync(pidFile, { force: true }))
      : failed(1, `Process ${owner} uses the cursor file ${file}. Name another one with --cursor-file.`);
  } catch (cause) {
    return failed(1, `The cursor file ${file} cannot be written (${errorWord(cause)}).`);
  }
};

/** Opens the position of this client in a file, which is created with the first write. It must be closed. */
export const openPositionFile = (
  file: string,
  { baseUrl, clientId }: ApiAccess,
): Either<CommandResult, PositionFile> => {
  const claimed = claim(file);
  if (E.isLeft(claimed)) return claimed;
  const stored = readPositions(file);
  if (E.isLeft(stored)) {
    claimed.right();
    return stored;
  }
  const isOwn = ({ client_id, url }: StoredPosition): boolean => client_id === clientId && url === baseUrl;
  const others = stored.right.filter((one) => !isOwn(one));
  return E.right({
    position: stored.right.find(isOwn) ?? null,
    write: (position) => {
      try {
        writeForOwner(file, { positions: [...others, { url: baseUrl, client_id: clientId, ...position }] });
        return E.right(null);
      } catch (cause) {
        return failed(2, `The cursor file ${file} cannot be written (${errorWord(cause)}).`);
      }
    },
    close: claimed.right,
  });
};
