import { E, type Either, pipe } from '@portcullis/domain';
import { readAccess } from '../api/api-access.ts';
import { openPartnerClient } from '../api/partner-client.ts';
import {
  type DeadLetter,
  type Ping,
  type WebhookEndpoint,
  type WebhookTry,
  webhookEndpoints,
} from '../api/webhook-endpoints.ts';
import type { CommandResult } from '../command/command-result.ts';
import { type Command, defineCommand } from '../command/define-command.ts';
import { type Output, reporter } from '../command/output.ts';
import { printable } from '../feed/event-line.ts';
import { systemWaiting, type Waiting } from '../feed/waiting.ts';
import { type EndpointsArgs, endpointsOptions, endpointsUsage, parseEndpointsArgs } from './endpoints-args.ts';

type Routes = ReturnType<typeof webhookEndpoints>;

const maxAddress = 1024;

const endpointLine = ({ disabled_reason: reason, id, status, types, url }: WebhookEndpoint): string => {
  const state = reason === null ? status : `${status} (${reason})`;
  const chosen = types === null ? 'all types' : types.map((type) => printable(type)).join(',');
  return `${id}  ${printable(state).padEnd(20)}  ${printable(url, maxAddress)}  ${chosen}`;
};

/** Whether the ping was answered with a success. If not, it says so to the user. */
const reportPing = ({ delivered, failure, status }: Ping, { print, printError }: Output): boolean => {
  if (delivered) print(`Its ping was answered with ${status}.`);
  else
    printError(
      `Its ping was not accepted (${status ?? printable(failure ?? 'no answer')}). An unverified endpoint gets no events until one is: endpoints ping sends another.`,
    );
  return delivered;
};

const secretLine = (secret: string): string => `Secret: ${printable(secret)} (it is not told again)`;

const create = async (
  routes: Routes,
  { description, types, url }: Extract<EndpointsArgs, { readonly command: 'create' }>,
  output: Output,
): Promise<Either<string, boolean>> => {
  const chosen = { ...(types !== null && { types }), ...(description !== null && { description }) };
  return pipe(
    await routes.create({ url, ...chosen }),
    E.map(({ endpoint, ping, secret }) => {
      output.print(endpointLine(endpoint));
      output.print(secretLine(secret));
      return reportPing(ping, output);
    }),
  );
};

const tryLine = (one: WebhookTry): string => {
  const answer = one.status ?? one.failure ?? 'no answer';
  const words = [one.at, one.event_id, `try ${one.attempt}`, one.outcome.padEnd(9), String(answer), `${one.ms} ms`];
  return [...words, one.address ?? 'no address'].map((word) => printable(word)).join('  ');
};

const letterLine = (letter: DeadLetter): string =>
  [letter.given_up_at, letter.event_id, `${letter.attempts} tries`].map((word) => printable(word)).join('  ');

/** Prints the log of an endpoint, or what was given up for it. */
const printList = async (
  routes: Routes,
  { command, id, json, limit }: Extract<EndpointsArgs, { readonly limit: number }>,
  { print }: Output,
): Promise<Either<string, boolean>> => {
  const report = reporter(json, print);
  const lines =
    command === 'tries'
      ? pipe(
          await routes.tries(id, limit),
          E.map((tries) => tries.map((one) => [tryLine(one), one] as const)),
        )
      : pipe(
          await routes.deadLetters(id, limit),
          E.map((letters) => letters.map((one) => [letterLine(one), one] as const)),
        );
  if (E.isLeft(lines)) return lines;
  for (const [line, one] of lines.right) report(line, one);
  return E.right(true);
};

/** Does what is asked for. Right is whether all is well, Left a sentence. */
const act = async (routes: Routes, args: EndpointsArgs, output: Output): Promise<Either<string, boolean>> => {
  const done = (): boolean => true;
  const shown = (endpoint: WebhookEndpoint): boolean => {
    output.print(endpointLine(endpoint));
    return true;
  };
  switch (args.command) {
    case 'list':
      return pipe(
        await routes.list(),
        E.map(({ data }) => {
          const report = reporter(args.json, output.print);
          for (const endpoint of data) report(endpointLine(endpoint), endpoint);
          return true;
        }),
      );
    case 'create':
      return create(routes, args, output);
    case 'ping':
      return pipe(
        await routes.ping(args.id),
        E.map(({ endpoint, ping }) => {
          shown(endpoint);
          return reportPing(ping, output);
        }),
      );
    case 'rotate':
      return pipe(
        await routes.rotate(args.id),
        E.map(({ endpoint, secret }) => {
          shown(endpoint);
          output.print(secretLine(secret));
          return true;
        }),
      );
    case 'tries':
    case 'dead-letters':
      return printList(routes, args, output);
    case 'replay':
      return pipe(
        await routes.replay(args.id, args.what),
        E.map(({ events }) => {
          output.print(`At most ${events} ${events === 1 ? 'event is' : 'events are'} sent once more.`);
          return true;
        }),
      );
    case 'delete':
      return pipe(await routes.remove(args.id), E.map(done));
    default:
      return pipe(await routes.setStatus(args.id, args.command === 'enable' ? 'enabled' : 'disabled'), E.map(shown));
  }
};

/** `npx portcullis endpoints`: the webhook endpoints of a client. */
export const createEndpointsCommand = ({ answerSeconds, untilStopped }: Omit<Waiting, 'pause'>): Command =>
  defineCommand({
    usage: endpointsUsage,
    options: endpointsOptions,
    allowPositionals: true,
    parseArgs: parseEndpointsArgs,
    run: async (args, env, output): Promise<CommandResult> => {
      const access = await readAccess(env);
      if (E.isLeft(access)) return access.left;
      const done = await untilStopped((stop) => {
        const client = openPartnerClient(access.right, { answerSeconds, stop });
        return act(webhookEndpoints(client), args, output);
      });
      if (E.isLeft(done)) return { code: 1, lines: [done.left] };
      return { code: done.right ? 0 : 1, lines: [] };
    },
    explainsErrors: true,
    crashMessage: 'The webhook endpoints could not be reached',
  });

export const endpointsCommand = createEndpointsCommand(systemWaiting);
