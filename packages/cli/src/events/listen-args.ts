import type { EventType } from '@portcullis/client';
import { E, type Either } from '@portcullis/domain';
import { accessUsage, isHttpUrl } from '../api/api-access.ts';
import type { ParsedOptions } from '../command/parse-options.ts';
import { type FeedStart, parseStart, parseTypes, startUsage } from '../feed/feed-args.ts';

/** In the folder in which the command is called. */
export const defaultCursorFile = '.portcullis/listen.json';

/** Where the signing secret is kept that goes with a cursor file. */
export const secretFileBeside = (cursorFile: string): string => `${cursorFile}.secret`;

export const listenUsage = `npx portcullis listen --forward-to <address> [--types <types>] [--since <place>] [--cursor-file <file>] [--retry]

Reads the feed of events and posts each of them to an address, signed like a webhook (Standard Webhooks), so that a receiver can be
written on a machine that no webhook reaches. Prints a line an event: its time, its type, the profile, and what the receiver said.

  --forward-to <address>  where events are posted, such as http://localhost:3000/hooks
  --types <types>         only events of these types, separated by commas, such as profile.approved,profile.declined
  --since <place>         begins there: ${startUsage}.
                          Without it, it goes on where it was ended, and begins with now at the first time
  --cursor-file <file>    keeps how far it has come (${defaultCursorFile}), and beside it (.secret) the signing secret
  --retry                 repeats an event until the receiver accepts it (2xx); otherwise a failure is printed and the next
                          event follows

An event counts as delivered when the receiver has answered; if this ends before, it comes again under the same webhook-id. While the
feed does not answer, it waits, and nothing is lost. Ctrl-C ends it.

${accessUsage} The client needs the scope events:read. Exit code: 0 when it was
ended by Ctrl-C, 1 when something is wrong, 2 when the cursor file cannot be written, 64 for options it does not know.`;

export const listenOptions = {
  'forward-to': { type: 'string' },
  types: { type: 'string' },
  since: { type: 'string' },
  'cursor-file': { type: 'string' },
  retry: { type: 'boolean' },
} as const;

export type ListenArgs = {
  readonly forwardTo: string;
  readonly types: readonly EventType[] | null;
  /** `null`: where it was ended. */
  readonly since: FeedStart | null;
  readonly cursorFile: string;
  readonly retries: boolean;
};

/** Reads an address to which events are posted. */
export const parseForwardTo = (text: string | undefined): Either<string, string> =>
  text !== undefined && isHttpUrl(text)
    ? E.right(text)
    : E.left('--forward-to is an http or https address without credentials, such as http://localhost:3000/hooks.');

export const parseListenArgs = ({ values }: ParsedOptions<typeof listenOptions>): Either<string, ListenArgs> => {
  const { 'cursor-file': cursorFile = defaultCursorFile, retry: retries = false } = values;
  const forwardTo = parseForwardTo(values['forward-to']);
  if (E.isLeft(forwardTo)) return forwardTo;
  const types = parseTypes(values.types);
  if (E.isLeft(types)) return types;
  const since = values.since === undefined ? E.right(null) : parseStart('--since', values.since);
  if (E.isLeft(since)) return since;
  if (cursorFile === '') return E.left('--cursor-file is the path of a file.');
  return E.right({ forwardTo: forwardTo.right, types: types.right, since: since.right, cursorFile, retries });
};
