import { parseArgs } from 'node:util';
import type { Environment } from '@portcullis/app/configuration';
import type { CommandResult } from '../command/command-result.ts';
import { addPolicy } from './add-policy.ts';
import { lintFiles } from './lint-files.ts';
import { listPolicies } from './list-policies.ts';
import { policySchema } from './policy-schema.ts';
import { showPolicy } from './show-policy.ts';

const usage = `npx portcullis policy <command>

  lint <file…>                      says what is wrong with the policies in these files
  add <file> [--partner <id>]       lints a policy and keeps it, for every partner or for one
  list                              lists the policies that were added: id, version, for whom, digest
  show <id> [<version>]             prints a policy as JSON; "show standard > mine.json" is the way to begin
  schema                            prints what a policy must be, as JSON Schema

add, list and show need DATABASE_URL, DB_USER_EMAIL and DB_USER_PASSWORD; only "show standard" does not. Exit code: 0 when all is
well, 1 when something is wrong, 2 when the record database gave no answer, 64 for a command that it does not know.`;

const helpResult: CommandResult = { code: 0, lines: [usage] };
const usageError: CommandResult = { code: 64, lines: [usage] };

const parseOptions = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, partner: { type: 'string' } },
    });
  } catch {
    return null;
  }
};

/** Runs `npx portcullis policy` with these arguments. */
export const policyCommand = async (args: readonly string[], env: Environment): Promise<CommandResult> => {
  const known = parseOptions(args);
  if (known === null) return usageError;
  const { partner, help } = known.values;
  if (help) return helpResult;
  const [command, first, second, ...rest] = known.positionals;
  if (command === 'add' && first !== undefined && second === undefined) return addPolicy(env, first, partner ?? null);
  if (partner !== undefined) return usageError;
  if (command === 'lint' && first !== undefined) return lintFiles(known.positionals.slice(1));
  if (command === 'show' && first !== undefined && rest.length === 0) return showPolicy(env, first, second ?? null);
  if (command === 'list' && first === undefined) return listPolicies(env);
  if (command !== 'schema' || first !== undefined) return usageError;
  return { code: 0, lines: [JSON.stringify(policySchema(), null, 2)] };
};
