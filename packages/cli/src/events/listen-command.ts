import { E, type Either, pipe } from '@portcullis/domain';
import { readAccess } from '../api/api-access.ts';
import type { ReadFeed } from '../api/feed.ts';
import { openPartnerClient } from '../api/partner-client.ts';
import { createReadFeed } from '../api/read-feed.ts';
import type { CommandResult } from '../command/command-result.ts';
import { type Command, defineCommand } from '../command/define-command.ts';
import type { Output } from '../command/output.ts';
import { createDeliver } from '../delivery/deliver.ts';
import { type DeliveryPosition, openPositionFile, type PositionFile } from '../delivery/position-file.ts';
import { loadSigningSecret } from '../delivery/signing-secret.ts';
import type { FeedStart } from '../feed/feed-args.ts';
import { createReadNext, type Pause, type ReadNext, startCursor } from '../feed/follow-feed.ts';
import { systemWaiting, type Waiting } from '../feed/waiting.ts';
import { listenFrom } from './listen.ts';
import { type ListenArgs, listenOptions, listenUsage, parseListenArgs, secretFileBeside } from './listen-args.ts';

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

/** `npx portcullis listen`: posts the events of the feed to a receiver, signed like webhooks. */
export const createListenCommand = ({ answerSeconds, pause, untilStopped }: Waiting): Command =>
  defineCommand({
    usage: listenUsage,
    options: listenOptions,
    allowPositionals: false,
    parseArgs: parseListenArgs,
    run: async (args, env, output) => {
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
    },
    explainsErrors: true,
    crashMessage: 'The events could not be forwarded',
  });

export const listenCommand = createListenCommand(systemWaiting);
