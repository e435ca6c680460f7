import { generateKeyPairSync, sign } from 'node:crypto';

/** Encodes one DER value (X.690): tag, length, content. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
};

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value, 'latin1'));

const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'));
const commonName = (value: string): Buffer => sequence(der(0x31, sequence(identifier('550403'), text(0x0c, value))));
/** The subject alternative name 127.0.0.1. */
const forThisMachine = sequence(identifier('551d11'), der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1])))));

const pem = (kind: string, bytes: Buffer): string =>
  `-----BEGIN ${kind}-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${kind}-----\n`;

/** Makes a certificate for 127.0.0.1 that is signed by its own new key (RFC 5280), so that nobody trusts it. */
export const selfSigned = (): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = commonName('a test of Portcullis');
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(text(0x17, '200101000000Z'), text(0x17, '491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(forThisMachine)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toBeSigned, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', sequence(toBeSigned, ecdsaWithSha256, signature)),
  };
};
