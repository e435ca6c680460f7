import {
  type Client,
  isProblemError,
  type Problem,
  unwrap,
  type WebhookDeadLetter,
  type WebhookEndpoint,
  type WebhookPing,
  type WebhookTry,
} from '@portcullis/client';
import { E } from '@portcullis/domain';
import { accessNeeds, readAccess } from '../api/api-access.ts';
import { openPartnerClient } from '../api/partner-client.ts';
import { type Command, type CommandLine, type CommandRun, defineCommand, parsedBy } from '../command/command-line.ts';
import { type CommandResult, misused } from '../command/command-result.ts';
import type { Output } from '../command/output.ts';
import { parseAddress, parseCursor, parseId, parseTypes } from '../command/values.ts';
import { problemText } from '../demo/shown-calls.ts';
import { printable } from '../feed/event-line.ts';
import { systemWaiting, type Waiting } from '../feed/waiting.ts';

type Calls = Client['webhookEndpoints'];

const maxAddress = 1024;

const endpointLine = ({ disabled_reason: reason, id, status, types, url }: WebhookEndpoint): string => {
  const state = reason === null ? status : `${status} (${reason})`;
  const chosen = types === null ? 'all types' : types.map((type) => printable(type)).join(',');
  return `${printable(id)}  ${printable(state).padEnd(20)}  ${printable(url, maxAddress)}  ${chosen}`;
};

const secretLine = (secret: string): string => `Secret: ${printable(secret)} (it is not told again)`;

const tryLine = (one: WebhookTry): string => {
  const answer = one.status ?? one.failure ?? 'no answer';
  const words = [one.at, one.event_id, `try ${one.attempt}`, one.outcome.padEnd(9), String(answer), `${one.ms} ms`];
  return [...words, one.address ?? 'no address'].map((word) => printable(word)).join('  ');
};

const letterLine = (letter: WebhookDeadLetter): string =>
  [letter.given_up_at, letter.event_id, `${letter.attempts} tries`].map((word) => printable(word)).join('  ');

/** Says what became of a ping: the exit code is 1 where it was not answered with a success. */
const reportPing = ({ delivered, failure, status }: WebhookPing, { print, printError }: Output): 0 | 1 => {
  const answer = printable(String(status ?? failure ?? 'no answer'));
  if (delivered) print(`Its ping was answered with ${answer}.`, { ping: answer });
  else
    printError(
      `Its ping was not accepted (${answer}). An unverified endpoint gets no events until one is: endpoints ping sends another.`,
    );
  return delivered ? 0 : 1;
};

const sentenceOf = (problem: Problem): string =>
  problem.code === 'no_answer'
    ? (problem.detail ?? problem.code)
    : `/api/webhook-endpoints is refused with ${problem.status}, ${problemText(problem)}`;

/** Asks for something of the webhook endpoints of the client. `use` answers the exit code. */
const callEndpoints = async (
  { env }: CommandRun,
  { answerSeconds, untilStopped }: Omit<Waiting, 'pause'>,
  use: (calls: Calls) => Promise<0 | 1>,
): Promise<CommandResult> => {
  const access = await readAccess(env);
  if (E.isLeft(access)) return access.left;
  try {
    const code = await untilStopped((stop) =>
      use(openPartnerClient(access.right, { answerSeconds, stop }).webhookEndpoints),
    );
    return { code, lines: [] };
  } catch (cause) {
    if (isProblemError(cause)) return { code: 1, lines: [sentenceOf(cause.problem)] };
    throw cause;
  }
};

const mostLines = 100_000;

const parseLimit = parsedBy((text) => {
  const limit = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0;
  return limit > 0 && limit <= mostLines ? limit : null;
}, `It must be a number from 1 to ${mostLines}.`);

const parseEvent = parsedBy(
  (text) => (/^evt_[a-z0-9]{15}$/.test(text) ? text : null),
  'It must be the id of an event: evt_ and 15 characters.',
);

/** The command that its parts add to. `call` asks for something; `use` answers the exit code. */
type Building = {
  readonly line: CommandLine;
  readonly run: CommandRun;
  readonly call: (use: (calls: Calls) => Promise<0 | 1>) => Promise<void>;
};

const addForOne = ({ line }: Building, name: string, description: string) =>
  line.command(name).description(description).argument('<id>', 'the endpoint, as list prints it', parseId);

const addCreate = ({ call, line, run: { output } }: Building): void => {
  line
    .command('create')
    .description(
      'creates one and prints its secret, which is told this one time. A ping is sent to it at once, and until it answers one with 2xx it gets no events',
    )
    .argument('<address>', 'where it is', parseAddress)
    .option('--types <types>', 'only events of these types, separated by commas', parseTypes)
    .option('--description <text>', 'what it is')
    .action((url, { description, types }) =>
      call(async (calls) => {
        const chosen = { ...(types && { types }), ...(description && { description }) };
        const { endpoint, ping, secret } = unwrap(await calls.create({ url, ...chosen }));
        output.print(endpointLine(endpoint), endpoint);
        output.print(secretLine(secret), { secret });
        return reportPing(ping, output);
      }),
    );
};

