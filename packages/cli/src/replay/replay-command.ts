import type { Environment } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { defineCommand, leavingOut, recordsNeeds, recordsRefused } from '../command/command-line.ts';
import { type CommandResult, type ExitCode, failureResult, findingLine } from '../command/command-result.ts';
import { openSealedRecords } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';
import { readPolicyFile } from '../command/read-policy-file.ts';
import { parseId, parseTime } from '../command/values.ts';
import { type Restriction, replayDraft, replayStored } from './run-replay.ts';

type Replay = Restriction & { readonly policy: string | null };

/** What does not open could not be made again. */
const codeFor = (damaged: number): ExitCode => (damaged === 0 ? 0 : 2);

const replay = async (
  env: Environment,
  { policy: file, ...restriction }: Replay,
  output: Output,
): Promise<CommandResult> => {
  const deps = await openSealedRecords(env);
  if (E.isLeft(deps)) return deps.left;
  if (file === null) {
    const replayed = await replayStored(deps.right, restriction, output.print);
    if (E.isLeft(replayed)) return failureResult(replayed.left);
    const { damaged, differing } = replayed.right;
    return { code: differing > 0 ? 1 : codeFor(damaged), lines: [] };
  }
  const { findings, policy } = await readPolicyFile(file);
  for (const finding of findings) output.printError(findingLine(file, finding));
  if (policy === null) return { code: 1, lines: [] };
  const tried = await replayDraft(deps.right, policy, restriction, output.print);
  return E.isLeft(tried) ? failureResult(tried.left) : { code: codeFor(tried.right.damaged), lines: [] };
};

/** `npx portcullis replay`: makes the stored decisions again, or judges them by a draft. */
export const replayCommand = defineCommand({
  name: 'replay',
  description:
    'Makes the stored decisions again, of all tenants, and says which of them do not come out again; none may. With --policy it runs the draft in the file over the newest decision of each profile instead, and says what would change: each decision, the share and some profiles of each change, each reason, each kind of document. Writes nothing.',
  notes: `${recordsNeeds} Exit code: 0 when every decision comes out again or the draft was run; 1 when one differs, the draft has an error, there is no such profile, or ${recordsRefused}; ${leavingOut}.`,
  crashMessage: 'The decisions could not be made again',
  build: (line, { env, finish, output }) =>
    line
      .option('--profile <id>', 'this profile alone', parseId)
      .option(
        '--since <time>',
        'only decisions of that time or later, as in 2026-05-01 or 2026-05-01T10:00Z',
        parseTime,
      )
      .option('--policy <file>', 'the draft of a policy')
      .action(({ policy = null, profile = null, since = null }) =>
        finish(replay(env, { policy, profile, since }, output)),
      ),
});
