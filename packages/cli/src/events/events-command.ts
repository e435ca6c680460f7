import { E } from '@portcullis/domain';
import { readAccess } from '../api/api-access.ts';
import { openPartnerClient } from '../api/partner-client.ts';
import { createReadFeed } from '../api/read-feed.ts';
import type { CommandResult } from '../command/command-result.ts';
import { type Command, defineCommand } from '../command/define-command.ts';
import type { Output } from '../command/output.ts';
import { createDeliver } from '../delivery/deliver.ts';
import { loadSigningSecret } from '../delivery/signing-secret.ts';
import { createReadNext, type ReadNext } from '../feed/follow-feed.ts';
import { systemWaiting, type Waiting } from '../feed/waiting.ts';
import { eventsOptions, eventsUsage, parseEventsArgs, type ReplayEventsArgs } from './events-args.ts';
import { secretFileBeside } from './listen-args.ts';
import { replayEvents } from './replay-events.ts';
import { tailEvents } from './tail.ts';

type FollowDeps = { readonly readNext: ReadNext; readonly pause: Waiting['pause']; readonly stop: AbortSignal };

const replay = async (
  { pause, readNext, stop }: FollowDeps,
  args: ReplayEventsArgs,
  { print }: Output,
): Promise<CommandResult> => {
  const secret = loadSigningSecret(secretFileBeside(args.cursorFile));
  if (E.isLeft(secret)) return secret.left;
  const receiver = { url: args.forwardTo, secret: secret.right };
  return replayEvents(readNext, args, createDeliver({ receiver, retries: false, pause, stop, print }));
};

/** `npx portcullis events`: prints events as they come, and posts earlier ones again. */
export const createEventsCommand = ({ answerSeconds, pause, untilStopped }: Waiting): Command =>
  defineCommand({
    usage: eventsUsage,
    options: eventsOptions,
    allowPositionals: true,
    parseArgs: parseEventsArgs,
    run: async (args, env, output) => {
      const access = await readAccess(env);
      if (E.isLeft(access)) return access.left;
      return untilStopped((stop) => {
        const readNext = createReadNext({
          readFeed: createReadFeed(openPartnerClient(access.right, { answerSeconds, stop })),
          pause,
          stop,
          report: output.printError,
        });
        return args.command === 'tail'
          ? tailEvents(readNext, args, output)
          : replay({ readNext, pause, stop }, args, output);
      });
    },
    explainsErrors: true,
    crashMessage: 'The events could not be read',
  });

export const eventsCommand = createEventsCommand(systemWaiting);
