import { expect } from 'chai';
import { filesBelow, textOf } from '../../support/repository/files.ts';

/** The files of the service; the vendor simulator is a program for tests. */
const service = filesBelow('packages').filter(
  (path) => /\/(src|bin)\/.*\.m?ts$|\/bin\/.*\.mjs$/.test(path) && !path.startsWith('packages/simulator/'),
);

/** A construct that no file of the service contains except the named ones, and lines in which it must be found. */
type ForbiddenConstruct = {
  readonly what: string;
  readonly pattern: RegExp;
  readonly but?: readonly string[];
  planted: string[];
};

const forbidden: readonly ForbiddenConstruct[] = [
  {
    what: 'code that is made at run time',
    pattern: /\beval\s*\(|\bFunction\s*\(|node:vm|\bsetTimeout\(\s*['"`]/,
    planted: ["eval('1')", "new Function('a', 'b')", "import { Script } from 'node:vm';", "setTimeout('a()', 1)"],
  },
  {
    what: 'a pattern that is made of text',
    pattern: /\bRegExp\s*\(/,
    planted: ['new RegExp(input)', 'RegExp (a)'],
  },
  {
    what: 'a digest that is broken',
    pattern: /['"`](md5|sha-?1|rmd160|ripemd160|hmac-?sha1)['"`]|\b(md5|sha1|ripemd160)\(/i,
    planted: ["createHash('md5')", "createHmac('SHA1', key)", 'sha1(bytes)'],
  },
  {
    what: 'another cipher than AES-256-GCM',
    pattern: /['"`](aes-(128|192|256-(?!gcm))|des-|rc4|bf-|chacha|camellia)|createCipher\(/i,
    planted: ["createCipheriv('aes-256-cbc', key, iv)", "'aes-128-gcm'", "'des-ede3-cbc'", 'createCipher(a, b)'],
  },
  {
    what: 'a command of the system, but for the database of the sandbox and the commands of an operator',
    pattern: /child_process/,
    but: [
      'packages/adapters/pocketbase/src/process.ts',
      'packages/cli/src/ledger/verify-pack.ts',
      'packages/cli/src/sandbox/pid-file.ts',
      'packages/cli/src/sandbox/postgres-server.ts',
    ],
    planted: ["import { exec } from 'node:child_process';", "require('child_process')"],
  },
];

describe('constructs that the service must not contain', () => {
  for (const { but = [], pattern, planted, what } of forbidden) {
    it(`include ${what}`, () => {
      const found = service.filter((path) => pattern.test(textOf(path)));
      expect(found).to.deep.equal([...but].sort());
      expect(service.length).to.be.greaterThan(200);
    });

    it(`are found in planted lines: ${what}`, () => {
      expect(planted.filter((line) => !pattern.test(line))).to.deep.equal([]);
    });
  }

  it('include any shell command with anything but a number in it', () => {
    const [shell, ...others] = service
      .flatMap((path) => textOf(path).split('\n'))
      .filter((line) => /\bshell:|\/bin\/(ba)?sh|(?<!\.)\bexec(Sync)?\(['"`]/.test(line));
    expect(shell?.trim()).to.equal("const shell = spawn('/bin/sh', ['-c', script, 'sh', String(pid)], {");
    expect(others).to.deep.equal([]);
  });
});
