import type { Environment } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import type { CommandResult, ExitCode } from './command-result.ts';
import type { Output } from './output.ts';
import { type OptionTypes, type ParsedOptions, parseOptions } from './parse-options.ts';

/** How a command reads its arguments, and what it prints of errors. */
type ErrorForm<O extends OptionTypes, Args> =
  | {
      /** Errors go to stderr: wrong arguments as a sentence above the usage, a failure as its lines. */
      readonly explainsErrors: true;
      /**
       * Reads the arguments. Left says what is wrong in a sentence that repeats none of them: they may name a person.
       */
      readonly parseArgs: (parsed: ParsedOptions<O>) => Either<string, Args>;
    }
  | {
      /** For wrong arguments the usage stands alone on stderr, and the lines of a failure are printed like results. */
      readonly explainsErrors: false;
      /** Reads the arguments. Left is for those that are not understood. */
      readonly parseArgs: (parsed: ParsedOptions<O>) => Either<null, Args>;
    };

/** What a command says of itself: how it is called, what its arguments mean, and what it does. */
export type CommandDefinition<O extends OptionTypes, Args> = ErrorForm<O, Args> & {
  /** The text for `--help`, and for arguments that are not understood. */
  readonly usage: string;
  readonly options: O;
  /** Whether words besides options are understood. */
  readonly allowPositionals: boolean;
  readonly run: (args: Args, env: Environment, output: Output) => Promise<CommandResult>;
  /** The sentence for an error that nobody expected, without its full stop. */
  readonly crashMessage: string;
};

/** A command that can be run; `run` prints results and errors, and returns the exit code. */
export type Command = {
  readonly crashMessage: string;
  readonly run: (args: readonly string[], env: Environment, output: Output) => Promise<ExitCode>;
};

const notUnderstood = 'These options are not understood.';

/** Makes a command of its definition. All commands treat `--help` and unknown options in the same way. */
export const defineCommand = <O extends OptionTypes, Args>(definition: CommandDefinition<O, Args>): Command => {
  const { allowPositionals, crashMessage, explainsErrors, options, parseArgs, run, usage } = definition;
  return {
    crashMessage,
    run: async (words, env, output) => {
      const refuse = (why: string | null): ExitCode => {
        output.printError(why === null ? usage : `${why}\n\n${usage}`);
        return 64;
      };
      const parsed = parseOptions(words, options, allowPositionals);
      if (E.isLeft(parsed)) return refuse(explainsErrors ? notUnderstood : null);
      if (parsed.right === null) {
        output.print(usage);
        return 0;
      }
      const args = parseArgs(parsed.right);
      if (E.isLeft(args)) return refuse(args.left);
      const { code, lines } = await run(args.right, env, output);
      const isError = code === 64 || (explainsErrors && code !== 0);
      for (const line of lines) (isError ? output.printError : output.print)(line);
      return code;
    },
  };
};
