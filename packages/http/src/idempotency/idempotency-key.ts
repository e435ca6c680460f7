import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { E, type Either, type Principal, type Upload } from '@portcullis/domain';
import { canonicalDigest } from '@portcullis/domain/kernel';
import type { FrameUpload } from '../request/body/read-multipart.ts';
import { type HttpError, invalidRequest } from '../request/http-error.ts';

const printableAscii = /^[\x20-\x7e]{1,255}$/;

/** Whether repeating a request with this method would have a second effect. */
export const acceptsIdempotencyKey = (method: string): boolean => method === 'POST' || method === 'PATCH';

/**
 * Reads the `Idempotency-Key` of a request that changes something: 1 to 255 printable ASCII characters, given once.
 * Returns `null` when there is none, and for a method for which a key has no meaning.
 */
export const readIdempotencyKey = (
  method: string,
  request: Pick<IncomingMessage, 'headers' | 'headersDistinct'>,
): Either<HttpError, string | null> => {
  // Node makes the lists of all headers when `headersDistinct` is first read.
  if (!acceptsIdempotencyKey(method) || request.headers['idempotency-key'] === undefined) return E.right(null);
  const [key = '', ...more] = request.headersDistinct['idempotency-key'] ?? [];
  return printableAscii.test(key) && more.length === 0
    ? E.right(key)
    : E.left(
        invalidRequest('headers', [
          { pointer: '/Idempotency-Key', message: 'expected 1 to 255 printable characters, once' },
        ]),
      );
};

/**
 * The owner of a key is a tenant, the one profile of a flow token, or one member of staff. Keys of different owners
 * never collide.
 */
export const idempotencyOwner = (caller: Principal): readonly (string | null)[] => {
  const { partnerId, teamId } = caller.tenant;
  if (caller.kind === 'machine') return ['machine', partnerId, teamId];
  return [caller.kind, partnerId, teamId, caller.kind === 'flow' ? caller.profileId : caller.staffId];
};

/** The content of a decoded request. */
export type RequestContent = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly kind: Principal['kind'];
  readonly expectedVersion: number | null;
  readonly body: unknown;
  readonly files: readonly Upload[];
  readonly frames: readonly FrameUpload[];
};

/**
 * A SHA-256 digest of the decoded content and not of its bytes: when it is sent again, a form has another boundary, and
 * an object may have its keys in another order.
 */
export const requestDigest = ({ files, frames, ...content }: RequestContent): string => {
  const parts = [...files.map(({ bytes, kind }) => ({ part: kind, bytes })), ...frames];
  return canonicalDigest({
    ...content,
    files: parts.map(({ bytes, part }) => `${part} ${createHash('sha256').update(bytes).digest('hex')}`).toSorted(),
  });
};
