import { createHash, randomBytes } from 'node:crypto';
import { E, type Either, type Unavailable, unavailable } from '@portcullis/domain';
import type { TimestampAuthority } from '@portcullis/domain/ports';
import type { OngoingCall, VendorClient } from '@portcullis/vendor-client';
import { timestampFault, timestampRequest } from './timestamp-message.ts';

const name = { service: 'timestamps', operation: 'stamp' } as const;

/** Eight random bytes as a positive number without leading zeros. */
const newNonce = (): Uint8Array => {
  const [first = 0, ...rest] = randomBytes(8);
  return Uint8Array.of((first % 127) + 1, ...rest);
};

/** Asks an authority that speaks RFC 3161 over HTTP (section 3.4). */
export const timestampAuthority = (url: string, vendorClient: VendorClient): TimestampAuthority => {
  const ask = async (text: string, { fetch, signal }: OngoingCall): Promise<Either<Unavailable, string>> => {
    const digest = createHash('sha256').update(text).digest();
    const nonce = newNonce();
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: Buffer.from(timestampRequest(digest, nonce)),
      signal,
    });
    const response = new Uint8Array(await answer.arrayBuffer());
    if (answer.status !== 200)
      return E.left(
        unavailable('timestamps', `status ${answer.status}`, answer.status < 500 ? 'rejected' : 'unavailable'),
      );
    const fault = timestampFault(response, digest, nonce);
    if (fault === null) return E.right(Buffer.from(response).toString('base64'));
    return E.left(unavailable('timestamps', fault, fault === 'refused' ? 'rejected' : 'invalid_response'));
  };
  return { stamp: (text) => vendorClient.call(name, (call) => () => ask(text, call)) };
};
