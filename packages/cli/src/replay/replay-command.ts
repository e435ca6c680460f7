import { E } from '@portcullis/domain';
import { type CommandResult, failureResult, findingLine } from '../command/command-result.ts';
import { defineCommand } from '../command/define-command.ts';
import { openRecords, type Records } from '../command/open-records.ts';
import { type Output, reporter } from '../command/output.ts';
import { readPolicyFile } from '../command/read-policy-file.ts';
import { parseReplayArgs, type ReplayDecisionsArgs, replayOptions, replayUsage } from './args.ts';
import { replayDraft, replayStored } from './run-replay.ts';

const done: CommandResult = { code: 0, lines: [] };

const runDraft = async (
  deps: Records,
  file: string,
  args: ReplayDecisionsArgs,
  output: Output,
): Promise<CommandResult> => {
  const { findings, policy } = await readPolicyFile(file);
  for (const finding of findings) output.printError(findingLine(file, finding));
  if (policy === null) return { code: 1, lines: [] };
  const tried = await replayDraft(deps, policy, args, reporter(args.json, output.print));
  return E.isLeft(tried) ? failureResult(tried.left) : done;
};

const runReplay = async (deps: Records, args: ReplayDecisionsArgs, output: Output): Promise<CommandResult> => {
  if (args.policy !== null) return runDraft(deps, args.policy, args, output);
  const differing = await replayStored(deps, args, reporter(args.json, output.print));
  if (E.isLeft(differing)) return failureResult(differing.left);
  return differing.right > 0 ? { code: 1, lines: [] } : done;
};

/** `npx portcullis replay`: makes the stored decisions again, or judges them by a draft. */
export const replayCommand = defineCommand({
  usage: replayUsage,
  options: replayOptions,
  allowPositionals: false,
  parseArgs: parseReplayArgs,
  run: async (args, env, output) => {
    const deps = openRecords(env);
    return E.isLeft(deps) ? deps.left : runReplay(deps.right, args, output);
  },
  explainsErrors: true,
  crashMessage: 'The decisions could not be made again',
});
