import { generateKeyPairSync } from 'node:crypto';
import { clientRegistry, readClientKeys } from '@portcullis/adapter-jose';
import { expect } from 'chai';
import { exportJWK, importJWK, type JWTHeaderParameters, SignJWT } from 'jose';
import { publishedKeys } from '../../support/clients/published-keys.ts';
import { fakeClock } from '../../support/clock/fake-clock.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';

const clientId = 'acme-backend';
const audience = 'https://id.example';
const start = Date.parse('2026-05-01T00:00:00.000Z') / 1000;
const claims = {
  iss: clientId,
  sub: clientId,
  aud: audience,
  iat: start,
  exp: start + 60,
  jti: 'once-1',
};
const { alg, private: privateJwk, public: publicJwk } = publishedKeys['RFC 7515 A.3'];
const refused = { _tag: 'InvalidClient' };

const signed = async (payload: object, header: Partial<JWTHeaderParameters> = {}, jwk: object = privateJwk) =>
  new SignJWT({ ...payload })
    .setProtectedHeader({ alg, ...header })
    .sign(await importJWK({ ...jwk }, header.alg ?? alg));

const registryWith = (...jwks: readonly object[]) => {
  const clock = fakeClock();
  const keys = readClientKeys({ keys: jwks }) ?? [];
  const client = { clientId, tenant: { partnerId: 'acme', teamId: null }, scopes: [], keys };
  const other = { clientId: 'other', tenant: { partnerId: 'other', teamId: null }, scopes: [], clientSecret: 'x' };
  return { clock, registry: clientRegistry([client, other], { audiences: [audience, 'https://old.example'], clock }) };
};

const authenticate = (clientAssertion: string, as = clientId, jwks: readonly object[] = [publicJwk]) =>
  registryWith(...jwks).registry.authenticate({ clientId: as, clientAssertion });

describe('an assertion of a client', () => {
  for (const [name, { alg: its, private: own, public: theirs }] of Object.entries(publishedKeys)) {
    it(`authenticates it by its key of ${name}, and says until when it is spent`, async () => {
      const answer = await mustSucceed(authenticate(await signed(claims, { alg: its }, own), clientId, [theirs]));
      expect(answer.client).to.deep.equal({ clientId, tenant: { partnerId: 'acme', teamId: null }, scopes: [] });
      expect(answer.assertion).to.have.property('expiresAt', '2026-05-01T00:01:00.000Z');
    });
  }

  it('authenticates it by RSA with either padding', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    for (const rsa of ['RS256', 'PS512'])
      await mustSucceed(
        authenticate(await signed(claims, { alg: rsa }, await exportJWK(privateKey)), clientId, [
          await exportJWK(publicKey),
        ]),
      );
  });

  it('may have a type, an audience among others, and the key that it names', async () => {
    const keys = [
      { ...publicJwk, kid: 'a' },
      { ...publishedKeys['RFC 8037 A.1'].public, kid: 'b' },
    ];
    await mustSucceed(authenticate(await signed(claims, { kid: 'a', typ: 'JWT' }), clientId, keys));
    const header = { typ: 'client-authentication+jwt' };
    await mustSucceed(
      authenticate(await signed({ ...claims, aud: ['x', 'https://old.example'] }, header), clientId, keys),
    );
    expect(await mustFail(authenticate(await signed(claims, { kid: 'b' }), clientId, keys))).to.deep.equal(refused);
  });

  it('is known by its client and its jti', async () => {
    const idOf = async (change: object) =>
      (await mustSucceed(authenticate(await signed({ ...claims, ...change })))).assertion?.id;
    const id = await idOf({});
    expect(await idOf({ exp: start + 90 })).to.equal(id);
    expect(await idOf({ jti: 'once-2' })).not.to.equal(id);
  });

  const bad: Record<string, () => Promise<string>> = {
    'another issuer': () => signed({ ...claims, iss: 'other' }),
    'another subject': () => signed({ ...claims, sub: 'other' }),
    'no subject': () => signed({ ...claims, sub: undefined }),
    'another audience': () => signed({ ...claims, aud: 'https://evil.example' }),
    'no audience': () => signed({ ...claims, aud: undefined }),
    'no exp': () => signed({ ...claims, exp: undefined }),
    'an exp in the past': () => signed({ ...claims, exp: start - 16 }),
    'an exp of more than ten minutes': () => signed({ ...claims, exp: start + 616 }),
    'an nbf in the future': () => signed({ ...claims, nbf: start + 60 }),
    'no jti': () => signed({ ...claims, jti: undefined }),
    'an empty jti': () => signed({ ...claims, jti: '' }),
    'a jti of 257 characters': () => signed({ ...claims, jti: 'x'.repeat(257) }),
    'the type of an access token': () => signed(claims, { typ: 'at+jwt' }),
    'a critical header': () =>
      signed(claims, { 'x-y': 1 }).then((token) => token.replace(/^[^.]+/, header({ alg, crit: ['x-y'] }))),
    'no signature': async () => `${header({ alg: 'none' })}.${(await signed(claims)).split('.')[1]}.`,
    'a signature by the public key as a secret': async () => {
      const body = (await signed(claims)).split('.')[1] ?? '';
      const secret = Buffer.from(JSON.stringify(publicJwk));
      const made = await new SignJWT(JSON.parse(Buffer.from(body, 'base64url').toString()))
        .setProtectedHeader({ alg: 'HS256' })
        .sign(secret);
      return made;
    },
    'a key that it brings along': () => signed(claims, { jwk: publicJwk }),
    'another key': () => signed(claims, {}, { ...privateJwk, ...otherKey }),
    'a changed claim': async () => {
      const [head, , signature] = (await signed(claims)).split('.');
      return `${head}.${header({ ...claims, exp: start + 300 })}.${signature}`;
    },
    'an iat of more than a minute ahead': () => signed({ ...claims, iat: start + 61 }),
    nothing: async () => '',
    'more than 8 KiB': () => signed({ ...claims, note: 'x'.repeat(8192) }),
  };
  const header = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  it('is accepted with an iat of a minute ahead, and without one', async () => {
    const { iat: _, ...timeless } = claims;
    for (const own of [{ ...claims, iat: start + 60 }, timeless]) await mustSucceed(authenticate(await signed(own)));
  });

  for (const [what, make] of Object.entries(bad)) {
    it(`is refused with ${what}`, async () => {
      expect(await mustFail(authenticate(await make()))).to.deep.equal(refused);
    });
  }

  it('authenticates no other client, and none that has no key', async () => {
    const assertion = await signed(claims);
    for (const as of ['other', 'nobody', ''])
      expect(await mustFail(authenticate(assertion, as)), as).to.deep.equal(refused);
    const theirs = await signed({ ...claims, iss: 'other', sub: 'other' });
    expect(await mustFail(authenticate(theirs, 'other'))).to.deep.equal(refused);
  });
});

