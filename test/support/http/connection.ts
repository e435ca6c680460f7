import { connect } from 'node:net';

/** One response as it was received. */
export type RawAnswer = { readonly status: number; readonly body: string };

/** A connection that stays open: it sends exactly the given bytes, and its responses come in order. */
export type Connection = {
  /** Resolves once the system accepted the bytes, which it does only while the other side reads. */
  readonly write: (bytes: string | Uint8Array) => Promise<void>;
  /** Resolves with that many responses, and rejects when the server closes the connection before. */
  readonly answers: (count: number) => Promise<readonly RawAnswer[]>;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
  readonly close: () => void;
};

const headEnd = '\r\n\r\n';

/** Answers the complete responses, by their content length. */
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

/** Opens a connection to a local server; with `reads: false` it reads nothing. */
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
