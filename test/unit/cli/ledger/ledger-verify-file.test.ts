import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { inFull } from '../../../support/effort.ts';
import { startProgram } from '../../../support/servers/program.ts';
import { writeLedger } from '../../../support/services/ledger-file.ts';
import { runLedgerCommand } from '../../../support/services/ledger-journeys.ts';

const untold = ' Whether the last entry of a chain is missing cannot be told without its profile.';
const [first, second, third] = [0, 1, 2].map((n) => `profile0000000${n}`);

describe('npx portcullis ledger verify --file', function () {
  this.timeout(300_000);
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-ledger-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes three chains of four entries, with these changes of their lines. */
  const fileWith = (change: (lines: readonly string[]) => readonly string[]): string => {
    const file = join(folder, 'entries.jsonl');
    writeLedger(file, 3, 4);
    writeFileSync(file, change(readFileSync(file, 'utf8').trimEnd().split('\n')).join('\n'), 'latin1');
    return file;
  };

  const verify = (file: string, ...args: readonly string[]) => runLedgerCommand({}, 'verify', '--file', file, ...args);

  it('verifies consecutive chains, without a database and without a variable', async () => {
    const sound = [`3 profiles, 12 entries: all verify.${untold}`];
    expect(await verify(fileWith((lines) => lines))).to.deep.equal({ code: 0, lines: sound });
    const { lines } = await verify(
      fileWith((all) => all.slice(4, 8)),
      '--profile',
      second ?? '',
      '--json',
    );
    const summary = { kind: 'summary', profiles: 1, entries: 4, faults: 0, locked: 0 };
    expect(lines.map((line) => JSON.parse(line))).to.deep.equal([summary]);
  });

  const edit = (at: number, from: string, to: string) => (lines: readonly string[]) =>
    lines.map((line, i) => (i === at ? line.replace(from, to) : line));

  const damages: readonly (readonly [what: string, change: Parameters<typeof fileWith>[0], says: string])[] = [
    [
      'a changed value',
      edit(5, '"tries":2', '"tries":3'),
      `line 6 ${second} seq 2: the entry is not what was hashed (changed)`,
    ],
    [
      'an added field',
      edit(5, '{"actor"', '{"extra":1,"actor"'),
      `line 6 ${second} seq 2: the entry is not what was hashed (changed)`,
    ],
    [
      'an entry that is gone',
      (lines) => lines.toSpliced(5, 1),
      `line 6 ${second} seq 2: an entry is missing here (missing)`,
    ],
    [
      'an entry twice',
      (lines) => lines.toSpliced(5, 0, lines[5] ?? ''),
      `line 7 ${second} seq 3: an entry stands in the wrong place (out_of_order)`,
    ],
    [
      'a chain without its beginning',
      (lines) => lines.slice(1),
      `line 1 ${first} seq 1: an entry is missing here (missing)`,
    ],
    [
      'a line that is not JSON',
      edit(5, '{', '('),
      `line 6 ${second} seq 2: what stands here is not an entry of a ledger (unreadable)`,
    ],
    [
      'a line that is no entry',
      edit(5, '"seq":2', '"seq":"2"'),
      `line 6 ${second} seq 2: what stands here is not an entry of a ledger (unreadable)`,
    ],
    [
      'half a character',
      edit(5, 'liveness', 'live\\ud800ness'),
      `line 6 ${second} seq 2: the entry is not what was hashed (changed)`,
    ],
    [
      'a byte that is no text',
      edit(5, 'liveness', 'live\xffness'),
      `line 6 ${second} seq 2: what stands here is not an entry of a ledger (unreadable)`,
    ],
    [
      'depth without end',
      (lines) => lines.toSpliced(5, 1, '['.repeat(1_000_000)),
      `line 6 ${second} seq 2: what stands here is not an entry of a ledger (unreadable)`,
    ],
    [
      'a line without end',
      (lines) => lines.toSpliced(5, 1, ' '.repeat(9_000_000)),
      `line 6 ${second} seq 2: what stands here is not an entry of a ledger (unreadable)`,
    ],
    ['nothing at all', () => [], 'line 1 seq 1: an entry is missing here (missing)'],
  ];

  for (const [what, change, says] of damages) {
    it(`reports ${what} by its line, once, and exits with 1`, async () => {
      const { code, lines } = await verify(fileWith(change));
      expect([code, lines[0], lines.length]).to.deep.equal([1, `BAD  ${says}`, 2]);
    });
  }

  it('reports an entry of another profile in the file of one profile', async () => {
    const { code, lines } = await verify(
      fileWith((all) => all.slice(7)),
      '--profile',
      third ?? '',
    );
    expect(code).to.equal(1);
    expect(lines[0]).to.equal(`BAD  line 1 ${third} seq 1: an entry of another profile stands here (foreign)`);
  });

  it('exits with 2 for a missing file, and with 64 for incompatible options', async () => {
    expect(await verify(join(folder, 'nowhere'))).to.deep.equal({
      code: 2,
      lines: ['The file cannot be read (ENOENT).'],
    });
    const pinned = ['--fingerprint', 'a'.repeat(64)];
    expect(
      (
        await verify(
          fileWith((lines) => lines),
          ...pinned,
        )
      ).code,
    ).to.equal(64);
  });

  inFull('verifies far more entries than its memory holds', async () => {
    const entries = 110_000;
    const files = [
      { name: 'one.jsonl', chains: 1, length: entries, said: `1 profile, ${entries} entries` },
      // What is kept of each chain shows with ten thousand of them.
      { name: 'many.jsonl', chains: 10_000, length: 10, said: '10000 profiles, 100000 entries' },
    ];
    for (const { chains, length, name, said } of files) {
      const file = join(folder, name);
      writeLedger(file, chains, length);
      // The command itself needs 20 MB. The text of 40,000 entries alone would need 19.
      const args = ['--max-old-space-size=32', 'packages/cli/bin/portcullis.mjs', 'ledger', 'verify', '--file', file];
      const program = startProgram(process.execPath, args);
      expect((await program.ended).code, program.printed()).to.equal(0);
      expect(program.printed()).to.equal(`${said}: all verify.${untold}\n`);
    }
  });
});
