import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, readDatabaseVariables } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { makeKeyFile } from '#app/config/key-file';
import { complete, configOf, faultsOf } from '../../../support/builders/configurations.ts';
import { aKey, dataKeysText } from '../../../support/builders/keyrings.ts';

describe('the key file', () => {
  let root = '';
  const folder = (): string => root;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'portcullis-keys-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const file = (): string => join(folder(), 'own', 'data-keys');
  const write = (text: string, mode = 0o600): void => {
    mkdirSync(join(folder(), 'own'), { recursive: true });
    writeFileSync(file(), text, { mode });
    chmodSync(file(), mode);
  };
  const ruleOf = (): string | undefined => faultsOf({ DATA_KEYS_FILE: file() })[0]?.rule;

  it('is made once, for its owner alone, and read by every later start', () => {
    const first = configOf({ DATA_KEYS_FILE: file() }).dataKeys;
    expect([first.areNew, first.file, existsSync(file())]).to.deep.equal([true, file(), false]);
    expect(makeKeyFile(file(), first.keys)).to.deep.equal(E.right(undefined));
    expect(statSync(file()).mode & 0o777).to.equal(0o600);
    expect(statSync(join(folder(), 'own')).mode & 0o777).to.equal(0o700);
    for (const read of [configOf, configOf])
      expect(read({ DATA_KEYS_FILE: file() }).dataKeys).to.deep.equal({
        keys: first.keys,
        file: file(),
        areNew: false,
      });
    const ofCommand = readDatabaseVariables({ ...complete, DATA_KEYS_FILE: file() });
    expect(E.isRight(ofCommand) && ofCommand.right.dataKeys.keys).to.deep.equal(first.keys);
  });

  it('takes the place of no other one, and leaves nothing of a start that was killed', () => {
    const one = configOf({ DATA_KEYS_FILE: file() }).dataKeys.keys;
    const other = configOf({ DATA_KEYS_FILE: file() }).dataKeys.keys;
    expect(one).to.not.deep.equal(other);
    write('half', 0o600);
    const left = `${file()}.1.new`;
    writeFileSync(left, 'half');
    expect(E.isLeft(makeKeyFile(file(), one))).to.equal(true);
    expect(readFileSync(file(), 'utf8')).to.equal('half');
    expect(readdirSync(join(folder(), 'own'))).to.deep.equal(['data-keys']);
    write(dataKeysText());
    expect(E.isLeft(makeKeyFile(file(), other))).to.equal(true);
    expect(E.isRight(makeKeyFile(join(folder(), 'b', 'c', 'keys'), other))).to.equal(true);
    expect(E.isRight(makeKeyFile(join(folder(), 'b', 'c', 'keys'), other)), 'by the same start').to.equal(true);
  });

  it('may be written by a tool of Windows, end with a line feed, and have several keys', () => {
    write(`\uFEFF${dataKeysText('a', 'b')}\r\n`);
    expect(configOf({ DATA_KEYS_FILE: file() }).dataKeys.keys).to.deep.equal([aKey('a'), aKey('b')]);
  });

  const faults: readonly (readonly [what: string, text: string, mode: number, rule: RegExp])[] = [
    [
      'that others can read',
      dataKeysText(),
      0o640,
      /^must be a file that its owner alone can read or write: chmod 600$/,
    ],
    ['with quotes', `"${dataKeysText()}"`, 0o600, /^must be a file of keys without quotes$/],
    ['without keys', 'nothing', 0o600, /^must be a file of keys of the form id:base64 of 32 random bytes/],
    ['that is empty', '', 0o600, /^must be a file of keys of the form/],
  ];
  for (const [what, text, mode, rule] of faults)
    it(`is refused ${what}, in a sentence`, () => {
      write(text, mode);
      expect(ruleOf()).to.match(rule);
    });

  it('is refused where it is a folder, or cannot be made', () => {
    mkdirSync(file(), { recursive: true });
    chmodSync(file(), 0o700);
    expect(ruleOf()).to.equal('must be a file that the service can read (EISDIR)');
    const fault = faultsOf({ DATA_KEYS_FILE: '/proc/nowhere/data-keys' })[0]?.rule ?? 'must be in a folder';
    expect(fault).to.match(/^must be (in a folder|a file)/);
  });

  it('is not asked where DATA_KEYS has the same keys, and is refused beside other ones', () => {
    write(dataKeysText('a'));
    expect(configOf({ DATA_KEYS: dataKeysText('a'), DATA_KEYS_FILE: file() }).dataKeys.file).to.equal(null);
    expect(faultsOf({ DATA_KEYS: dataKeysText('b', 'a'), DATA_KEYS_FILE: file() })).to.deep.equal([
      {
        name: 'DATA_KEYS_FILE',
        rule: 'must not be a file of other keys than those of DATA_KEYS: remove the wrong ones',
      },
    ]);
  });

  it('is made by no command, and by no instance of a service over PostgreSQL', () => {
    const ofCommand = readDatabaseVariables({ ...complete, DATA_KEYS_FILE: file() });
    expect(E.isLeft(ofCommand) && ofCommand.left.map(({ name }) => name)).to.deep.equal(['DATA_KEYS']);
    const DATABASE_URL = 'postgres://user:password@database/portcullis';
    expect(faultsOf({ DATABASE_URL, DATA_KEYS_FILE: file() })).to.deep.equal([
      { name: 'DATA_KEYS', rule: 'must be set where DATABASE_URL names a PostgreSQL' },
    ]);
  });

  it('is named in a warning, and so is what is lost with it', () => {
    const read = readConfig({ ...complete, DATA_KEYS_FILE: file() });
    const warned = E.isRight(read) ? read.right.warnings.find(({ name }) => name === 'DATA_KEYS') : undefined;
    expect(warned?.rule).to.include(file()).and.include('keep a copy elsewhere than the backups');
  });
});
