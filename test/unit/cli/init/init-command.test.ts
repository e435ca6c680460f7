import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { readConfig } from '#app/config/config';
import { initCommand } from '#cli/init/init-command';
import { root, textOf } from '../../../support/repository/files.ts';
import { startProgram } from '../../../support/servers/program.ts';
import { runSeparately } from '../../../support/services/commands.ts';

const vendorKeys = {
  AI_MODEL: 'a-model',
  CLOUD_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  CLOUD_SECRET_ACCESS_KEY: 'cloud/secret+of=theirs',
  AI_API_KEY: 'ai-key',
  FINGERPRINT_SECRET_KEY: 'fingerprint-key',
};

const secretNames = [
  'DB_USER_PASSWORD',
  'DB_ENCRYPTION_KEY',
  'DATA_KEYS',
  'LEDGER_SIGNING_KEY',
  'JWT_SECRET',
  'JWT_CLIENT_SECRET',
];

describe('npx portcullis init', () => {
  let folder = '';
  let file = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-init-'));
    file = join(folder, '.env');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const init = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    runSeparately(initCommand, env, '--yes', '--file', file, ...args);
  const written = (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(parseEnv(readFileSync(file, 'utf8'))).map(([name, value]) => [name, value ?? '']),
    );
  const readWritten = () => {
    const read = readConfig(written());
    if (E.isLeft(read)) throw new Error(read.left.map(({ name, rule }) => `${name} ${rule}`).join('; '));
    return read.right;
  };

  it('makes a file for its owner alone, which the service takes once the keys of vendors are in it', async () => {
    const { code, lines } = await init(vendorKeys, '--domain', 'example.com', '--partner', 'acme');
    expect([code, statSync(file).mode & 0o777, readdirSync(folder)]).to.deep.equal([0, 0o600, ['.env']]);
    expect(lines.join('\n')).to.include('the first member of').and.not.include('To fill in');
    const { config, warnings } = readWritten();
    expect(config.web.clientUrl).to.equal('https://app.example.com');
    expect(config.tokens).to.deep.include({
      issuer: config.web.publicUrl,
      audience: 'portcullis',
      uncheckedElsewhere: [],
    });
    expect(config.tokens.clients.map(({ tenant }) => tenant)).to.deep.equal([{ partnerId: 'acme', teamId: null }]);
    expect(config.ledger.signingKey?.asymmetricKeyType).to.equal('ed25519');
    expect(warnings.map(({ name }) => name)).to.have.members([
      'TRUSTED_PROXIES',
      'JWT_CLIENT_REDIRECT_ORIGINS',
      'CONSENT_VERSIONS',
    ]);
  });

  it('keeps the chosen providers, and wants nothing of a vendor that none of them uses', async () => {
    const faces = { LIVENESS_PROVIDER: 'none', FACE_PROVIDER: 'none' };
    const chosen = { ...faces, DOCUMENT_READER: 'local', AI_PROVIDER: 'none', DEVICE_PROVIDER: 'none' };
    expect((await init(chosen)).lines.join('\n')).not.to.include('To fill in');
    expect(written()).to.include(chosen);
    expect(Object.keys(written()).filter((name) => /^(CLOUD|AI|FINGERPRINT)_/.test(name))).to.deep.equal([
      'AI_PROVIDER',
    ]);
    const { config } = readWritten();
    expect([config.cloud, config.ai, config.fingerprint]).to.deep.equal([null, null, null]);
  });

  it('has everything that compose.yml demands, and values that need no quotes', async () => {
    await init({});
    const variables = written();
    const demanded = [...textOf('compose.yml').matchAll(/\$\{(\w+):?\?/g)].map(([, name = '']) => name);
    expect(demanded).to.include('DB_USER_PASSWORD');
    for (const name of demanded) expect(variables[name], name).to.be.a('string').and.not.equal('');
    for (const [name, value] of Object.entries(variables)) expect(value, name).not.to.match(/["'`$#]|^\s|\s$/);
    expect(variables['DB_ENCRYPTION_KEY']).to.have.length(32);
  });

  it('says what is left and where it is to be had, and shows no secret, which are new each time', async () => {
    const { errors, lines } = await init({ AI_API_KEY: vendorKeys.AI_API_KEY });
    const before = written();
    expect(lines.filter((line) => line.startsWith('  '))).to.deep.equal([
      '  CLOUD_ACCESS_KEY_ID      docs/vendors/aws.md',
      '  CLOUD_SECRET_ACCESS_KEY  docs/vendors/aws.md',
      '  AI_MODEL                 docs/vendors/document-ai.md',
      '  FINGERPRINT_SECRET_KEY   docs/vendors/device-check.md',
    ]);
    for (const name of [...secretNames, 'AI_API_KEY']) {
      expect(before[name], name).to.match(/^.{6,}/);
      expect([...lines, ...errors].join('\n'), name).not.to.include(before[name]);
    }
    await init({}, '--force');
    for (const name of secretNames) expect(written()[name], name).not.to.equal(before[name]);
  });

  it('takes the place of no file, unless it is told to, and keeps that one beside it', async () => {
    writeFileSync(file, 'DATA_KEYS=of-a-database\n');
    const refused = await init({});
    expect([refused.code, refused.errors.length, readFileSync(file, 'utf8')]).to.deep.equal([
      1,
      1,
      'DATA_KEYS=of-a-database\n',
    ]);
    const { code, lines } = await init({}, '--force', '--json');
    const { kept, left } = JSON.parse(lines.join(''));
    expect([code, readFileSync(kept, 'utf8')]).to.deep.equal([0, 'DATA_KEYS=of-a-database\n']);
    expect(written()['DATA_KEYS']).to.match(/^made-[0-9a-f]{8}:/);
    expect(left).to.deep.include({ variable: 'AI_API_KEY', see: 'docs/vendors/document-ai.md' });
    expect(readdirSync(folder)).to.have.length(2);
  });

  it('keeps each file that a new one takes the place of, also within one second', async () => {
    await init({});
    const keys = [written()['DATA_KEYS']];
    for (let count = 0; count < 4; count += 1) {
      await init({}, '--force');
      keys.push(written()['DATA_KEYS']);
    }
    const found = readdirSync(folder).map((name) => parseEnv(readFileSync(join(folder, name), 'utf8'))['DATA_KEYS']);
    expect(found).to.have.members(keys);
  });

  it('makes a new one in place of a file that stops every other command', async () => {
    writeFileSync(file, 'DATA_KEYS: of-a-database\n');
    const portcullis = async (...words: readonly string[]) => {
      const program = startProgram(process.execPath, [join(root, 'packages/cli/bin/portcullis.mjs'), ...words], {
        cwd: folder,
      });
      return (await program.ended).code;
    };
    expect(await portcullis('hold', 'list')).to.equal(78);
    expect([await portcullis('init', '--yes'), readdirSync(folder)]).to.deep.equal([1, ['.env']]);
    expect(await portcullis('init', '--yes', '--force')).to.equal(0);
    expect(written()['DATA_KEYS']).to.match(/^made-/);
  }).timeout(30_000);

  it('leaves the file where the new one cannot be written', async () => {
    writeFileSync(file, 'DATA_KEYS=of-a-database\n');
    // The system refuses each byte of a file, as on a full disk.
    const script = 'ulimit -f 0; exec "$0" "$1" init --yes --force';
    const words = ['-c', script, process.execPath, join(root, 'packages/cli/bin/portcullis.mjs')];
    const program = startProgram('/bin/sh', words, { cwd: folder, env: {} });
    expect((await program.ended).code).to.equal(1);
    expect(program.printed()).to.equal('.env cannot be written (EFBIG).\n');
    expect([readdirSync(folder), readFileSync(file, 'utf8')]).to.deep.equal([['.env'], 'DATA_KEYS=of-a-database\n']);
  }).timeout(30_000);

  it('refuses what the service would refuse, in its words, and writes nothing', async () => {
    const domain = await init({}, '--domain', 'https://Example.com');
    expect([domain.code, domain.errors]).to.deep.equal([
      78,
      [
        'DOMAIN must be a domain such as example.com in small letters, an international one in its xn-- form, of at most 244 characters, with its port unless it is 443.',
      ],
    ]);
    const region = await init({ CLOUD_REGION: 'Ireland' });
    expect([region.code, region.errors]).to.deep.equal([78, ['CLOUD_REGION must be a region such as eu-west-1.']]);
    expect((await init({}, '--partner', 'Acme & Sons')).code).to.equal(64);
    expect(readdirSync(folder)).to.deep.equal([]);
    file = join(folder, 'nowhere', '.env');
    expect((await init({})).code).to.equal(1);
  });

  it('says the form of an international domain in which the service takes it', async () => {
    const { code, errors } = await init({}, '--domain', 'm\u00fcller.example');
    expect([code, errors]).to.deep.equal([78, ['DOMAIN must be in its xn-- form, xn--mller-kva.example.']]);
    expect((await init(vendorKeys, '--domain', 'xn--mller-kva.example')).code).to.equal(0);
    expect(readWritten().config.web.clientUrl).to.equal('https://app.xn--mller-kva.example');
  });

  it('takes no domain below which a name would be longer than the DNS allows', async () => {
    const domainOf = (length: number): string =>
      [60, 60, 60, length - 183].map((letters) => 'a'.repeat(letters)).join('.');
    expect((await init({}, '--domain', domainOf(245))).code).to.equal(78);
    expect((await init({}, '--domain', domainOf(244))).code).to.equal(0);
  });

  it('leaves a folder as it is, and says so, also when it is told to make a new file', async () => {
    file = folder;
    for (const more of [[], ['--force']]) {
      const { code, errors } = await init({}, ...more);
      expect([code, errors]).to.deep.equal([1, [`${folder} is a folder: name a file in it.`]]);
    }
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('takes a link that leads nowhere for a file, and keeps it beside the new one', async () => {
    symlinkSync(join(folder, 'nowhere'), file);
    expect([(await init({})).code, readdirSync(folder)]).to.deep.equal([1, ['.env']]);
    const { code, lines } = await init({}, '--force', '--json');
    const { kept } = JSON.parse(lines.join(''));
    expect([code, readlinkSync(kept)]).to.deep.equal([0, join(folder, 'nowhere')]);
    expect([statSync(file).isFile(), existsSync(join(folder, 'nowhere'))]).to.deep.equal([true, false]);
  });

  it('takes no domain that is empty, or has a port, which compose.yml does not publish', async () => {
    for (const domain of ['', ' ', 'localhost:8443', ':']) {
      const { code, errors } = await init({}, '--domain', domain);
      expect(code, domain).to.equal(64);
      expect(errors.join('\n'), domain).to.include('It must be a domain without a port.');
    }
    const { code, errors } = await init({ DOMAIN: 'localhost:8443' });
    expect([code, errors]).to.deep.equal([78, ['DOMAIN must be a domain without a port.']]);
  });

  it('refuses a value that a reader of the file would take for another one, and does not show it', async () => {
    for (const value of ['ab#cd', 'ab$cd', '"ab"', "ab'cd", 'ab`cd', 'ab\ncd', 'ab\rcd', 'ab\nJWT_SECRET=cd'])
      for (const more of [[], ['--print']]) {
        const { code, errors, lines } = await init({ AI_API_KEY: value }, ...more);
        const [said = '', ...others] = errors;
        expect([code, lines, others], value).to.deep.equal([78, [], []]);
        expect(said)
          .to.match(/^AI_API_KEY /)
          .and.not.include(value);
      }
    expect(readdirSync(folder)).to.deep.equal([]);
    const kept = { AI_API_KEY: 'a=bc\\d', CLOUD_SECRET_ACCESS_KEY: 'x/y+z==' };
    await init(kept);
    expect(written()).to.include(kept);
  });

  it('makes no account of a PocketBase for a PostgreSQL, whose address is taken from the environment', async () => {
    const DATABASE_URL = 'postgres://portcullis:word@db.example.com/portcullis';
    await init({ ...vendorKeys, DATABASE_URL });
    expect(written()).to.include({ DATABASE_URL }).and.not.have.any.keys('DB_USER_EMAIL', 'DB_ENCRYPTION_KEY');
    expect(readWritten().config.database.url).to.equal(DATABASE_URL);
  });

  it('prints the file with its secrets only when it is asked to, and then writes none', async () => {
    const printed = await init(vendorKeys, '--print');
    expect(E.isRight(readConfig(parseEnv(printed.lines.join('\n'))))).to.equal(true);
    const [variables = ''] = (await init(vendorKeys, '--print', '--json')).lines;
    expect(E.isRight(readConfig(JSON.parse(variables)))).to.equal(true);
    expect(existsSync(file)).to.equal(false);
  });
});
