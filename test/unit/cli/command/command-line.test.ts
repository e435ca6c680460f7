import { expect } from 'chai';
import { type Command, defineCommand, parsedBy } from '#cli/command/command-line';
import { runSeparately } from '../../../support/services/commands.ts';

const number = parsedBy((text) => (/^\d$/.test(text) ? Number(text) : null), 'It must be a digit.');
const open = parsedBy((text) => (text.includes('secret') ? null : text), 'It must have no secret.');
const where = ['--to', 'x', '--by', 'y'];

/** A command that prints what it was called with, and fails with the code that `--code` names. */
const echo: Command = defineCommand({
  name: 'echo',
  description: 'Says things.',
  notes: 'Exit code: 0 when it was said.',
  crashMessage: 'It could not be said',
  build: (line, { env, finish, output }) => {
    line
      .command('say')
      .argument('<word>', 'what is said', open)
      .requiredOption('--to <place>', 'where it is said')
      .requiredOption('--by <name>', 'who says it')
      .option('--code <number>', 'how it ends', number, 0)
      .option('--loud', 'says it in capitals', false)
      .action(async (word, { code, loud }) => {
        if (word === 'nothing') return finish({ code: 64, lines: ['Give another word.'] });
        output.print(env['GREETING'] ?? 'hello');
        return finish({ code: code === 1 ? 1 : 0, lines: [loud ? word.toUpperCase() : word] });
      });
  },
});

const ran = (...args: readonly string[]) => runSeparately(echo, { GREETING: 'hi' }, ...args);

describe('a command', () => {
  it('gets its arguments, its options by their types, and the environment', async () => {
    expect(await ran('say', '--loud', 'word', ...where)).to.deep.equal({ code: 0, lines: ['hi', 'WORD'], errors: [] });
    expect(await ran('say', 'word', ...where)).to.deep.equal({ code: 0, lines: ['hi', 'word'], errors: [] });
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
      ['There is no option --loudd. Did you mean --loud?', ['say', 'word', '--loudd', '--to', 'x']],
      ['There is no option --too. Did you mean --to?', ['say', 'word', '--too', 'x']],
      ['--loud takes no value.', ['say', 'word', '--loud=my secret', ...where]],
      ['--json takes no value.', ['say', 'word', '--json=yes', ...where]],
      ['--help takes no value.', ['say', 'word', '--help=yes', ...where]],
      ['There is no option --loudly.', ['say', 'word', '--loudly=my secret']],
      ['<word> is missing.', ['say']],
      ['--to <place>, --by <name> are missing.', ['say', 'word']],
      ['--by <name> is missing.', ['say', 'word', '--to', 'x']],
      ['Too many arguments: 2 in place of 1. Put one with spaces in quotes.', ['say', 'two', 'words']],
      ['--code <number> is not valid. It must be a digit.', ['say', 'word', '--code', "my'secret' is invalid. x"]],
      ['<word> is not valid. It must have no secret.', ['say', "my'secret"]],
      ['--code <number> needs a value.', ['say', 'word', '--code']],
      ['Give another word.', ['say', 'nothing', '--to', 'x', '--by', 'y']],
    ];
    for (const [said, args] of refused)
      expect(await ran(...args), args.join(' ')).to.deep.equal({
        code: 64,
        lines: [],
        errors: [
          said,
          'Usage: npx portcullis echo say --to <place> --by <name> [options] <word>',
          'npx portcullis echo say --help says more.',
        ],
      });
    expect((await ran('sya')).errors).to.deep.equal([
      'There is no command sya. Did you mean say?',
      'Usage: npx portcullis echo [options] [command]',
      'npx portcullis echo --help says more.',
    ]);
    const forProgram = await ran('say', 'nothing', '--to', 'x', '--by', 'y', '--json');
    expect(forProgram.errors.map((line) => JSON.parse(line))).to.deep.equal([
      { error: 'usage', message: 'Give another word.' },
    ]);
    const unknown = await ran('say', 'word', '--loudly', '--json');
    expect(unknown.errors.map((line) => JSON.parse(line))).to.deep.equal([
      { error: 'usage', message: 'There is no option --loudly. Did you mean --loud?' },
    ]);
  });

  it('prints the lines of a failure to standard error', async () => {
    expect(await ran('say', '--code', '1', 'no', ...where)).to.deep.equal({ code: 1, lines: ['hi'], errors: ['no'] });
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
