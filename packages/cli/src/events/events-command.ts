import { E } from '@portcullis/domain';
import { accessNeeds, readAccess } from '../api/api-access.ts';
import { openPartnerClient } from '../api/partner-client.ts';
import { createReadFeed } from '../api/read-feed.ts';
import { type Command, type CommandRun, defineCommand, parsedBy } from '../command/command-line.ts';
import type { CommandResult } from '../command/command-result.ts';
import { isCursor, isTime, parseAddress, parseStart, parseTypes, startHelp } from '../command/values.ts';
import { createDeliver } from '../delivery/deliver.ts';
import { cursorFileOption, loadSigningSecret, secretFileBeside } from '../delivery/signing-secret.ts';
import { createReadNext, type ReadNext } from '../feed/follow-feed.ts';
import { systemWaiting, type Waiting } from '../feed/waiting.ts';
import { type EventPlace, type Range, replayEvents } from './replay-events.ts';
import { tailEvents } from './tail.ts';

/** Does something with the feed of the client, until it is stopped. */
const withFeed = async (
  { env, output }: CommandRun,
  { answerSeconds, pause, untilStopped }: Waiting,
  use: (readNext: ReadNext, stop: AbortSignal) => Promise<CommandResult>,
): Promise<CommandResult> => {
  const access = await readAccess(env);
  if (E.isLeft(access)) return access.left;
  return untilStopped((stop) => {
    const readFeed = createReadFeed(openPartnerClient(access.right, { answerSeconds, stop }));
    return use(createReadNext({ readFeed, pause, stop, report: output.printError }), stop);
  });
};

type Replay = Range & { readonly cursorFile: string; readonly forwardTo: string };

const replay = (args: Replay, run: CommandRun, waiting: Waiting): Promise<CommandResult> =>
  withFeed(run, waiting, async (readNext, stop) => {
    const secret = loadSigningSecret(secretFileBeside(args.cursorFile));
    if (E.isLeft(secret)) return secret.left;
    const receiver = { url: args.forwardTo, secret: secret.right };
    const { pause } = waiting;
    const deliver = createDeliver({ receiver, retries: false, pause, stop, print: run.output.print });
    return replayEvents(readNext, args, deliver);
  });

const placeOf = (text: string): EventPlace | null => {
  if (/^evt_[a-z0-9]{1,64}$/.test(text)) return { id: text };
  return isTime(text) ? { time: Date.parse(text) } : null;
};

const parsePlace = parsedBy(placeOf, 'It must be an event’s id, or a time such as 2027-01-31T12:00:00Z.');

/** Where reading begins, and the first event that is posted of what is read; `null` is the oldest event. */
const parseFrom = parsedBy((text): { readonly after: string | null; readonly from: EventPlace | null } | null => {
  const from = placeOf(text);
  if (from !== null || text === 'oldest') return { after: null, from };
  return text === 'now' || !isCursor(text) ? null : { after: text, from: null };
}, 'It must be an event’s id, a time such as 2027-01-31T12:00:00Z, oldest, or a cursor.');

const types = ['--types <types>', 'only events of these types, separated by commas', parseTypes] as const;

/** `npx portcullis events`: prints events as they come, and posts earlier ones again. */
export const createEventsCommand = (waiting: Waiting): Command =>
  defineCommand({
    name: 'events',
    description: 'Prints events as they come, and posts earlier ones again.',
    notes: `${accessNeeds} The client needs the scope events:read. Exit code: 0 when it was done, or tail was ended by Ctrl-C; 1 when the service refuses the client or the cursor, no sandbox runs, --from or --to is not kept, the signing secret cannot be used, or a receiver has refused an event; 2 when replay was ended before all were posted.`,
    crashMessage: 'The events could not be read',
    build: (line, run) => {
      line
        .command('tail')
        .description('prints events as they come, until Ctrl-C')
        .option('--after <place>', `from there on: ${startHelp}`, parseStart, 'now')
        .option(...types)
        .action(({ after, types: chosen = null }) =>
          run.finish(withFeed(run, waiting, (readNext) => tailEvents(readNext, { after, types: chosen }, run.output))),
        );
      line
        .command('replay')
        .description(
          'posts events again, signed with the secret of portcullis listen, whose position stays as it is. Both places belong to what is posted. What a service does with the deliveries of its own webhook endpoints is not touched.',
        )
        .requiredOption('--from <place>', 'an event’s id, a time, oldest, or a cursor', parseFrom)
        .requiredOption('--forward-to <address>', 'where events are posted', parseAddress)
        .option('--to <place>', 'an event’s id, or a time; the newest event without it', parsePlace)
        .option(...types)
        .option(...cursorFileOption)
        .action(({ cursorFile, forwardTo, from, to = null, types: chosen = null }) =>
          run.finish(replay({ ...from, to, types: chosen, cursorFile, forwardTo }, run, waiting)),
        );
    },
  });

export const eventsCommand = createEventsCommand(systemWaiting);
