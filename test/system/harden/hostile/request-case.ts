/** One thing sent to the service, made from a seed alone: `{own}` and its like stand for what only a run knows. */
export type Case = {
  /** The route that it is meant for, as `PATCH /api/profiles/:id`; `connection` for bytes that are not made by a client. */
  readonly aim: string;
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string | readonly string[] };
  /** The body in pieces, or `null`: no body at all. */
  readonly body: readonly (string | Uint8Array)[] | null;
  /** Whether the body goes in chunks and says no length. */
  readonly chunked: boolean;
  /** Sent as it stands, on a connection of its own, in the place of all else. */
  readonly bytes?: string;
};

/** What the names in a case stand for. */
export type Names = { readonly [name: string]: string };

/** Stands in values that are sent, and so neither in a refusal nor in the log. */
export const canary = 'zq7canary';

/** Names that are known are filled in; what only looks like one stays. */
export const fill = (text: string, names: Names): string =>
  text.replace(/\{([a-z_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(names, name) ? (names[name] ?? whole) : whole,
  );

const shown = (piece: string | Uint8Array): string =>
  typeof piece === 'string' ? piece : `<${piece.length} bytes: ${Buffer.from(piece.subarray(0, 40)).toString('hex')}>`;

/** Shorter, where much of the same follows itself. */
const cut = (text: string, length: number): string => {
  const folded = text.replace(
    /(.{1,12}?)\1{7,}/gs,
    (run, unit: string) => `${unit}<${run.length / unit.length} times>`,
  );
  return folded.length <= length ? folded : `${folded.slice(0, length)}…`;
};

/** A case as somebody reads it who looks for the fault. */
export const described = ({ aim, method, path, headers, body, bytes }: Case): string =>
  bytes === undefined
    ? `${aim}: ${method} ${cut(path, 300)} ${cut(JSON.stringify(headers), 600)} ${cut(JSON.stringify(body?.map(shown) ?? null), 900)}`
    : `${aim}: ${cut(JSON.stringify(bytes), 1500)}`;
