import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { fillPlaceholders, type Placeholders, type RequestCase } from './request-case.ts';

/** The responses to a case; a raw connection can have more than one. */
export type ParsedResponse = {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
};

export type Exchange = {
  readonly answers: readonly ParsedResponse[];
  readonly ms: number;
  /** Why there was no response, or `null`. */
  readonly lost: string | null;
};

/** This is longer than any client waits. */
const timeoutMs = 20_000;

const filledHeaders = (headers: RequestCase['headers'], names: Placeholders) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? fillPlaceholders(value, names) : value.map((one) => fillPlaceholders(one, names)),
    ]),
  );

const filledBody = (body: RequestCase['body'], names: Placeholders): readonly Buffer[] =>
  (body ?? []).map((piece) => Buffer.from(typeof piece === 'string' ? fillPlaceholders(piece, names) : piece));

/** Keeps only what a client can put on a request line; the rest is sent by raw requests. */
const sendablePath = (path: string): string =>
  path.replace(/[^\x21-\xff]/g, (char) => encodeURIComponent(char.toWellFormed()));

/** Sends cases over connections that stay open, as a client does. */
export const newClient = (port: number, connections: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  const send = (sent: RequestCase, names: Placeholders): Promise<Exchange> =>
    new Promise((resolve) => {
      const began = performance.now();
      const done = (answers: readonly ParsedResponse[], lost: string | null): void =>
        resolve({ answers, ms: performance.now() - began, lost });
      const pieces = filledBody(sent.body, names);
      const length = pieces.reduce((sum, { length: bytes }) => sum + bytes, 0);
      const framed =
        sent.body === null ? {} : sent.chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': length };
      const outgoing = request(
        {
          host: '127.0.0.1',
          port,
          agent,
          method: sent.method,
          path: sendablePath(fillPlaceholders(sent.path, names)) || '/',
          headers: { ...filledHeaders(sent.headers, names), ...framed },
          timeout: timeoutMs,
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', (cause) => done([], `the answer ended early: ${cause.message}`));
          incoming.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            done([{ status: incoming.statusCode ?? 0, headers: incoming.headers, text }], null);
          });
        },
      );
      outgoing.on('upgrade', (incoming, socket) => {
        socket.destroy();
        done([{ status: incoming.statusCode ?? 0, headers: incoming.headers, text: '' }], null);
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${timeoutMs} ms`)));
      outgoing.on('error', (cause) => done([], cause.message));
      for (const piece of pieces) outgoing.write(piece);
      outgoing.end();
    });

  return { send, close: () => agent.destroy() };
};

const headersIn = (head: string): NodeJS.Dict<string> =>
  Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );

/** Parses the responses on a connection; the body of a response without a length is everything that is left. */
const answersIn = (text: string): readonly ParsedResponse[] => {
  const found: ParsedResponse[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (!rest.startsWith('HTTP/1.1 ') || end < 0) return [...found, { status: 0, headers: {}, text: rest }];
    const headers = headersIn(rest.slice(0, end));
    const length = Number(headers['content-length'] ?? (rest.startsWith('HTTP/1.1 100') ? 0 : rest.length));
    const status = Number(rest.slice(9, 12));
    if (status !== 100) found.push({ status, headers, text: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return found;
};

/** The time for which a connection must be quiet before it counts as finished: after a response, and without one. */
const quietAfterAnswerMs = 100;
const quietWithoutAnswerMs = 500;

/**
 * Sends the bytes of a case on their own connection, and collects the responses. It closes its side only once the
 * connection is quiet: the response to a client that has gone proves nothing.
 */
export const sendRaw = (port: number, bytes: string, names: Placeholders): Promise<Exchange> =>
  new Promise((resolve) => {
    const began = performance.now();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    let lost = 'closed without an answer';
    let last = began;
    let quiet = setTimeout(() => socket.end(), quietWithoutAnswerMs);
    socket.setTimeout(timeoutMs, () => {
      lost = `no end within ${timeoutMs} ms`;
      socket.destroy();
    });
    socket.on('error', (cause) => {
      lost = cause.message;
    });
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      last = performance.now();
      clearTimeout(quiet);
      quiet = setTimeout(() => socket.end(), quietAfterAnswerMs);
    });
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(quiet);
      const answers = answersIn(Buffer.concat(chunks).toString('latin1'));
      resolve({ answers, ms: last - began, lost: answers.length > 0 ? null : lost });
    });
    socket.write(Buffer.from(fillPlaceholders(bytes, names), 'latin1'));
  });

/** Sends the bytes of a case again, and resets the connection (RST) before, while or after they are read. */
export const sendAndReset = (port: number, bytes: string, names: Placeholders, afterMs: number): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.write(Buffer.from(fillPlaceholders(bytes, names), 'latin1'), () => {
      setTimeout(() => socket.resetAndDestroy(), afterMs);
    });
  });