/** Adds what asks for one endpoint, and prints it as it is then. */
const addChanges = (building: Building): void => {
  const { call, run } = building;
  const { output } = run;
  const setStatus = (name: string, status: 'disabled' | 'enabled', description: string) =>
    addForOne(building, name, description).action((id) =>
      call(async (calls) => {
        const endpoint = unwrap(await calls.update(id, { status }));
        output.print(endpointLine(endpoint), endpoint);
        return 0;
      }),
    );
  addForOne(building, 'ping', 'sends a ping, and prints what became of it').action((id) =>
    call(async (calls) => {
      const { endpoint, ping } = unwrap(await calls.ping(id));
      output.print(endpointLine(endpoint), endpoint);
      return reportPing(ping, output);
    }),
  );
  addForOne(building, 'rotate', 'prints a new secret; the one before signs too for 24 hours').action((id) =>
    call(async (calls) => {
      const { endpoint, secret } = unwrap(await calls.rotateSecret(id));
      output.print(endpointLine(endpoint), endpoint);
      output.print(secretLine(secret), { secret });
      return 0;
    }),
  );
  setStatus('disable', 'disabled', 'sends it nothing more');
  setStatus('enable', 'enabled', 'goes on where it was disabled');
  addForOne(building, 'delete', 'removes it, with what waits for it').action((id) =>
    call(async (calls) => {
      unwrap(await calls.delete(id));
      return 0;
    }),
  );
};

/** Adds a command that prints all of some items of an endpoint. */
const addPrint = <Item extends object>(
  building: Building,
  name: string,
  description: string,
  items: (calls: Calls, id: string) => AsyncIterable<Item>,
  lineOf: (item: Item) => string,
) =>
  addForOne(building, name, description)
    .option('--limit <count>', 'at most so many', parseLimit, 100)
    .action((id, { limit }) =>
      building.call(async (calls) => {
        let printed = 0;
        for await (const item of items(calls, id)) {
          building.run.output.print(lineOf(item), item);
          printed += 1;
          if (printed === limit) break;
        }
        return 0;
      }),
    );

const addLists = (building: Building): void => {
  const { call, line, run } = building;
  line
    .command('list')
    .description('prints the endpoints: id, status, address, types')
    .action(() =>
      call(async (calls) => {
        const { damaged = 0, data } = unwrap(await calls.list());
        for (const one of data) run.output.print(endpointLine(one), one);
        if (damaged === 0) return 0;
        run.output.printError(`Not shown, because their rows do not open in the database: ${damaged}.`);
        return 1;
      }),
    );
  addPrint(
    building,
    'tries',
    'prints the log of tries of the last 30 days, newest first: time, event, number of the try, outcome, status or failure, milliseconds and address',
    (calls, id) => calls.iterateTries(id),
    tryLine,
  );
  addPrint(
    building,
    'dead-letters',
    'prints the events that were given up',
    (calls, id) => calls.iterateDeadLetters(id),
    letterLine,
  );
};

const addReplay = (building: Building): void => {
  const { call, run } = building;
  addForOne(building, 'replay', 'has the service send once more: an event, what is behind a cursor, what was given up')
    .option('--event <id>', 'this event', parseEvent)
    .option('--after <cursor>', 'what the feed has behind it', parseCursor)
    .option('--until <cursor>', 'with --after: up to here', parseCursor)
    .option('--dead-letters', 'everything that was given up')
    .action((id, { after, deadLetters, event, until }) => {
      const given = [event, after, deadLetters].filter((one) => one !== undefined);
      if (given.length !== 1 || (until !== undefined && after === undefined))
        return run.finish(misused('Give one of --event, --after and --dead-letters, and --until only with --after.'));
      return call(async (calls) => {
        const what = {
          ...(event !== undefined && { event }),
          ...(after !== undefined && { after }),
          ...(until !== undefined && { until }),
          ...(deadLetters && { dead_letters: true as const }),
        };
        const { events } = unwrap(await calls.replay(id, what));
        run.output.print(`At most ${events} ${events === 1 ? 'event is' : 'events are'} sent once more.`, { events });
        return 0;
      });
    });
};

/** `npx portcullis endpoints`: the webhook endpoints of a client. */
export const createEndpointsCommand = (waiting: Omit<Waiting, 'pause'>): Command =>
  defineCommand({
    name: 'endpoints',
    description: 'Looks after the webhook endpoints of a client.',
    notes: `${accessNeeds} The client needs the scope webhooks:manage. Exit code: 0 when it was done; 1 when the service refuses it or does not answer, no sandbox runs, or a ping was not answered with 2xx.`,
    crashMessage: 'The webhook endpoints could not be reached',
    build: (line, run) => {
      const building: Building = { line, run, call: (use) => run.finish(callEndpoints(run, waiting, use)) };
      for (const add of [addLists, addCreate, addChanges, addReplay]) add(building);
    },
  });

export const endpointsCommand = createEndpointsCommand(systemWaiting);
