import { defineCommand, type Output } from '@portcullis/cli';
import { E } from '@portcullis/domain';
import { expect } from 'chai';

/** A command that prints what it was called with, and fails with the code that `--code` names. */
const echo = (explainsErrors: boolean) =>
  defineCommand({
    usage: 'echo [--code <1|2>] [--loud] <word>',
    options: { code: { type: 'string' }, loud: { type: 'boolean' } },
    allowPositionals: true,
    parseArgs: ({ positionals: [word, ...rest], values: { code, loud = false } }) =>
      word !== undefined && rest.length === 0
        ? E.right({ word: loud ? word.toUpperCase() : word, code: code === '1' ? 1 : code === '2' ? 2 : 0 } as const)
        : E.left('One word is needed.'),
    run: async ({ code, word }, env, { print }) => {
      print(env['GREETING'] ?? 'hello');
      return { code, lines: [word] };
    },
    explainsErrors,
    crashMessage: 'It could not be said',
  });

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

const usage = 'echo [--code <1|2>] [--loud] <word>';

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
