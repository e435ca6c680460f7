import type { Environment } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import type { CommandResult } from '../command/command-result.ts';
import { defineCommand } from '../command/define-command.ts';
import { addPolicy } from './add-policy.ts';
import { lintFiles } from './lint-files.ts';
import { listPolicies } from './list-policies.ts';
import { policySchema } from './policy-schema.ts';
import { showPolicy } from './show-policy.ts';
import { showVersionsInUse } from './versions-in-use.ts';

const usage = `npx portcullis policy <command>

  lint <file…>                      says what is wrong with the policies in these files
  add <file> [--partner <id>]       lints a policy and keeps it, for every partner or for one
  list                              lists the policies that were added: id, version, for whom, digest
  show                              lists the version of each policy that new profiles get
  show <id> [<version>]             prints a policy as JSON; "show standard > mine.json" is the way to begin
  schema                            prints what a policy must be, as JSON Schema

add, list and show need DATABASE_URL, DB_USER_EMAIL, DB_USER_PASSWORD, and DATA_KEYS where the service has it; only "show
standard" does not. Exit code: 0 when all is well, 1 when something is wrong, 2 when the record database gave no answer,
64 for a command that it does not know.`;

/** What to do, as a function of the environment that the records are in. */
type PolicyAction = (env: Environment, note: (sentence: string) => void) => Promise<CommandResult>;

const printSchema = async (): Promise<CommandResult> => ({
  code: 0,
  lines: [JSON.stringify(policySchema(), null, 2)],
});

const actionOf = (words: readonly string[], partner: string | undefined): PolicyAction | null => {
  const [command, first, second, ...rest] = words;
  if (command === 'add' && first !== undefined && second === undefined)
    return (env) => addPolicy(env, first, partner ?? null);
  if (partner !== undefined) return null;
  if (command === 'lint' && first !== undefined) return () => lintFiles(words.slice(1));
  if (command === 'show' && first === undefined) return showVersionsInUse;
  if (command === 'show' && first !== undefined && rest.length === 0)
    return (env, note) => showPolicy(env, first, second ?? null, note);
  if (command === 'list' && first === undefined) return listPolicies;
  return command === 'schema' && first === undefined ? printSchema : null;
};

/** `npx portcullis policy`: lints, adds, lists and shows policies. */
export const policyCommand = defineCommand({
  usage,
  options: { partner: { type: 'string' } },
  allowPositionals: true,
  parseArgs: ({ positionals, values: { partner } }): Either<null, PolicyAction> => {
    const action = actionOf(positionals, partner);
    return action === null ? E.left(null) : E.right(action);
  },
  // What is said beside a policy goes to standard error, so that standard output is the policy alone.
  run: (action, env, output) => action(env, output.printError),
  explainsErrors: false,
  crashMessage: 'It could not be done',
});
