import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { environmentOf } from '../../../support/servers/service-program.ts';

const rule = 'an Ed25519 private key as PEM without a passphrase or as JWK, or the path of a file that has one';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const jwk = JSON.stringify(privateKey.export({ format: 'jwk' }));

/** The key of a configuration, or the names and rules of its faults. */
const keyOf = (value: string): KeyObject | null | readonly string[] => {
  const read = readConfig(environmentOf('http://127.0.0.1:8090', { LEDGER_SIGNING_KEY: value }));
  if (E.isRight(read)) return read.right.config.ledger.signingKey;
  return read.left.map(({ name, rule: broken }) => `${name} ${broken}`);
};

const isOurs = (key: ReturnType<typeof keyOf>): boolean =>
  key !== null && 'export' in key && key.export({ type: 'pkcs8', format: 'pem' }) === pem;

describe('LEDGER_SIGNING_KEY', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-key-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const fileWith = (content: string): string => {
    const path = join(folder, 'key');
    writeFileSync(path, content);
    return path;
  };

  it('is a PEM, a PEM in one line, a JWK, or the path of a file with one of them', () => {
    for (const value of [pem, pem.trim(), pem.replaceAll('\n', '\\n'), jwk])
      for (const given of [value, fileWith(value), fileWith(`\uFEFF${value.replaceAll('\n', '\r\n')}`)])
        expect(isOurs(keyOf(given)), given).to.equal(true);
  });

  it('is no other key, no public key and no other file, and never repeated', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const sealed = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' });
    const wrong = [
      rsa.export({ type: 'pkcs8', format: 'pem' }).toString(),
      sealed.toString(),
      publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      JSON.stringify(publicKey.export({ format: 'jwk' })),
      fileWith('a secret of another kind'),
      join(folder, 'nothing'),
      folder,
      'secret',
    ];
    for (const value of wrong) expect(keyOf(value), value).to.deep.equal([`LEDGER_SIGNING_KEY must be ${rule}`]);
  });

  it('may be left out, with a warning that the heads are not signed', () => {
    const read = readConfig(environmentOf('http://127.0.0.1:8090', {}));
    if (E.isLeft(read)) throw new Error('the configuration is complete');
    expect(read.right.config.ledger.signingKey).to.equal(null);
    expect(read.right.warnings.map(({ name }) => name)).to.include('LEDGER_SIGNING_KEY');
  });
});
