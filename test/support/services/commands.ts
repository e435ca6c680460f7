import { join } from 'node:path';
import type { Command } from '#cli/command/command-line';
import { root } from '../repository/files.ts';
import { type Program, startProgram } from '../servers/program.ts';
import type { Variables } from '../servers/service-program.ts';

/** The exit code of a command, and what it printed. */
export type CommandRun = { readonly code: number | null; readonly lines: readonly string[] };

/** The result that a command printed, and its other output. */
export type SeparateRun = CommandRun & { readonly errors: readonly string[] };

/** Runs a command in this process; answers its output and errors line by line, and its exit code. */
export const runCommand = async (command: Command, env: Variables, ...args: readonly string[]): Promise<CommandRun> => {
  const lines: string[] = [];
  const keep = (line: string) => void lines.push(...line.split('\n'));
  const code = await command.run(args, env, { print: keep, printError: keep });
  return { code, lines };
};

/** Starts a command as the program that an operator starts, in a folder that has no `.env` of a developer. */
export const startPortcullis = (env: Variables, ...args: readonly string[]): Program =>
  startProgram(join(root, 'packages/cli/bin/portcullis.mjs'), args, { env, cwd: join(root, 'test') });

/** Waits for the end of a command that was started as a program. */
export const endOf = async ({ ended, printed }: Program): Promise<CommandRun> => {
  const { code } = await ended;
  return { code, lines: printed().trimEnd().split('\n') };
};

/** Runs a command as the program that an operator starts. */
export const runPortcullis = (env: Variables, ...args: readonly string[]): Promise<CommandRun> =>
  endOf(startPortcullis(env, ...args));

/** Runs a command in this process, and keeps its results apart from what it prints to standard error. */
export const runSeparately = async (
  command: Command,
  env: Variables,
  ...args: readonly string[]
): Promise<SeparateRun> => {
  const lines: string[] = [];
  const errors: string[] = [];
  const code = await command.run(args, env, {
    print: (line) => void lines.push(...line.split('\n')),
    printError: (line) => void errors.push(...line.split('\n')),
  });
  return { code, lines, errors };
};
