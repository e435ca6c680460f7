import { join } from 'node:path';
import type { Command } from '@portcullis/cli';
import { root } from '../repository/files.ts';
import { startProgram } from '../servers/program.ts';
import type { Variables } from '../servers/service-program.ts';

/** The exit code of a command, and what it printed. */
export type CommandRun = { readonly code: number | null; readonly lines: readonly string[] };

/** What a command printed as its result, and what it printed beside it. */
export type SeparateRun = CommandRun & { readonly errors: readonly string[] };

/** Runs a command in this process; answers its output and errors line by line, and its exit code. */
export const runCommand = async (command: Command, env: Variables, ...args: readonly string[]): Promise<CommandRun> => {
  const lines: string[] = [];
  const keep = (line: string) => void lines.push(...line.split('\n'));
  const code = await command.run(args, env, { print: keep, printError: keep });
  return { code, lines };
};

/** Runs a command as the program that an operator starts, in a folder that has no `.env` of a developer. */
export const runPortcullis = async (env: Variables, ...args: readonly string[]): Promise<CommandRun> => {
  const program = startProgram(join(root, 'packages/cli/bin/portcullis.mjs'), args, { env, cwd: join(root, 'test') });
  const { code } = await program.ended;
  return { code, lines: program.printed().trimEnd().split('\n') };
};

/** Runs a command in this process, and keeps its results apart from what it prints to standard error. */
export const runSeparately = async (
  command: Command,
  env: Variables,
  ...args: readonly string[]
): Promise<SeparateRun> => {
  const [lines, errors]: [string[], string[]] = [[], []];
  const code = await command.run(args, env, {
    print: (line) => void lines.push(...line.split('\n')),
    printError: (line) => void errors.push(...line.split('\n')),
  });
  return { code, lines, errors };
};
