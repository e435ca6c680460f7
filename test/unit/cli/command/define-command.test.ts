import { defineCommand, type Output } from '@portcullis/cli';
import { E, type Either, pipe } from '@portcullis/domain';
import { expect } from 'chai';

const usage = 'echo [--code <1|2>] [--loud] <word>';
const options = { code: { type: 'string' }, loud: { type: 'boolean' } } as const;

type EchoArgs = { readonly word: string; readonly code: 0 | 1 | 2 };

type Parsed = { readonly positionals: readonly string[]; readonly values: { code?: string; loud?: boolean } };

const readArgs = ({ positionals, values }: Parsed): Either<null, EchoArgs> => {
  const [word, ...rest] = positionals;
  if (word === undefined || rest.length > 0) return E.left(null);
  const code = values.code === '1' ? 1 : values.code === '2' ? 2 : 0;
  return E.right({ word: values.loud ? word.toUpperCase() : word, code });
};

/** A command that prints what it was called with, and fails with the code that `--code` names. */
const echo = (explainsErrors: boolean) => {
  const definition = {
    usage,
    options,
    allowPositionals: true,
    run: async ({ code, word }: EchoArgs, env: { readonly [name: string]: string | undefined }, { print }: Output) => {
      print(env['GREETING'] ?? 'hello');
      return { code, lines: [word] };
    },
    crashMessage: 'It could not be said',
  };
  return explainsErrors
    ? defineCommand({
        ...definition,
        explainsErrors: true,
        parseArgs: (parsed) =>
          pipe(
            readArgs(parsed),
            E.mapLeft(() => 'One word is needed.'),
          ),
      })
    : defineCommand({ ...definition, explainsErrors: false, parseArgs: readArgs });
};

const ran = async (explainsErrors: boolean, ...args: readonly string[]) => {
  const printed: string[] = [];
  const errors: string[] = [];
  const output: Output = {
    print: (line) => void printed.push(line),
    printError: (line) => void errors.push(line),
  };
  const code = await echo(explainsErrors).run(args, { GREETING: 'hi' }, output);
  return { code, printed, errors };
};

describe('defineCommand', () => {
  it('passes typed options, words and the environment to the command', async () => {
    expect(await ran(true, '--loud', 'word')).to.deep.equal({ code: 0, printed: ['hi', 'WORD'], errors: [] });
    expect(await ran(false, 'word')).to.deep.equal({ code: 0, printed: ['hi', 'word'], errors: [] });
  });

  it('prints the usage for --help and -h, whatever else is given', async () => {
    for (const args of [['--help'], ['-h'], ['word', 'word', '-h'], ['--code', '1', '--help']]) {
      expect(await ran(true, ...args), args.join(' ')).to.deep.equal({ code: 0, printed: [usage], errors: [] });
    }
  });

  it('rejects unknown options with 64, and repeats none of them', async () => {
    const unknown = [['--name', 'Eriksson'], ['--loud=yes', 'word'], ['--code'], ['--unknown', '--help']];
    for (const args of unknown) {
      const errors = [`These options are not understood.\n\n${usage}`];
      expect(await ran(true, ...args), args.join(' ')).to.deep.equal({ code: 64, printed: [], errors });
      expect(await ran(false, ...args), args.join(' ')).to.deep.equal({ code: 64, printed: [], errors: [usage] });
    }
  });

  it('rejects arguments that the command does not understand with 64', async () => {
    const errors = [`One word is needed.\n\n${usage}`];
    expect(await ran(true, 'two', 'words')).to.deep.equal({ code: 64, printed: [], errors });
    expect(await ran(false)).to.deep.equal({ code: 64, printed: [], errors: [usage] });
  });

  it('prints the lines of a failure to stderr where errors are explained, and to stdout elsewhere', async () => {
    expect(await ran(true, '--code', '1', 'no')).to.deep.equal({ code: 1, printed: ['hi'], errors: ['no'] });
    expect(await ran(true, '--code', '2', 'no')).to.deep.equal({ code: 2, printed: ['hi'], errors: ['no'] });
    expect(await ran(false, '--code', '1', 'no')).to.deep.equal({ code: 1, printed: ['hi', 'no'], errors: [] });
  });
});
