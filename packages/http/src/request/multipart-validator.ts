import { Transform } from 'node:stream';
import { tooLarge } from '@portcullis/domain/kernel';
import { type HttpError, type InvalidRequest, invalidRequest } from './http-error.ts';

const maxPartHeaders = 2 * 1024;
const endOfHeaders = Buffer.from('\r\n\r\n');
const headerLines = /^(?:[A-Za-z-]{1,60}:[^\r\n]*\r\n){1,8}\r\n$/;

/** The error for a body that is not valid multipart. The message names the rule of RFC 2046 section 5.1. */
export const malformedMultipart = (message: string): InvalidRequest =>
  invalidRequest('body', [{ pointer: '', message }]);

type Phase = 'delimiter' | 'headers' | 'data' | 'closed';
/** `more` means that the bytes so far do not decide. */
type ParseResult = 'next' | 'more' | { readonly fault: string };

/** Follows the structure of a multipart body chunk by chunk. */
const structureParser = (boundary: string) => {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let phase: Phase = 'data';
  // The first delimiter is at the very start of the body, as if a line had ended before it.
  let buffered: Buffer = Buffer.from('\r\n');
  let first = true;

  const afterDelimiter = (): ParseResult => {
    if (buffered.length < 2) return 'more';
    const mark = buffered.toString('latin1', 0, 2);
    if (mark !== '--' && mark !== '\r\n') return { fault: 'the boundary occurs within the content' };
    phase = mark === '--' ? 'closed' : 'headers';
    buffered = buffered.subarray(2);
    return 'next';
  };

  const partHeaders = (): ParseResult => {
    const at = buffered.indexOf(endOfHeaders);
    if (at > maxPartHeaders || (at < 0 && buffered.length > maxPartHeaders)) {
      return { fault: 'the headers of a part are too long' };
    }
    if (at < 0) return 'more';
    if (!headerLines.test(buffered.toString('latin1', 0, at + 4))) {
      return { fault: 'the headers of a part are not well formed' };
    }
    phase = 'data';
    buffered = buffered.subarray(at + 4);
    return 'next';
  };

  const partData = (): ParseResult => {
    const at = buffered.indexOf(delimiter);
    if (first && at !== 0 && buffered.length >= delimiter.length) {
      return { fault: 'the body does not begin with its boundary' };
    }
    if (at < 0) {
      if (!first) buffered = buffered.subarray(Math.max(0, buffered.length - delimiter.length + 1));
      return 'more';
    }
    first = false;
    phase = 'delimiter';
    buffered = buffered.subarray(at + delimiter.length);
    return 'next';
  };

  const phases = { delimiter: afterDelimiter, headers: partHeaders, data: partData };

  return {
    isClosed: () => phase === 'closed',
    /** Takes the next bytes and returns the fault in them, or `null`. */
    feed: (chunk: Buffer): string | null => {
      buffered = Buffer.concat([buffered, chunk]);
      while (phase !== 'closed') {
        const result: ParseResult = phases[phase]();
        if (result === 'more') return null;
        if (result !== 'next') return result.fault;
      }
      return null;
    },
  };
};

type ValidatorOptions = {
  readonly boundary: string;
  readonly maxBytes: number;
  /** Receives the reason why the stream ends, and returns the error that it ends with. */
  readonly fail: (why: HttpError) => Error;
};

/**
 * Runs before the multipart parser, which buffers the headers of a part without a limit and accepts a body that ends in
 * the middle. Passes on only what is well formed and within `maxBytes`, and nothing after the closing boundary.
 */
export const multipartValidator = ({ boundary, maxBytes, fail }: ValidatorOptions): Transform => {
  const structure = structureParser(boundary);
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) return done(fail(tooLarge('', `at most ${maxBytes} bytes are accepted`)));
      if (structure.isClosed()) return done();
      const fault = structure.feed(chunk);
      if (fault !== null) return done(fail(malformedMultipart(fault)));
      done(null, chunk);
    },
    flush(done) {
      done(structure.isClosed() ? null : fail(malformedMultipart('the body ends before its closing boundary')));
    },
  });
};
