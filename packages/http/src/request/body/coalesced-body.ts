import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { clientGone, type HttpError } from '../http-error.ts';
import { fragmentedBody, isFragmented } from '../limited-body.ts';

/** A body that arrives in larger pieces than this is passed on as it arrives. */
const pieceBytes = 64 * 1024;

/**
 * Joins the pieces that arrive in one turn of the event loop, because every piece costs as much as a thousand bytes.
 */
const coalesce = (fail: (why: HttpError) => Error): Transform => {
  let pieces: Buffer[] = [];
  let waiting = 0;
  let count = 0;
  let size = 0;
  const joined = new Transform({
    transform(piece: Buffer, _encoding, done) {
      count += 1;
      size += piece.length;
      if (isFragmented(count, size)) return done(fail(fragmentedBody));
      pieces.push(piece);
      waiting += piece.length;
      if (waiting >= pieceBytes) flush();
      else if (pieces.length === 1) setImmediate(flush);
      done();
    },
    flush(done) {
      flush();
      done();
    },
  });
  const flush = (): void => {
    const [first, ...others] = pieces;
    if (first === undefined || joined.destroyed) return;
    const chunk = others.length === 0 ? first : Buffer.concat(pieces, waiting);
    pieces = [];
    waiting = 0;
    joined.push(chunk);
  };
  return joined;
};

/**
 * The body of a request, in few pieces. It ends with an error when the client goes away, and stops reading the request
 * when its reader ends it.
 */
export const coalescedBody = (request: IncomingMessage, fail: (why: HttpError) => Error): Transform => {
  const body = coalesce(fail);
  const onGone = () => body.destroy(fail(clientGone));
  request.on('close', onGone).on('error', onGone);
  request.once('end', () => request.off('close', onGone));
  body.on('close', () => request.unpipe(body));
  return request.pipe(body);
};
