import type { ExitCode } from './command-result.ts';

/**
 * The outputs of a command: one for results, line by line as they are found, and one for errors. A result has a line
 * for people, and where it has fields an object for programs.
 */
export type Output = {
  readonly print: (line: string, object?: object) => void;
  readonly printError: (line: string) => void;
};

/** Prints one result: a line for people, or an object for programs. */
export type Report = (line: string, object: object) => void;

/** The exit codes in a word: those of commands, and those of a program that has not come as far (sysexits(3)). */
const errorWords = { 1: 'failed', 2: 'not_found_out', 64: 'usage', 70: 'crashed', 78: 'configuration' } as const;

/** An error for programs. */
export const errorJson = (code: Exclude<ExitCode, 0> | 70, message: string): string =>
  JSON.stringify({ error: errorWords[code], message });

/** The same outputs for programs: one JSON object a line. */
export const jsonOutput = ({ print, printError }: Output): Output => ({
  print: (line, object = { message: line }) => print(JSON.stringify(object)),
  printError: (line) => printError(JSON.stringify({ note: line })),
});

/** Whether a program reads the outputs: `--json` before what is no option any more. */
export const asksForJson = (args: readonly string[]): boolean => args.slice(0, endOfOptions(args)).includes('--json');

const endOfOptions = (args: readonly string[]): number => (args.includes('--') ? args.indexOf('--') : args.length);

/** The arguments without `--json`. */
export const withoutJson = (args: readonly string[]): readonly string[] =>
  args.filter((arg, at) => arg !== '--json' || at >= endOfOptions(args));
