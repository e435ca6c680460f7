import { generateKeyPairSync, sign } from 'node:crypto';
import { rawToken, signParts } from '../../../support/builders/raw-token.ts';

const json = (part: string): object => Object(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')));
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const algorithms = [
  'none',
  'None',
  'NONE',
  '',
  'hs256',
  'HS256 ',
  'HS384',
  'HS512',
  'RS256',
  'ES256',
  'PS256',
  'EdDSA',
];
const keyHeaders = ['jku', 'x5u', 'x5c', 'jwk', 'crit', 'b64', 'zip'];
/** Values that some parser takes for a number, for a text or for nothing. */
const values = [
  '1e400',
  '-1',
  '" 4102444800"',
  'null',
  'true',
  '[]',
  '[4102444800]',
  '{}',
  '""',
  '-1e400',
  '"\\u0000"',
];
const texts = ['partner_id', 'profile_id', 'token_use'];

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/**
 * Answers tokens made from a valid one that must be rejected: with another key, algorithm or type, nested, or with a
 * duplicate or malformed claim. `secret` is the right one: those who share it can sign anything.
 */
export const forgeriesOf = (token: string, secret: string): readonly string[] => {
  const [head = '', body = '', signature = ''] = token.split('.');
  const header = json(head);
  const claims = json(body);
  const payload = JSON.stringify(claims);
  const withClaim = (name: string, value: string): string => payload.replace(/\}$/, `,"${name}":${value}}`);
  const without = (name: string): object => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
  const claimed = (name: string, value: string): string => {
    const rest = JSON.stringify(without(name));
    return rest.replace(/\}$/, `,"${name}":${value}}`);
  };
  const right = (text: string, head: object = header): string =>
    rawToken({ header: JSON.stringify(head), payload: text, secret });
  const owned = texts.filter((name) => Object.hasOwn(claims, name));

  return [
    // The signature is missing, or made with another key.
    ...['', secret.slice(1), `${secret} `, secret.toUpperCase(), encoded(secret), 'x'.repeat(64)].map((other) =>
      rawToken({ header: JSON.stringify(header), payload, secret: other }),
    ),
    ...['sha384', 'sha512'].map((hash) => signParts(head, body, secret, hash)),
    `${head}.${body}.${sign('sha256', Buffer.from(`${head}.${body}`), privateKey).toString('base64url')}`,
    `${head}.${body}.`,
    `${head}.${body}`,
    `${head}.${body}.${head}`,
    // Another algorithm or type, or a key in the header, with the right signature.
    ...algorithms.map((alg) => right(payload, { ...header, alg })),
    ...[['HS256'], { alg: 'HS256' }, 256, null].map((alg) => right(payload, { ...header, alg })),
    ...algorithms.map((alg) => `${encoded({ ...header, alg })}.${body}.`),
    ...algorithms.map((alg) => `${encoded({ ...header, alg })}.${body}.${signature}`),
    ...keyHeaders.flatMap((name) => values.map((value) => right(payload, { ...header, [name]: JSON.parse(value) }))),
    ...['logout+jwt', 'JWS', 'jwt', 'AT+JWT', 'FLOW+JWT', '', null, 7].map((typ) => right(payload, { ...header, typ })),
    // A token of one kind is used as the other.
    right(payload, { ...header, typ: Object(header).typ === 'flow+jwt' ? 'at+jwt' : 'flow+jwt' }),
    right(payload, { alg: 'HS256', typ: Object(header).typ === 'flow+jwt' ? 'JWT' : 'flow+jwt' }),
    // A token is nested in a token, wrapped by one, or serialized in another form.
    right(JSON.stringify(token), { ...header, cty: 'JWT' }),
    right(token, { ...header, cty: 'JWT' }),
    right(JSON.stringify({ payload, signatures: [{ protected: head, signature }] })),
    JSON.stringify({ protected: head, payload: body, signature }),
    encoded(token),
    `${token}.${token}`,
    `${head}.${body}.${body}.${body}.${signature}`,
    ...[`[${payload}]`, `${payload}${payload}`, `\ufeff${payload}`, 'null', payload.slice(0, -1)].map((text) =>
      right(text),
    ),
    // A claim is duplicated, or has another form.
    ...Object.entries(claims).map(([name, value]) => right(withClaim(name, JSON.stringify(value)))),
    ...Object.keys(claims).map((name) =>
      right(
        withClaim(
          name.replace(/^./, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
          '1',
        ),
      ),
    ),
    ...['exp', ...owned].flatMap((name) => values.map((value) => right(claimed(name, value)))),
    ...['exp', ...owned].map((name) => right(JSON.stringify(without(name)))),
    ...['nbf', 'iat'].flatMap((name) =>
      ['1e400', '"1"', 'null', '[]', '-1'].map((value) => right(claimed(name, value))),
    ),
    right(claimed('nbf', '4102444800')),
    right(claimed('exp', '1')),
  ];
};
