import type { EventType } from '@portcullis/client';
import { E, type Either, pipe } from '@portcullis/domain';
import { accessNeeds, readAccess } from '../api/api-access.ts';
import type { ReadFeed } from '../api/feed.ts';
import { openPartnerClient } from '../api/partner-client.ts';
import { createReadFeed } from '../api/read-feed.ts';
import { type Command, type CommandRun, defineCommand } from '../command/command-line.ts';
import type { CommandResult } from '../command/command-result.ts';
import type { Output } from '../command/output.ts';
import { type FeedStart, parseAddress, parseStart, parseTypes, startHelp } from '../command/values.ts';
import { createDeliver } from '../delivery/deliver.ts';
import { cursorFileOption, loadSigningSecret, secretFileBeside } from '../delivery/signing-secret.ts';
import { createReadNext, type Pause, type ReadNext, startCursor } from '../feed/follow-feed.ts';
import { systemWaiting, type Waiting } from '../feed/waiting.ts';
import { listenFrom } from './listen.ts';
import { type DeliveryPosition, openPositionFile, type PositionFile } from './position-file.ts';

type ListenArgs = {
  readonly forwardTo: string;
  readonly types: readonly EventType[] | null;
  /** `null`: where it was ended. */
  readonly since: FeedStart | null;
  readonly cursorFile: string;
  readonly retries: boolean;
};

type Opened = { readonly positions: PositionFile; readonly secret: string };

/** The position at which it was ended, or at which the options begin. Right is `null` after a signal to stop. */
const startPosition = async (
  readNext: ReadNext,
  since: FeedStart | null,
  kept: DeliveryPosition | null,
): Promise<Either<CommandResult, DeliveryPosition | null>> => {
  if (since === null && kept !== null) return E.right(kept);
  const start = await startCursor(readNext, since ?? 'now');
  return pipe(
    start,
    E.map((found) => found && { ...found, delivered: null }),
  );
};

const listen = async (
  readFeed: ReadFeed,
  { positions, secret }: Opened,
  { forwardTo, retries, since, types }: ListenArgs,
  { pause, stop }: { readonly pause: Pause; readonly stop: AbortSignal },
  { print, printError }: Output,
): Promise<CommandResult> => {
  const readNext = createReadNext({ readFeed, pause, stop, report: printError });
  const start = await startPosition(readNext, since, positions.position);
  if (E.isLeft(start)) return start.left;
  if (start.right === null) return { code: 0, lines: [] };
  const onBegun = (): void => print('Waiting for events.');
  const deliver = createDeliver({ receiver: { url: forwardTo, secret }, retries, pause, stop, print });
  const done = await listenFrom({ readNext, deliver, positions, onBegun }, start.right, types);
  return E.isLeft(done) ? done.left : { code: 0, lines: [] };
};

const run = async (
  args: ListenArgs,
  { env, output }: CommandRun,
  { answerSeconds, pause, untilStopped }: Waiting,
): Promise<CommandResult> => {
  const access = await readAccess(env);
  if (E.isLeft(access)) return access.left;
  const secretFile = secretFileBeside(args.cursorFile);
  const secret = loadSigningSecret(secretFile);
  if (E.isLeft(secret)) return secret.left;
  const positions = openPositionFile(args.cursorFile, access.right);
  if (E.isLeft(positions)) return positions.left;
  output.print(`Events of ${access.right.baseUrl} are posted to ${args.forwardTo}. Ctrl-C ends it.`);
  output.print(`Signing secret: ${secret.right} (kept in ${secretFile})`);
  try {
    const opened = { positions: positions.right, secret: secret.right };
    return await untilStopped((stop) => {
      const readFeed = createReadFeed(openPartnerClient(access.right, { answerSeconds, stop }));
      return listen(readFeed, opened, args, { pause, stop }, output);
    });
  } finally {
    positions.right.close();
  }
};

/** `npx portcullis listen`: posts the events of the feed to a receiver, signed like webhooks. */
export const createListenCommand = (waiting: Waiting): Command =>
  defineCommand({
    name: 'listen',
    description:
      'Reads the feed of events and posts each of them to an address, signed like a webhook (Standard Webhooks), so that a receiver can be written on a machine that no webhook reaches. Prints a line an event: its time, its type, the profile, and what the receiver said.\n\nAn event counts as delivered when the receiver has answered; if this ends before, it comes again under the same webhook-id. While the feed does not answer, it waits, and nothing is lost. Ctrl-C ends it.',
    notes: `${accessNeeds} The client needs the scope events:read. Exit code: 0 when it was ended by Ctrl-C; 1 when the service refuses the client or the cursor, no sandbox runs, or the signing secret or the cursor file cannot be used; 2 when the cursor file cannot be written any more.`,
    crashMessage: 'The events could not be forwarded',
    build: (line, context) =>
      line
        .requiredOption('--forward-to <address>', 'where events are posted', parseAddress)
        .option('--types <types>', 'only events of these types, separated by commas', parseTypes)
        .option(
          '--since <place>',
          `begins there: ${startHelp}. Without it, it goes on where it was ended, and begins with now at the first time`,
          parseStart,
        )
        .option(...cursorFileOption)
        .option(
          '--retry',
          'repeats an event until the receiver accepts it (2xx); otherwise the next one follows',
          false,
        )
        .action(({ cursorFile, forwardTo, retry, since = null, types = null }) =>
          context.finish(run({ cursorFile, forwardTo, retries: retry, since, types }, context, waiting)),
        ),
  });

export const listenCommand = createListenCommand(systemWaiting);
