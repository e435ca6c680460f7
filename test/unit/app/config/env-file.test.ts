import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { isFullEffort } from '../../../support/effort.ts';
import { root, textOf } from '../../../support/repository/files.ts';
import { startProgram } from '../../../support/servers/program.ts';

/** Both programs, each as it is started; neither gets further than its configuration here. */
const programs: Readonly<Record<string, readonly string[]>> = {
  'npm start': [join(root, 'packages/app/bundle/main.js')],
  portcullis: [join(root, 'packages/cli/bin/portcullis.mjs'), 'hold', 'list'],
};

/** A start shows what it misses as a table, and a command in sentences. */
const missing = (name: string): RegExp => new RegExp(`^(${name} is missing|  ${name} )`, 'm');

describe('the file .env', function () {
  this.timeout(30_000);

  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-env-file-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const program = startProgram(process.execPath, words, { cwd: folder, env });
    const { code } = await program.ended;
    return { code, text: program.printed() };
  };

  for (const [name, words] of Object.entries(programs)) {
    it(`is read by ${name} where there is one, and the real environment wins over it`, async () => {
      expect((await run(words)).text)
        .to.match(missing('DB_USER_EMAIL'))
        .and.match(missing('DATABASE_URL'));
      const lines = ['# a comment', 'DB_USER_EMAIL="admin@example.org"', 'DATABASE_URL=http://127.0.0.1:1', ''];
      writeFileSync(join(folder, '.env'), lines.join('\n'));
      const { text } = await run(words, { DATABASE_URL: 'ftp://elsewhere' });
      expect(text).to.match(missing('DB_USER_PASSWORD')).and.not.include('DB_USER_EMAIL');
      expect(text).to.match(/DATABASE_URL +must be an http or https address/);
    });

    // Both read it with one function, so that a quick run tries each reason with the service alone.
    const isTriedInPart = name !== 'npm start' && !isFullEffort;
    const unreadable: Readonly<Record<string, (path: string) => void>> = {
      EISDIR: (path) => void mkdirSync(path),
      // The file is there, and does not open: neither for whoever may not read it, nor for anybody here.
      ELOOP: (path) => symlinkSync(path, path),
      // A letter of another encoding.
      'it is not in UTF-8: save it as UTF-8': (path) =>
        writeFileSync(path, Buffer.from('DB_USER_PASSWORD=gr\u00fcn', 'latin1')),
      // A named pipe, into which nobody writes.
      ENOTFILE: (path) => void execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', path]),
    };
    const reasons = Object.entries(unreadable);
    for (const [reason, make] of isTriedInPart ? reasons.slice(0, 1) : reasons)
      it(`stops ${name} where it cannot be read (${reason}), with a sentence`, async () => {
        make(join(folder, '.env'));
        const { code, text } = await run(words);
        expect([code, text]).to.deep.equal([78, `The file .env cannot be read (${reason}).\n`]);
      });

    // What it may contain is tried with the service alone, too.
    if (isTriedInPart) continue;

    it(`is read by ${name} as the tools of Windows write it`, async () => {
      const lines = ['DB_USER_EMAIL="admin@example.org"', 'DATABASE_URL=http://127.0.0.1:1', ''].join('\r\n');
      for (const bytes of [Buffer.from(`\uFEFF${lines}`), Buffer.from(`\uFEFF${lines}`, 'utf16le')]) {
        writeFileSync(join(folder, '.env'), bytes);
        expect((await run(words)).text)
          .to.match(missing('DB_USER_PASSWORD'))
          .and.not.match(/DB_USER_EMAIL|DATABASE_URL/);
      }
    });
  }

  it('stops a start where a line would be lost without a word, and names the line alone', async () => {
    for (const lost of [
      'DATA_KEYS\t=k1:c2VjcmV0',
      '\tDATA_KEYS=k1:c2VjcmV0',
      'set DATA_KEYS=k1:c2VjcmV0',
      'export  DATA_KEYS=k1:c2VjcmV0',
      'DATA_KEYS: k1:c2VjcmV0',
      'DATA_KEYS\uff1ak1:c2VjcmV0=',
      'k1:c2VjcmV0=',
      '\t',
      'A="open\nB="1"',
    ]) {
      writeFileSync(join(folder, '.env'), `# keys: two\nA="1\n2: 3" # 4\n\n${lost}\nDB_USER_EMAIL=admin@example.org\n`);
      expect(await run(programs['npm start'] ?? []), lost).to.deep.equal({
        code: 78,
        text: 'The file .env has no NAME=value, or an open quote, in line 5; a tab is no blank.\n',
      });
    }
    for (const open of ["'", '"', '`']) {
      writeFileSync(join(folder, '.env'), `A=1\nDATA_KEYS=${open}k1:c2VjcmV0`);
      expect((await run(programs['npm start'] ?? [])).text, open).to.match(/an open quote, in line 2;/);
    }
    const read = [
      '  # a: b',
      ' A = 1\t',
      "export B='x\ny: z'",
      'C=`1`',
      'D="open: "quoted" more',
      'E=',
      '   ',
      'F=\t2',
      'G=1\u20282',
      '# a\u2029b',
    ];
    writeFileSync(join(folder, '.env'), [...read, 'DB_USER_EMAIL=admin@example.org'].join('\n'));
    expect((await run(programs['npm start'] ?? [])).text)
      .to.match(missing('DB_USER_PASSWORD'))
      .and.not.match(/DB_USER_EMAIL|NAME=value/);
  });

  it('is read in one way alone, however long a name without a value is', async () => {
    writeFileSync(join(folder, '.env'), '\u3164'.repeat(10_000));
    expect((await run(programs['npm start'] ?? [])).text).to.match(/^The file \.env has no NAME=value, .* in line 1;/);
  });

  it('is in neither the history nor an image', () => {
    expect(textOf('.gitignore').split('\n')).to.include('.env');
    expect(textOf('.dockerignore').split('\n')).to.include('**/.env');
  });
});
