import { CommanderError, Command as CommandLine, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { Environment } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import type { CommandResult, ExitCode } from './command-result.ts';
import { asksForJson, errorJson, jsonOutput, type Output, withoutJson } from './output.ts';

export { type CommandLine, Option };

/** A command that can be run; `run` prints results and errors, and returns the exit code. */
export type Command = {
  /** The sentence for an error that nobody expected, without its full stop. */
  readonly crashMessage: string;
  readonly run: (args: readonly string[], env: Environment, output: Output) => Promise<ExitCode>;
};

/** The tools of a command. `finish` prints what is left to print, failures to stderr, and keeps the exit code. */
export type CommandRun = {
  readonly env: Environment;
  readonly output: Output;
  /** Whether a program reads the output. */
  readonly isJson: boolean;
  readonly finish: (result: CommandResult | Promise<CommandResult>) => Promise<void>;
};

type CommandDefinition = {
  /** How it is called. */
  readonly name: string;
  /** Its description for `--help`. */
  readonly description: string;
  /** Its needs and its own exit codes, which stand below its options. */
  readonly notes: string;
  readonly crashMessage: string;
  /** Adds the arguments and options, the subcommands, and what is done with them. */
  readonly build: (line: CommandLine, run: CommandRun) => unknown;
};

/** The needs of the commands over the record database. */
export const recordsNeeds =
  'Needs DATABASE_URL, DB_USER_EMAIL and DB_USER_PASSWORD, and DATA_KEYS where the service has it.';

/** Why each of them fails, besides what is its own. */
export const recordsRefused =
  'the records were moved, are not all there, are sealed under other keys, or one that is needed does not open';

/** What they could not find out; `part` is what one of them leaves out. */
export const recordsAway = (part = ''): string => `2 when the record database cannot be used${part}`;

/** What a list leaves out, and says so. */
export const leavingOut = recordsAway(', or a row does not open: it is named, and left out');

/** Makes a parser of an option or argument, which says the rule of a value for which `read` answers `null`. */
export const parsedBy =
  <A>(read: (text: string) => A | null, rule: string) =>
  (text: string): A => {
    const value = read(text);
    if (value === null) throw new InvalidArgumentError(rule);
    return value;
  };

/** What the library says of arguments in our words, without a value, which may name a person or be a secret. */
const ownWords: readonly (readonly [RegExp, string])[] = [
  [/^error: missing required argument '(.+)'/, '<$1> is missing.'],
  [/^error: option '(.+)' argument missing/, '$1 needs a value.'],
  [/^error: option '([^']+)' argument '.*' is invalid\. /s, '$1 is not valid. '],
  [/^error: command-argument value '.*' is invalid for argument '(.+?)'\. /s, '<$1> is not valid. '],
  [
    /^error: too many arguments.*Expected (\d+) .* got (\d+)\./,
    'Too many arguments: $2 in place of $1. Put one with spaces in quotes.',
  ],
  [/^error: unknown (option|command) '([^'=]+)[^']*'/, 'There is no $1 $2.'],
  [/\n\((Did you mean .+\?)\)/, ' $1'],
  [/^error: option '(.+)' cannot be used with option '(.+)'/, 'Give either $1 or $2.'],
];

const inOwnWords = (text: string): string => ownWords.reduce((said, [form, words]) => said.replace(form, words), text);

/** What the library calls unknown, because an option that takes no value was given one. */
const flagWithValue = ({ commands, options }: CommandLine, text: string): string | undefined => {
  const [, flag] = /^error: unknown option '(--[\w-]+)=/.exec(text) ?? [];
  const flags = [...options, ...commands.flatMap((one) => one.options)].map(({ long }) => long);
  return ['--help', ...flags].includes(flag) ? flag : undefined;
};

const helpHint = (name: string): string => `${name} --help says more.`;

/** A command line whose help, suggestions and errors go to these outputs, and which ends no process. */
export const commandLine = (name: string, { print, printError }: Output): CommandLine => {
  const line: CommandLine = new CommandLine(name);
  const inWords = (text: string): string => {
    const flag = flagWithValue(line, text);
    return flag === undefined ? inOwnWords(text) : `${flag} takes no value.`;
  };
  return line
    .exitOverride()
    .showHelpAfterError(helpHint(name))
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: (text) => printError(text.trimEnd()),
      outputError: (text, write) => write(inWords(text)),
    });
};