describe('the keys of a client', () => {
  const rsa1024 = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });
  const wrong: Record<string, unknown> = {
    'no set': publicJwk,
    'an empty set': { keys: [] },
    'eleven keys': { keys: Array.from({ length: 11 }, (_, kid) => ({ ...publicJwk, kid: String(kid) })) },
    'another member': { keys: [publicJwk], extra: 1 },
    'a private key': { keys: [privateJwk] },
    'a secret': { keys: [{ kty: 'oct', k: 'AAAA' }] },
    'a public key with a secret member': { keys: [{ ...publicJwk, k: 'AAAA' }] },
    'RSA of 1024 bits': { keys: [rsa1024] },
    'a point that is not on the curve': { keys: [{ ...publicJwk, y: publicJwk.x }] },
    'a curve that is not for signatures here': { keys: [{ ...publicJwk, crv: 'secp256k1' }] },
    'a key for encryption': { keys: [{ ...publicJwk, use: 'enc' }] },
    'a key for other operations': { keys: [{ ...publicJwk, key_ops: ['sign'] }] },
    'an algorithm that is not of the key': { keys: [{ ...publicJwk, alg: 'HS256' }] },
    'two keys of one kid': { keys: [publicJwk, publicJwk] },
    'a kid that is a number': { keys: [{ ...publicJwk, kid: 1 }] },
    text: 'keys',
    nothing: null,
  };
  for (const [what, jwks] of Object.entries(wrong)) {
    it(`are not read from ${what}`, () => {
      expect(readClientKeys(jwks)).to.equal(null);
    });
  }

  it('sign with their own algorithm alone, where they name one', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = publicKey.export({ format: 'jwk' });
    expect(
      readClientKeys({ keys: [{ ...jwk, alg: 'PS256', use: 'sig', key_ops: ['verify'] }] })?.[0]?.algorithms,
    ).to.deep.equal(['PS256']);
    expect(readClientKeys({ keys: [jwk] })?.[0]?.algorithms).to.have.length(6);
  });
});
