import type { Environment } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { accessNeeds, readAccess } from '../api/api-access.ts';
import { openPartnerClient } from '../api/partner-client.ts';
import { defineCommand } from '../command/command-line.ts';
import type { CommandResult } from '../command/command-result.ts';
import { problemText } from '../demo/shown-calls.ts';
import { systemWaiting } from '../feed/waiting.ts';

const { answerSeconds, untilStopped } = systemWaiting;

const issue = async (env: Environment): Promise<CommandResult> => {
  const access = await readAccess(env);
  if (E.isLeft(access)) return access.left;
  const issued = await untilStopped((stop) =>
    openPartnerClient(access.right, { answerSeconds, stop }).tokens.issue({}),
  );
  return issued.ok
    ? { code: 0, lines: [issued.value.access_token], objects: [issued.value] }
    : { code: 1, lines: [`No token was issued. ${problemText(issued.problem)}`] };
};

/** `npx portcullis token`: prints a token for a program that has none of its own. */
export const tokenCommand = defineCommand({
  name: 'token',
  description: 'Prints a new machine token of the client with all of its scopes, and nothing else.',
  notes: `${accessNeeds} Exit code: 0 when it was printed, 1 when none was issued.`,
  crashMessage: 'The token could not be had',
  build: (line, { env, finish }) => line.action(() => finish(issue(env))),
});
