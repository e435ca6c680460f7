import { connect } from 'node:net';

/** A response as it was received, with its headers by their names in lower case. */
export type RawAnswer = { readonly status: number; readonly headers: Map<string, string>; readonly body: string };

/**
 * Sends bytes on a new connection; answers all received bytes when the server hangs up, or after a moment of silence.
 */
export const exchange = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes, 'latin1'));
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });

/** Parses all responses, interim responses included. */
export const answersIn = (text: string): readonly RawAnswer[] => {
  const found: RawAnswer[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`no answer: ${rest.slice(0, 100)}`);
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
    const headers = new Map(
      fields.map((field) => {
        const at = field.indexOf(':');
        return [field.slice(0, at).toLowerCase(), field.slice(at + 1).trim()] as const;
      }),
    );
    const length = status === 100 ? 0 : Number(headers.get('content-length') ?? 0);
    found.push({ status, headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return found;
};
