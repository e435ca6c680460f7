import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { OutgoingFault } from '../fault.ts';

/** What we say that we take, and so all that an answer may be. `createUnzip` sees which of its two it has. */
const decoders = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
} as const;
export const acceptedEncodings = 'gzip, deflate, br';

const isDecoder = (coding: string): coding is keyof typeof decoders => Object.hasOwn(decoders, coding);

/** The body as it was before it was compressed for the way. */
export const decodedOf = (answer: IncomingMessage): Readable => {
  const coding = answer.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return answer;
  if (!isDecoder(coding)) throw new OutgoingFault('answer_malformed');
  // What fails on the way fails the reading below; this callback only says that it is seen to.
  return pipeline(answer, decoders[coding](), () => undefined);
};

/** The whole of a body, or a fault as soon as there is more than `maxBytes` of it: no more is ever held. */
export const boundedBytes = async (body: Readable, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new OutgoingFault('answer_malformed');
    size += chunk.byteLength;
    if (size > maxBytes) throw new OutgoingFault('answer_too_large');
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
};
