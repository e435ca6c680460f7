import { Transform } from 'node:stream';
import { tooLarge } from '@portcullis/domain';
import { type HttpError, type InvalidRequest, invalidRequest } from '../http-error.ts';

const maxPartHeaders = 2 * 1024;
const endOfHeaders = Buffer.from('\r\n\r\n');
const headerLines = /^(?:[A-Za-z-]{1,60}:[^\r\n]*\r\n){1,8}\r\n$/;

/** The error for a body that is not valid multipart. The message names the rule of RFC 2046 section 5.1. */
export const malformed = (message: string): InvalidRequest => invalidRequest('body', [{ pointer: '', message }]);

type Phase = 'delimiter' | 'headers' | 'data' | 'closed';
/** `more` means that the bytes so far do not decide. */
type Step = 'next' | 'more' | { readonly fault: string };

/** Follows the structure of a multipart body chunk by chunk. */
const follower = (boundary: string) => {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let phase: Phase = 'data';
  // The first delimiter is at the very start of the body, as if a line had ended before it.
  let held: Buffer = Buffer.from('\r\n');
  let first = true;

  const markAfterDelimiter = (): Step => {
    if (held.length < 2) return 'more';
    const mark = held.toString('latin1', 0, 2);
    if (mark !== '--' && mark !== '\r\n') return { fault: 'the boundary occurs within the content' };
    phase = mark === '--' ? 'closed' : 'headers';
    held = held.subarray(2);
    return 'next';
  };

  const headersOfPart = (): Step => {
    const at = held.indexOf(endOfHeaders);
    if (at > maxPartHeaders || (at < 0 && held.length > maxPartHeaders)) {
      return { fault: 'the headers of a part are too long' };
    }
    if (at < 0) return 'more';
    if (!headerLines.test(held.toString('latin1', 0, at + 4))) {
      return { fault: 'the headers of a part are not well formed' };
    }
    phase = 'data';
    held = held.subarray(at + 4);
    return 'next';
  };

  const dataOfPart = (): Step => {
    const at = held.indexOf(delimiter);
    if (first && at !== 0 && held.length >= delimiter.length) {
      return { fault: 'the body does not begin with its boundary' };
    }
    if (at < 0) {
      if (!first) held = held.subarray(Math.max(0, held.length - delimiter.length + 1));
      return 'more';
    }
    first = false;
    phase = 'delimiter';
    held = held.subarray(at + delimiter.length);
    return 'next';
  };

  const steps = { delimiter: markAfterDelimiter, headers: headersOfPart, data: dataOfPart };

  return {
    isClosed: () => phase === 'closed',
    /** Takes the next bytes and returns the fault in them, or `null`. */
    follow: (chunk: Buffer): string | null => {
      held = Buffer.concat([held, chunk]);
      while (phase !== 'closed') {
        const step: Step = steps[phase]();
        if (step === 'more') return null;
        if (step !== 'next') return step.fault;
      }
      return null;
    },
  };
};

type Gate = {
  readonly boundary: string;
  readonly maxBytes: number;
  /** Receives the reason why the stream ends, and returns the error that it ends with. */
  readonly refuse: (why: HttpError) => Error;
};

/**
 * Runs before the multipart parser, which buffers the headers of a part without a limit and accepts a body that ends in
 * the middle. Passes on only what is well formed and within `maxBytes`, and nothing after the closing boundary.
 */
export const multipartGate = ({ boundary, maxBytes, refuse }: Gate): Transform => {
  const structure = follower(boundary);
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) return done(refuse(tooLarge('', `at most ${maxBytes} bytes are accepted`)));
      if (structure.isClosed()) return done();
      const fault = structure.follow(chunk);
      if (fault !== null) return done(refuse(malformed(fault)));
      done(null, chunk);
    },
    flush(done) {
      done(structure.isClosed() ? null : refuse(malformed('the body ends before its closing boundary')));
    },
  });
};
