/**
 * One request to the service, generated from a seed alone: placeholders such as `{own}` stand for values that only a
 * run knows.
 */
export type RequestCase = {
  /** The route that it targets, such as `PATCH /api/profiles/:id`; `connection` for raw bytes that no client makes. */
  readonly aim: string;
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string | readonly string[] };
  /** The body in pieces, or `null` for a request without a body. */
  readonly body: readonly (string | Uint8Array)[] | null;
  /** Whether the body is sent in chunks, without a content length. */
  readonly chunked: boolean;
  /** Raw bytes that are sent on their own connection, instead of everything else. */
  readonly bytes?: string;
};

/** The values of the placeholders of a case. */
export type Placeholders = { readonly [name: string]: string };

/** Occurs in values that are sent, and so must occur neither in a problem response nor in the log. */
export const canary = 'zq7canary';

/** Fills in the known placeholders, and keeps text that only looks like one. */
export const fillPlaceholders = (text: string, names: Placeholders): string =>
  text.replace(/\{([a-z_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(names, name) ? (names[name] ?? whole) : whole,
  );

const describePiece = (piece: string | Uint8Array): string =>
  typeof piece === 'string' ? piece : `<${piece.length} bytes: ${Buffer.from(piece.subarray(0, 40)).toString('hex')}>`;

/** Shortens a text with repeated parts. */
const abbreviate = (text: string, length: number): string => {
  const folded = text.replace(
    /(.{1,12}?)\1{7,}/gs,
    (run, unit: string) => `${unit}<${run.length / unit.length} times>`,
  );
  return folded.length <= length ? folded : `${folded.slice(0, length)}…`;
};

/** Describes a case for somebody who looks for the fault. */
export const describeCase = ({ aim, method, path, headers, body, bytes }: RequestCase): string =>
  bytes === undefined
    ? `${aim}: ${method} ${abbreviate(path, 300)} ${abbreviate(JSON.stringify(headers), 600)} ${abbreviate(JSON.stringify(body?.map(describePiece) ?? null), 900)}`
    : `${aim}: ${abbreviate(JSON.stringify(bytes), 1500)}`;
