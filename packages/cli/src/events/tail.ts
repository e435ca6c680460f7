import type { EventType } from '@portcullis/client';
import { E } from '@portcullis/domain';
import type { CommandResult } from '../command/command-result.ts';
import type { Output } from '../command/output.ts';
import type { FeedStart } from '../command/values.ts';
import { eventLine } from '../feed/event-line.ts';
import { longestWaitSeconds, type ReadNext, startCursor } from '../feed/follow-feed.ts';

type TailArgs = { readonly after: FeedStart; readonly types: readonly EventType[] | null };

/** Prints events as they come, until it has to stop; then it says how to continue. */
export const tailEvents = async (
  readNext: ReadNext,
  { after: from, types }: TailArgs,
  { print, printError }: Output,
): Promise<CommandResult> => {
  const start = await startCursor(readNext, from);
  if (E.isLeft(start)) return start.left;
  if (start.right === null) return { code: 0, lines: [] };
  let { after } = start.right;
  for (;;) {
    const page = await readNext({ after, types, waitSeconds: longestWaitSeconds });
    if (E.isLeft(page)) return page.left;
    if (page.right === null) break;
    for (const event of page.right.events) print(eventLine(event), event);
    after = page.right.after;
  }
  if (after !== null) printError(`What follows is printed by: npx portcullis events tail --after ${after}`);
  return { code: 0, lines: [] };
};
