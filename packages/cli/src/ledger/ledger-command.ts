import type { Environment } from '@portcullis/app/configuration';
import type { CommandResult } from '../command/command-result.ts';
import { defineCommand } from '../command/define-command.ts';
import type { Output } from '../command/output.ts';
import { type LedgerArgs, ledgerOptions, ledgerUsage, parseLedgerArgs } from './args.ts';
import { verifyPack } from './verify-pack.ts';

/** A pack is verified without the code of the databases. */
const run = async (args: LedgerArgs, env: Environment, output: Output): Promise<CommandResult> => {
  if (args.command === 'verify-pack') return verifyPack(args, output);
  const { runOnDatabase } = await import('./run-on-database.ts');
  return runOnDatabase(args, env, output);
};

/** `npx portcullis ledger`: verifies ledgers, and exports signed evidence packs. */
export const ledgerCommand = defineCommand({
  usage: ledgerUsage,
  options: ledgerOptions,
  allowPositionals: true,
  parseArgs: parseLedgerArgs,
  run,
  explainsErrors: true,
  crashMessage: 'The ledger could not be looked at',
});
