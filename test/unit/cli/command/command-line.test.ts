import { type Command, defineCommand, parsedBy } from '@portcullis/cli';
import { expect } from 'chai';
import { runSeparately } from '../../../support/services/commands.ts';

const number = parsedBy((text) => (/^\d$/.test(text) ? Number(text) : null), 'It is a digit.');

/** A command that prints what it was called with, and fails with the code that `--code` names. */
const echo: Command = defineCommand({
  name: 'echo',
  description: 'Says things.',
  notes: 'Exit code: 0 when it was said.',
  crashMessage: 'It could not be said',
  build: (line, { env, finish, output }) => {
    line
      .command('say')
      .argument('<word>', 'what is said')
      .option('--code <number>', 'how it ends', number, 0)
      .option('--loud', 'says it in capitals', false)
      .action(async (word, { code, loud }) => {
        output.print(env['GREETING'] ?? 'hello');
        return finish({ code: code === 1 ? 1 : 0, lines: [loud ? word.toUpperCase() : word] });
      });
  },
});

const ran = (...args: readonly string[]) => runSeparately(echo, { GREETING: 'hi' }, ...args);

describe('a command', () => {
  it('gets its arguments, its options by their types, and the environment', async () => {
    expect(await ran('say', '--loud', 'word')).to.deep.equal({ code: 0, lines: ['hi', 'WORD'], errors: [] });
    expect(await ran('say', 'word')).to.deep.equal({ code: 0, lines: ['hi', 'word'], errors: [] });
  });

  it('prints its help for --help and -h, whatever else is given, with what it needs at every level', async () => {
    for (const args of [['--help'], ['-h'], ['--nonsense', '--help'], ['say', 'two', 'words', '-h']]) {
      const { code, errors, lines } = await ran(...args);
      expect([code, errors], args.join(' ')).to.deep.equal([0, []]);
      expect(lines[0], args.join(' ')).to.match(/^Usage: npx portcullis echo /);
      expect(lines.slice(-2).join(' '), args.join(' ')).to.match(
        /Exit code: 0 when it was said\. Every command ends with 64 .* 78/,
      );
    }
    expect((await ran('--help')).lines.join('\n')).to.include('Says things.');
  });

  it('refuses what it does not know with 64, says what was meant, and repeats no value', async () => {
    const refused: readonly (readonly [said: string, args: readonly string[]])[] = [
      ["error: unknown command 'sya'\n(Did you mean say?)", ['sya']],
      ["error: unknown option '--loudd'\n(Did you mean --loud?)", ['say', 'word', '--loudd']],
      ["error: missing required argument 'word'", ['say']],
      ["error: too many arguments for 'say'. Expected 1 argument but got 2.", ['say', 'two', 'words']],
      [
        "error: option '--code <number>' is invalid. It is a digit.",
        ['say', 'word', '--code', "my'secret' is invalid"],
      ],
      ["error: option '--code <number>' argument missing", ['say', 'word', '--code']],
    ];
    for (const [said, args] of refused) {
      const { code, errors, lines } = await ran(...args);
      expect([code, lines, errors.join('\n')], args.join(' ')).to.deep.equal([
        64,
        [],
        `${said}\nnpx portcullis echo --help says more.`,
      ]);
    }
  });

  it('prints the lines of a failure to standard error', async () => {
    expect(await ran('say', '--code', '1', 'no')).to.deep.equal({ code: 1, lines: ['hi'], errors: ['no'] });
  });

  it('shows what there is beside what is wrong, for people and for programs', async () => {
    const list = defineCommand({
      name: 'list',
      description: 'Lists things.',
      notes: '',
      crashMessage: 'They could not be listed',
      build: (line, { finish }) =>
        line.action(() =>
          finish({ code: 1, lines: ['a', 'b'], objects: [{ id: 'a' }, { id: 'b' }], wrong: ['c is damaged.'] }),
        ),
    });
    expect(await runSeparately(list, {})).to.deep.equal({ code: 1, lines: ['a', 'b'], errors: ['c is damaged.'] });
    const { code, errors, lines } = await runSeparately(list, {}, '--json');
    expect([code, lines.map((text) => JSON.parse(text))]).to.deep.equal([1, [{ id: 'a' }, { id: 'b' }]]);
    expect(errors.join('')).to.include('c is damaged.');
  });
});
