import { connect } from 'node:net';

/** One answer as it stood on the connection. */
export type RawAnswer = { readonly status: number; readonly body: string };

/** A connection that stays open: what a client sends over it goes byte for byte, and its answers come in order. */
export type Connection = {
  /** Resolves once the system took the bytes, which it does only while the other side reads. */
  readonly write: (bytes: string | Uint8Array) => Promise<void>;
  /** Resolves with that many answers, and rejects when the server closes the connection before it gave them. */
  readonly answers: (count: number) => Promise<readonly RawAnswer[]>;
  /** Resolves when the connection is gone. */
  readonly closed: Promise<void>;
  readonly close: () => void;
};

const headEnd = '\r\n\r\n';

/** The answers that are whole; each says how long it is. */
const answersIn = (text: string): readonly RawAnswer[] => {
  const found: RawAnswer[] = [];
  for (let rest = text; ; ) {
    const end = rest.indexOf(headEnd);
    if (end < 0) return found;
    const head = rest.slice(0, end);
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    const body = rest.slice(end + headEnd.length, end + headEnd.length + length);
    if (body.length < length) return found;
    found.push({ status: Number(head.split(' ')[1]), body });
    rest = rest.slice(end + headEnd.length + length);
  }
};

/** Opens a connection to a server of this machine; with `reads: false` nothing is taken of what comes. */
export const openConnection = (port: number, { reads = true }: { readonly reads?: boolean } = {}): Connection => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let isGone = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of [...waiting]) look();
  };
  socket.on('error', () => undefined);
  if (reads) {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      wake();
    });
  }
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isGone = true;
      wake();
      resolve();
    });
  });
  return {
    closed,
    close: () => socket.destroy(),
    write: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (failed) => (failed ? reject(failed) : resolve()));
      }),
    answers: (count) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = answersIn(text);
          if (found.length < count && !isGone) return;
          waiting.delete(look);
          if (found.length < count) reject(new Error(`closed after ${found.length} answers`));
          else resolve(found.slice(0, count));
        };
        waiting.add(look);
        look();
      }),
  };
};
