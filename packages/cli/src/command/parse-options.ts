import { type ParseArgsConfig, parseArgs } from 'node:util';
import { E, type Either } from '@portcullis/domain';

export type OptionTypes = NonNullable<ParseArgsConfig['options']>;

type StrictConfig<O extends OptionTypes> = {
  args: string[];
  options: O;
  strict: true;
  allowPositionals: boolean;
};

/** The values of the options, and the other words. */
export type ParsedOptions<O extends OptionTypes> = ReturnType<typeof parseArgs<StrictConfig<O>>>;

const helpOption = { help: { type: 'boolean', short: 'h' } } as const;

const attempt = <A>(read: () => A): Either<string, A> => {
  try {
    return E.right(read());
  } catch (cause) {
    return E.left(cause instanceof Error ? cause.message : String(cause));
  }
};

/**
 * Parses the options of a command, and `--help` beside them. Right is `null` where help was requested; Left has the
 * parser's own message, which repeats the input.
 */
export const parseOptions = <O extends OptionTypes>(
  args: readonly string[],
  options: O,
  allowPositionals: boolean,
): Either<string, ParsedOptions<O> | null> => {
  const config: Pick<StrictConfig<O>, 'args' | 'strict' | 'allowPositionals'> = {
    args: [...args],
    strict: true,
    allowPositionals,
  };
  const withHelp: OptionTypes = { ...options, ...helpOption };
  const first = attempt(() => parseArgs({ ...config, options: withHelp }));
  if (E.isLeft(first)) return first;
  if (first.right.values['help'] === true) return E.right(null);
  return attempt(() => parseArgs<StrictConfig<O>>({ ...config, options }));
};
