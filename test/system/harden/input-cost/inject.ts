import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A request that is handed to the application without a connection, so that nothing but the application costs. */
export type InjectedRequest = {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
  /** The body is handed over in chunks of this many bytes, as the system hands it over. */
  readonly chunkBytes: number;
};

const nowhere = (): Duplex => new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });

const headersOf = ({ type, body }: InjectedRequest): { readonly [name: string]: string } => ({
  host: 'localhost',
  authorization: 'Bearer machine',
  'content-type': type,
  'content-length': String(body.length),
});

/** Answers the status of the response. */
export const inject = (listener: RequestListener, sent: InjectedRequest): Promise<number> =>
  new Promise((resolve) => {
    const request = new IncomingMessage(new Socket());
    const headers = headersOf(sent);
    Object.assign(request, { method: sent.method, url: sent.path, httpVersion: '1.1', complete: true, headers });
    request.rawHeaders = Object.entries(headers).flat();
    const response = new ServerResponse(request);
    // The types of Node want a socket, and a stream is one here.
    Reflect.apply(response.assignSocket, response, [nowhere()]);
    response.on('finish', () => resolve(response.statusCode));
    listener(request, response);
    let at = 0;
    const next = (): void => {
      if (at >= sent.body.length) {
        request.push(null);
        return;
      }
      request.push(sent.body.subarray(at, at + sent.chunkBytes));
      at += sent.chunkBytes;
      setImmediate(next);
    };
    next();
  });
