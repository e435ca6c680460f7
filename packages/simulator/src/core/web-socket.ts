import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';

/** The server's end of a WebSocket (RFC 6455) that sends and takes binary messages. */
export type WebSocketEnd = {
  readonly send: (message: Uint8Array) => void;
  readonly close: (code: number) => void;
};

export type WebSocketEvents = {
  readonly onMessage: (message: Buffer) => void;
  /** The code of the client's close frame; `null` where the connection ended without one. */
  readonly onClose: (code: number | null) => void;
};

const guid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const maxMessageBytes = 10 * 1024 * 1024;
const continuation = 0;
const binary = 2;
const closing = 8;
const ping = 9;
const pong = 10;

const encodeFrame = (opcode: number, payload: Uint8Array): Buffer => {
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = 0x80 | opcode;
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
};

type Frame = { readonly isLast: boolean; readonly opcode: number; readonly payload: Buffer; readonly size: number };

/** The first frame of what has come so far, if it is whole. A client masks its frames. */
const decodeFrame = (bytes: Buffer): Frame | null => {
  if (bytes.length < 2) return null;
  const short = bytes.readUInt8(1) & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + lengthBytes + 4;
  if (bytes.length < start) return null;
  const length =
    lengthBytes === 0 ? short : lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (bytes.length < start + length) return null;
  const mask = bytes.subarray(start - 4, start);
  const payload = Buffer.from(bytes.subarray(start, start + length));
  for (let i = 0; i < length; i += 1) payload[i] = (payload[i] ?? 0) ^ (mask[i % 4] ?? 0);
  const first = bytes.readUInt8(0);
  return { isLast: (first & 0x80) !== 0, opcode: first & 0x0f, payload, size: start + length };
};

const closeFrame = (code: number): Buffer => encodeFrame(closing, Buffer.of(code >> 8, code & 255));

/** Opens a WebSocket on a connection that asked for it with this key. */
export const acceptWebSocket = (socket: Duplex, key: string, { onClose, onMessage }: WebSocketEvents): WebSocketEnd => {
  const accepted = createHash('sha1').update(`${key}${guid}`).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`,
  );
  let received = Buffer.alloc(0);
  let parts: Buffer[] = [];
  let isClosed = false;
  const end = (code: number | null): void => {
    if (isClosed) return;
    isClosed = true;
    onClose(code);
  };
  const take = ({ isLast, opcode, payload }: Frame): void => {
    if (opcode === closing) {
      end(payload.length < 2 ? 1005 : payload.readUInt16BE(0));
      socket.end(closeFrame(1000));
    } else if (opcode === ping) socket.write(encodeFrame(pong, payload));
    else if (opcode === binary || opcode === continuation) {
      parts.push(payload);
      if (!isLast) return;
      const message = Buffer.concat(parts);
      parts = [];
      onMessage(message);
    }
  };
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (received.length > maxMessageBytes) socket.destroy();
    for (let frame = decodeFrame(received); frame !== null && !isClosed; frame = decodeFrame(received)) {
      received = received.subarray(frame.size);
      take(frame);
    }
  });
  socket.on('close', () => end(null));
  socket.on('error', () => end(null));
  return {
    send: (message) => void socket.write(encodeFrame(binary, message)),
    close: (code) => void socket.end(closeFrame(code)),
  };
};
