import type { EventType } from '@portcullis/client';
import { E, type Either, pipe } from '@portcullis/domain';
import { accessUsage } from '../api/api-access.ts';
import { isTime } from '../command/is-time.ts';
import type { ParsedOptions } from '../command/parse-options.ts';
import { type FeedStart, parseStart, parseTypes, startUsage } from '../feed/feed-args.ts';
import { defaultCursorFile, parseForwardTo } from './listen-args.ts';

export const eventsUsage = `npx portcullis events <command>

  tail [--after <place>] [--types <types>] [--json]
                          prints events as they come, until Ctrl-C: from a place on, which is
                          ${startUsage}; now without it
  replay --from <place> [--to <place>] --forward-to <address> [--types <types>] [--cursor-file <file>]
                          posts events again, signed with the secret of portcullis listen, whose position stays as it is. Both
                          places belong to what is posted: an event's id, or a time (2027-01-31T12:00:00Z). --from is also
                          oldest or a cursor; without --to it ends with the newest event

  --types <types>         only events of these types, separated by commas
  --json                  one JSON object a line, as the feed has it

What a service does with the deliveries of its own webhook endpoints is not touched by replay.

${accessUsage} The client needs the scope events:read. Exit code: 0 when it was
done or ended by Ctrl-C, 1 when something is wrong or a receiver has refused an event, 64 for options it does not know.`;

export const eventsOptions = {
  after: { type: 'string' },
  types: { type: 'string' },
  json: { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  'forward-to': { type: 'string' },
  'cursor-file': { type: 'string' },
} as const;

/** A place in what was read of the feed: an event, or a time in milliseconds since 1970. */
export type EventPlace = { readonly id: string } | { readonly time: number };

export type TailArgs = {
  readonly command: 'tail';
  readonly after: FeedStart;
  readonly types: readonly EventType[] | null;
  readonly json: boolean;
};

export type ReplayEventsArgs = {
  readonly command: 'replay';
  /** The cursor behind which reading begins; `null` is the oldest event. */
  readonly after: string | null;
  /** The first and the last event that are posted; `null` is that of what is read. */
  readonly from: EventPlace | null;
  readonly to: EventPlace | null;
  readonly forwardTo: string;
  readonly types: readonly EventType[] | null;
  readonly cursorFile: string;
};

type Values = ParsedOptions<typeof eventsOptions>['values'];

const parsePlace = (text: string): EventPlace | null => {
  if (/^evt_[a-z0-9]{1,64}$/.test(text)) return { id: text };
  return isTime(text) ? { time: Date.parse(text) } : null;
};

const unused = (values: Values, ...names: readonly (keyof Values)[]): string | null => {
  const name = names.find((one) => values[one] !== undefined);
  return name === undefined ? null : `--${name} is for the other command.`;
};

const parseTail = (values: Values): Either<string, TailArgs> => {
  const other = unused(values, 'from', 'to', 'forward-to', 'cursor-file');
  if (other !== null) return E.left(other);
  const after = parseStart('--after', values.after ?? 'now');
  if (E.isLeft(after)) return after;
  return pipe(
    parseTypes(values.types),
    E.map(
      (types): TailArgs => ({
        command: 'tail',
        after: after.right,
        types,
        json: values.json ?? false,
      }),
    ),
  );
};

const parseReplay = (values: Values): Either<string, ReplayEventsArgs> => {
  const other = unused(values, 'after', 'json');
  if (other !== null) return E.left(other);
  const { 'cursor-file': cursorFile = defaultCursorFile, from: first = '' } = values;
  const from = parsePlace(first);
  const start = from === null ? parseStart('--from', first) : E.right('oldest' as const);
  if (E.isLeft(start) || start.right === 'now')
    return E.left('--from is an event’s id, a time such as 2027-01-31T12:00:00Z, oldest, or a cursor.');
  const to = values.to === undefined ? null : parsePlace(values.to);
  if (values.to !== undefined && to === null)
    return E.left('--to is an event’s id, or a time such as 2027-01-31T12:00:00Z.');
  const forwardTo = parseForwardTo(values['forward-to']);
  if (E.isLeft(forwardTo)) return forwardTo;
  const after = start.right === 'oldest' ? null : start.right.after;
  return pipe(
    parseTypes(values.types),
    E.map(
      (types): ReplayEventsArgs => ({
        command: 'replay',
        after,
        from,
        to,
        forwardTo: forwardTo.right,
        types,
        cursorFile,
      }),
    ),
  );
};

export const parseEventsArgs = ({
  positionals: [word, ...more],
  values,
}: ParsedOptions<typeof eventsOptions>): Either<string, TailArgs | ReplayEventsArgs> => {
  if (more.length > 0 || (word !== 'tail' && word !== 'replay')) return E.left('What to do is tail or replay.');
  return word === 'tail' ? parseTail(values) : parseReplay(values);
};
