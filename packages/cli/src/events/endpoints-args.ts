import type { EventType } from '@portcullis/client';
import { E, type Either, pipe } from '@portcullis/domain';
import { accessUsage, isHttpUrl } from '../api/api-access.ts';
import type { WebhookReplay } from '../api/webhook-endpoints.ts';
import type { ParsedOptions } from '../command/parse-options.ts';
import { parseTypes } from '../feed/feed-args.ts';

export const endpointsUsage = `npx portcullis endpoints <command>

  list [--json]           prints the webhook endpoints: id, status, address, types
  create <address> [--types <types>] [--description <text>]
                          creates one and prints its secret, which is told this one time. A ping is sent to it at once, and until
                          it answers one with 2xx it gets no events
  ping <id>               sends a ping, and prints what became of it
  rotate <id>             gives it a new secret and prints it; the one before signs too for 24 hours
  disable <id>            sends it nothing more
  enable <id>             goes on where it was disabled
  delete <id>             removes it, with what waits for it
  tries <id> [--limit <count>] [--json]
                          prints the log of tries of the last 30 days, newest first: time, event, number of the try, outcome,
                          status or failure, milliseconds and address
  dead-letters <id> [--limit <count>] [--json]
                          prints the events that were given up
  replay <id> --event <id> | --after <cursor> [--until <cursor>] | --dead-letters
                          has the service send once more: one event, what the feed has behind a cursor, or everything that was
                          given up

  --types <types>         only events of these types, separated by commas
  --limit <count>         at most so many; 100 without it
  --json                  one JSON object a line

${accessUsage} The client needs the scope webhooks:manage. Exit code: 0 when it was
done, 1 when something is wrong or a ping was not answered with 2xx, 64 for options it does not know.`;

export const endpointsOptions = {
  types: { type: 'string' },
  description: { type: 'string' },
  json: { type: 'boolean' },
  limit: { type: 'string' },
  event: { type: 'string' },
  after: { type: 'string' },
  until: { type: 'string' },
  'dead-letters': { type: 'boolean' },
} as const;

const actions = ['ping', 'rotate', 'disable', 'enable', 'delete'] as const;
type Action = (typeof actions)[number];

const lists = ['tries', 'dead-letters'] as const;
type List = (typeof lists)[number];

export type EndpointsArgs =
  | { readonly command: 'list'; readonly json: boolean }
  | {
      readonly command: 'create';
      readonly url: string;
      readonly types: readonly EventType[] | null;
      readonly description: string | null;
    }
  | { readonly command: Action; readonly id: string }
  | { readonly command: List; readonly id: string; readonly limit: number; readonly json: boolean }
  | { readonly command: 'replay'; readonly id: string; readonly what: WebhookReplay };

type Values = ParsedOptions<typeof endpointsOptions>['values'];

/** The options that go with each command; the others have none. */
const optionsOf: { readonly [word: string]: readonly (keyof Values)[] } = {
  list: ['json'],
  create: ['types', 'description'],
  tries: ['json', 'limit'],
  'dead-letters': ['json', 'limit'],
  replay: ['event', 'after', 'until', 'dead-letters'],
};

const optionsText = Object.entries(optionsOf)
  .map(([word, names]) => `${names.map((name) => `--${name}`).join(', ')} with ${word}`)
  .join('; ');

const words = ['list', 'create', ...actions, ...lists, 'replay'];

const parseCreate = (url: string, { description = '', types }: Values): Either<string, EndpointsArgs> => {
  if (!isHttpUrl(url)) return E.left('What to create is an http or https address without credentials.');
  return pipe(
    parseTypes(types),
    E.map(
      (chosen): EndpointsArgs => ({
        command: 'create',
        url,
        types: chosen,
        description: description === '' ? null : description,
      }),
    ),
  );
};

const mostLines = 100_000;

const parseList = (
  command: List,
  id: string,
  { json = false, limit = '100' }: Values,
): Either<string, EndpointsArgs> =>
  /^[1-9]\d{0,5}$/.test(limit) && Number(limit) <= mostLines
    ? E.right({ command, id, limit: Number(limit), json })
    : E.left(`--limit is a number from 1 to ${mostLines}.`);

/** Whether a cursor is one is for the service to say. */
const cursorPattern = /^[\w.-]{1,64}$/;

const parseReplay = (id: string, values: Values): Either<string, EndpointsArgs> => {
  const { after, 'dead-letters': deadLetters, event, until } = values;
  const given = [event, after, deadLetters].filter((one) => one !== undefined);
  if (given.length !== 1 || (until !== undefined && after === undefined))
    return E.left('What to send once more is one of --event, --after (perhaps with --until) and --dead-letters.');
  if (event !== undefined && !/^evt_[a-z0-9]{15}$/.test(event))
    return E.left('--event is the id of an event: evt_ and 15 characters.');
  if ([after, until].some((cursor) => cursor !== undefined && !cursorPattern.test(cursor)))
    return E.left('--after and --until are cursors of the feed, as events tail prints them.');
  const what: WebhookReplay = {
    ...(event !== undefined && { event }),
    ...(after !== undefined && { after }),
    ...(until !== undefined && { until }),
    ...(deadLetters === true && { dead_letters: true as const }),
  };
  return E.right({ command: 'replay', id, what });
};

export const parseEndpointsArgs = ({
  positionals: [word = '', what, ...more],
  values,
}: ParsedOptions<typeof endpointsOptions>): Either<string, EndpointsArgs> => {
  if (!words.includes(word)) return E.left(`What to do is one of ${words.join(', ')}.`);
  const others = Object.keys(values).filter((name) => !optionsOf[word]?.some((one) => one === name));
  if (more.length > 0 || others.length > 0)
    return E.left(`${word} takes no more than its own options: ${optionsText}.`);
  if (word === 'create') return parseCreate(what ?? '', values);
  if (word === 'list')
    return what === undefined ? E.right({ command: 'list', json: values.json ?? false }) : E.left('list stands alone.');
  if (what === undefined || !/^[a-z0-9]{15}$/.test(what))
    return E.left('Which endpoint is meant is said by its id, as list prints it.');
  const action = actions.find((name) => name === word);
  const list = lists.find((name) => name === word);
  if (action !== undefined) return E.right({ command: action, id: what });
  return list === undefined ? parseReplay(what, values) : parseList(list, what, values);
};
