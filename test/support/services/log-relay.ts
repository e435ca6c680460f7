import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { TE } from '@portcullis/domain';
import { createEntryRelay } from '@portcullis/events';
import type { FeedNumbers, HeadSigner, LedgerLog } from '@portcullis/events/ports';
import { fakeClock } from '../clock/fake-clock.ts';
import { mustSucceed } from '../run.ts';

/** Signs with a key that is made for the test; `fingerprint` is the SHA-256 of its public key. */
export const aHeadSigner = (
  key: KeyObject = generateKeyPairSync('ed25519').privateKey,
): HeadSigner & { readonly fingerprint: string } => {
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const publicKey = der.toString('base64');
  return {
    publicKey,
    sign: (text) => ({ publicKey, value: sign(null, Buffer.from(text), key).toString('base64') }),
    fingerprint: createHash('sha256').update(der).digest('hex'),
  };
};

/** The numbers of feeds in which nothing is an event. */
export const noFeed: FeedNumbers = {
  followed: () => TE.right(Number.MAX_SAFE_INTEGER),
  behind: () => TE.right([]),
  open: () => TE.right(0),
  number: () => TE.right(true),
  moveOn: () => TE.right(true),
};

let relays = 0;

/** Places every entry as the service does that stops then, and answers how many there were. */
export const placeEverything = async (
  ledgerLog: LedgerLog,
  signer: HeadSigner | null,
  feedNumbers = noFeed,
): Promise<number> => {
  relays += 1;
  const relay = createEntryRelay({
    ledgerLog,
    clock: fakeClock(),
    ids: sequentialIds(`relay ${relays}`),
    signer,
    feedNumbers,
  });
  let placed = 0;
  for (let round = await mustSucceed(relay.round()); round > 0; round = await mustSucceed(relay.round()))
    placed += round;
  return placed + (await mustSucceed(relay.stop()));
};
