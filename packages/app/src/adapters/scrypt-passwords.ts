import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { PasswordHasher } from '@portcullis/backoffice/ports';
import { E } from '@portcullis/domain';
import { fairSemaphore, limitReached, semaphore } from '@portcullis/domain/kernel';

/** The cost in OWASP's Password Storage Cheat Sheet for scrypt: 128 MiB and some 0.3 s of a processor. */
const n = 2 ** 17;
const r = 8;
const p = 1;
const digestBytes = 32;
const saltBytes = 16;

/** How many run at a time: each takes 128 MiB, and one of the four threads that Node has for this and for files. */
const atOnce = 2;
/**
 * How many more may wait, for about 3 s. A further one is refused, because it is better tried again later, unless it is
 * of somebody who is known and has fewer there than the strangers: then it is the newest of these that is refused.
 */
const maxQueued = 20;
/** How many may be of strangers in one network, so that one from elsewhere finds a place beside a flood. */
const maxOfNetwork = (atOnce + maxQueued) / 2;

const tooMany = limitReached('password_queue', 'Too many passwords are being compared.', 5);
const never = () => () => undefined;

const derive = (password: string, salt: Buffer, options: ScryptOptions, length: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });

const maxmem = 256 * 2 ** 20;

/** `scrypt$<N>$<r>$<p>$<salt>$<digest>`, both in base64url. */
const pattern = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{11,43})\$([\w-]{43})$/;

const textOf = (salt: Buffer, digest: Buffer): string =>
  ['scrypt', n, r, p, salt.toString('base64url'), digest.toString('base64url')].join('$');

const matchesHash = async (password: string, hash: string): Promise<boolean> => {
  const [, cost = '', blocks = '', parallelism = '', salt = '', digest = ''] = pattern.exec(hash) ?? [];
  if (digest === '') return false;
  const options = { N: Number(cost), r: Number(blocks), p: Number(parallelism), maxmem };
  const expected = Buffer.from(digest, 'base64url');
  const found = await derive(password, Buffer.from(salt, 'base64url'), options, expected.length);
  return timingSafeEqual(found, expected);
};

/** Runs a task of a network unless as many of it run or wait as may; `null` is no network. */
const limitedByNetwork = () => {
  const places = new Map<string, number>();
  return async <A>(network: string | null, task: () => Promise<A>): Promise<A | 'full'> => {
    if (network === null) return task();
    const taken = places.get(network) ?? 0;
    if (taken >= maxOfNetwork) return 'full';
    places.set(network, taken + 1);
    try {
      return await task();
    } finally {
      const left = (places.get(network) ?? 1) - 1;
      if (left === 0) places.delete(network);
      else places.set(network, left);
    }
  };
};

/** Digests of passwords by scrypt (RFC 7914), off the thread that answers requests. */
export const scryptPasswords = (): PasswordHasher => {
  const turns = fairSemaphore(atOnce, maxQueued);
  const inNetwork = limitedByNetwork();
  let tasks = 0;
  // Commands alone make digests, in a process of their own.
  const making = semaphore(1);
  return {
    ofNobody: textOf(Buffer.alloc(saltBytes), Buffer.alloc(digestBytes)),
    hash: (password) =>
      making(async () => {
        const salt = randomBytes(saltBytes);
        return textOf(salt, await derive(password, salt, { N: n, r, p, maxmem }, digestBytes));
      }),
    matches:
      (password, hash, { knownAs = null, network = null } = {}) =>
      async () => {
        tasks += 1;
        const owner = { group: knownAs === null ? 'strangers' : `known ${knownAs}`, member: `${tasks}` };
        const compared = await inNetwork(knownAs === null ? network : null, () =>
          turns.run(owner, () => matchesHash(password, hash), never),
        );
        return compared === 'full' || E.isLeft(compared) ? E.left(tooMany) : compared;
      },
  };
};
