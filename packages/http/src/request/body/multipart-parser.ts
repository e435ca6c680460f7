import { E } from '@portcullis/domain';
import { tooLarge } from '@portcullis/domain/kernel';
import type { HttpError } from '../http-error.ts';
import { malformedMultipart, type PartHead, readPartHead } from './part-head.ts';

/** Takes the parts of a body in their order. Its answer refuses the body unless it is `null`. */
export type PartHandler = {
  readonly begin: (head: PartHead) => HttpError | null;
  /** Some bytes of the part that began last. They are never empty, and the handler must copy them. */
  readonly data: (bytes: Uint8Array) => HttpError | null;
  readonly end: () => void;
};

export type MultipartParser = {
  /** Takes the next bytes of the body. */
  readonly write: (chunk: Buffer) => HttpError | null;
  /** Says that there are no more bytes. */
  readonly end: () => HttpError | null;
};

const maxHeadBytes = 2 * 1024;
/** Programs write a line for people before the first part, if anything. */
const maxPreambleBytes = 8 * 1024;
const lineEndBytes = 2;
const maxPadding = 64;
const endOfHead = Buffer.from('\r\n\r\n');

type Phase = 'preamble' | 'delimiter' | 'head' | 'data' | 'closed';
/** `more` means that the bytes so far do not decide; an error refuses the body. */
type Step = 'next' | 'more' | HttpError;

/**
 * Parses a multipart body (RFC 2046 section 5.1.1) chunk by chunk. The bytes of a part are searched for the delimiter
 * by `Buffer.indexOf` and handed on in as few pieces as there are chunks, so that no content costs much more than
 * another. Nothing is read after the closing delimiter.
 */
export const multipartParser = (boundary: string, maxBytes: number, parts: PartHandler): MultipartParser => {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let phase: Phase = 'preamble';
  // The first delimiter may be at the very start of the body, as if a line had ended before it.
  let buffered: Buffer = Buffer.from('\r\n');
  let size = 0;
  let count = 0;

  const moveTo = (next: Phase, at: number): Step => {
    phase = next;
    buffered = buffered.subarray(at);
    return 'next';
  };

  /**
   * Text before the first delimiter is no part of the form. A boundary that no line begins with is refused: for another
   * reader the first part would begin there, and here it would be lost.
   */
  const preamble = (): Step => {
    const at = buffered.indexOf(delimiter.subarray(lineEndBytes)) - lineEndBytes;
    if (at >= 0 && at <= maxPreambleBytes)
      return buffered.subarray(at, at + delimiter.length).equals(delimiter)
        ? moveTo('delimiter', at + delimiter.length)
        : malformedMultipart('the boundary occurs within a line');
    return buffered.length < maxPreambleBytes
      ? 'more'
      : malformedMultipart('the body does not begin with its boundary, nor soon after its beginning');
  };

  const afterDelimiter = (): Step => {
    // Blanks may have been added on the way.
    let padding = 0;
    while (padding < maxPadding && (buffered[padding] === 0x20 || buffered[padding] === 0x09)) padding += 1;
    if (buffered.length < padding + 2) return 'more';
    const mark = buffered.toString('latin1', padding, padding + 2);
    if (mark === '\r\n') return moveTo('head', padding + 2);
    if (padding > 0 || mark !== '--') return malformedMultipart('the boundary occurs within the content');
    return count === 0 ? malformedMultipart('the form has no part') : moveTo('closed', 2);
  };

  const partHead = (): Step => {
    const at = buffered.subarray(0, maxHeadBytes + endOfHead.length).indexOf(endOfHead);
    if (at < 0) {
      return buffered.length > maxHeadBytes ? malformedMultipart('the headers of a part are too long') : 'more';
    }
    const head = readPartHead(buffered.subarray(0, at + endOfHead.length));
    if (E.isLeft(head)) return head.left;
    count += 1;
    return parts.begin(head.right) ?? moveTo('data', at + endOfHead.length);
  };

  const partData = (): Step => {
    const at = buffered.indexOf(delimiter);
    // A delimiter may have begun in the last bytes.
    const length = at < 0 ? Math.max(0, buffered.length - delimiter.length + 1) : at;
    const refused = length > 0 ? parts.data(buffered.subarray(0, length)) : null;
    if (refused !== null) return refused;
    if (at < 0) {
      buffered = buffered.subarray(length);
      return 'more';
    }
    parts.end();
    return moveTo('delimiter', at + delimiter.length);
  };

  /** Text after the closing delimiter is no part of the form (RFC 2046 section 5.1.1). */
  const epilogue = (): Step => {
    buffered = buffered.subarray(buffered.length);
    return 'more';
  };

  const phases = { preamble, delimiter: afterDelimiter, head: partHead, data: partData, closed: epilogue };

  return {
    write: (chunk) => {
      size += chunk.length;
      if (size > maxBytes) return tooLarge('', `at most ${maxBytes} bytes are accepted`);
      buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
      let step: Step = 'next';
      while (step === 'next') step = phases[phase]();
      return step === 'more' ? null : step;
    },
    end: () => {
      if (phase === 'closed') return null;
      return malformedMultipart(
        phase === 'preamble' ? 'the body does not have its boundary' : 'the body ends before its closing boundary',
      );
    },
  };
};