/** The exit code of what the library throws: 64 for arguments that are not understood. */
const codeOf = (cause: unknown): ExitCode => {
  if (!(cause instanceof CommanderError)) throw cause;
  return cause.exitCode === 0 ? 0 : 64;
};

/** Reads the arguments and does what they say. Unknown arguments are the exit code 64. */
export const exitCodeOf = async (parse: () => Promise<unknown>, done: () => ExitCode): Promise<ExitCode> => {
  try {
    await parse();
    return done();
  } catch (cause) {
    return codeOf(cause);
  }
};

/** Reads the options of a program by itself. Left is the exit code where it has nothing to do. */
export const readOptions = <Options>(
  line: { readonly parse: (args: readonly string[], from: { readonly from: 'user' }) => unknown; opts: () => Options },
  args: readonly string[],
): Either<ExitCode, Options> => {
  try {
    line.parse(args, { from: 'user' });
    return E.right(line.opts());
  } catch (cause) {
    return E.left(codeOf(cause));
  }
};

/** Says how a command is called, whose required options stand in its usage. */
const usageHint = (name: string, usage: string): string => `Usage: ${name} ${usage}\n${helpHint(name)}`;

/**
 * Asks for required options last. The library does so before it looks for unknown ones, and would say of `--too` that
 * `--to` is missing, and not what was meant. `acts` is told what is called, and how.
 */
const requireLast = (line: CommandLine, acts: (hint: string) => void): void => {
  for (const one of [line, ...line.commands]) {
    const required = one.options.filter(({ mandatory }) => mandatory);
    for (const option of required) option.makeOptionMandatory(false);
    one.usage(one.usage().replace('[options]', [...required.map(({ flags }) => flags), '[options]'].join(' ')));
    const hint = usageHint(one === line ? line.name() : `${line.name()} ${one.name()}`, one.usage());
    one.showHelpAfterError(hint);
    one.hook('preAction', (_, called) => {
      if (called !== one) return;
      acts(hint);
      const missing = required.filter((option) => one.getOptionValue(option.attributeName()) === undefined);
      if (missing.length === 0) return;
      const names = missing.map(({ flags }) => flags).join(', ');
      one.error(`${names} ${missing.length === 1 ? 'is' : 'are'} missing.`);
    });
  }
};

const codesOfAll = 'Every command ends with 64 for what it does not know, and with 78 for an invalid configuration.';

const jsonHelp = 'one JSON object a line; an error is one on standard error';

/** The line for a failure that the results themselves tell. */
const seeOutput = 'The output says what is wrong.';

/** Makes a command of its definition. Each has `--json`, which is read before everything else. */
export const defineCommand = ({ build, crashMessage, description, name, notes }: CommandDefinition): Command => ({
  crashMessage,
  run: async (args, env, output) => {
    const json = asksForJson(args);
    const refusals: string[] = [];
    const said: Output = json ? { ...output, printError: (text) => void refusals.push(text) } : output;
    const line = commandLine(`npx portcullis ${name}`, said).description(description);
    line.addHelpText('afterAll', () => {
      const help = line.createHelp();
      return `\n${help.boxWrap(`${notes} ${codesOfAll}`, help.helpWidth ?? 80)}`;
    });
    const shown = json ? jsonOutput(output) : output;
    let code: ExitCode = 0;
    let hint = helpHint(line.name());
    const finish: CommandRun['finish'] = async (result) => {
      const { lines, objects, wrong = [], ...ended } = await result;
      code = ended.code;
      const isUseful = code === 0 || wrong.length > 0;
      const errors = isUseful ? wrong : lines;
      if (json && isUseful && objects) for (const object of objects) shown.print('', object);
      else if (isUseful) for (const text of lines) shown.print(text);
      if (json && code !== 0) output.printError(errorJson(code, errors.join('\n') || seeOutput));
      else for (const text of errors) output.printError(text);
      if (code === 64 && !json) output.printError(hint);
    };
    build(line, { env, output: shown, isJson: json, finish });
    line.option('--json', jsonHelp);
    for (const one of line.commands) one.option('--json', jsonHelp);
    requireLast(line, (called) => {
      hint = called;
    });
    const ended = await exitCodeOf(
      () => line.parseAsync(withoutJson(args), { from: 'user' }),
      () => code,
    );
    // How a command is called is for people: a program gets the sentence alone.
    const [refusal] = refusals;
    if (refusal !== undefined) output.printError(errorJson(64, refusal));
    return ended;
  },
});
