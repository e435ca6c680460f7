import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { type Case, fill, type Names } from './request-case.ts';

/** The responses to a case; a raw connection can have more than one. */
export type Answer = {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
};

export type Exchanged = {
  readonly answers: readonly Answer[];
  readonly ms: number;
  /** Why there was no response, or `null`. */
  readonly lost: string | null;
};

/** This is longer than any client waits. */
const patienceMs = 20_000;

const filledHeaders = (headers: Case['headers'], names: Names) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? fill(value, names) : value.map((one) => fill(one, names)),
    ]),
  );

const filledBody = (body: Case['body'], names: Names): readonly Buffer[] =>
  (body ?? []).map((piece) => Buffer.from(typeof piece === 'string' ? fill(piece, names) : piece));

/** Keeps only what a client can put on a request line; the rest is sent by raw requests. */
const sendablePath = (path: string): string =>
  path.replace(/[^\x21-\xff]/g, (char) => encodeURIComponent(char.toWellFormed()));

/** Sends cases over connections that stay open, as a client does. */
export const clientOf = (port: number, connections: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  const send = (sent: Case, names: Names): Promise<Exchanged> =>
    new Promise((resolve) => {
      const began = performance.now();
      const done = (answers: readonly Answer[], lost: string | null): void =>
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
          path: sendablePath(fill(sent.path, names)) || '/',
          headers: { ...filledHeaders(sent.headers, names), ...framed },
          timeout: patienceMs,
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
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${patienceMs} ms`)));
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
const answersIn = (text: string): readonly Answer[] => {
  const found: Answer[] = [];
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
const quietMs = 100;
const silentMs = 500;

/**
 * Sends the bytes of a case on their own connection, and collects the responses. It closes its side only once the
 * connection is quiet: the response to a client that has gone proves nothing.
 */
export const sendBytes = (port: number, bytes: string, names: Names): Promise<Exchanged> =>
  new Promise((resolve) => {
    const began = performance.now();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    let [lost, last] = ['closed without an answer', began];
    let quiet = setTimeout(() => socket.end(), silentMs);
    socket.setTimeout(patienceMs, () => {
      lost = `no end within ${patienceMs} ms`;
      socket.destroy();
    });
    socket.on('error', (cause) => {
      lost = cause.message;
    });
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      last = performance.now();
      clearTimeout(quiet);
      quiet = setTimeout(() => socket.end(), quietMs);
    });
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(quiet);
      const answers = answersIn(Buffer.concat(chunks).toString('latin1'));
      resolve({ answers, ms: last - began, lost: answers.length > 0 ? null : lost });
    });
    socket.write(Buffer.from(fill(bytes, names), 'latin1'));
  });

/** Sends the bytes of a case again, and resets the connection (RST) before, while or after they are read. */
export const breakOff = (port: number, bytes: string, names: Names, afterMs: number): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.write(Buffer.from(fill(bytes, names), 'latin1'), () => {
      setTimeout(() => socket.resetAndDestroy(), afterMs);
    });
  });
