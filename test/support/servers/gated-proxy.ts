import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type StubServer, startStub } from './stub-server.ts';

/**
 * The fate of a request: it passes, it passes once a promise is fulfilled, its connection is cut, or it gets the answer
 * of PocketBase for a row that is missing, which is also the one for a file that PocketBase could not open.
 */
export type GateDecision = 'on' | 'cut' | 'missing' | Promise<void>;

const missingBody = JSON.stringify({ data: {}, message: "The requested resource wasn't found.", status: 404 });

/** Starts a proxy before a PocketBase that decides about each request by its method and path. */
const gateTo = (url: string, judge: (method: string, path: string) => GateDecision): Promise<StubServer> => {
  const forward = (incoming: IncomingMessage, answer: ServerResponse): void => {
    const { headers, method, url: path = '/' } = incoming;
    const further = request(new URL(path, url), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    further.on('error', () => answer.destroy());
    incoming.pipe(further);
  };
  return startStub((incoming, answer) => {
    const verdict = judge(incoming.method ?? '', new URL(incoming.url ?? '/', url).pathname);
    if (verdict === 'cut') answer.destroy();
    else if (verdict === 'missing') {
      incoming.resume();
      answer.writeHead(404, { 'content-type': 'application/json' }).end(missingBody);
    } else if (verdict === 'on') forward(incoming, answer);
    else void verdict.then(() => forward(incoming, answer));
  });
};

/** Opens gates for the tests of a `describe`; each is closed after its test. */
export const useGates = (): typeof gateTo => {
  const open: StubServer[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((gate) => gate.close()));
  });
  return async (url, judge) => {
    const gate = await gateTo(url, judge);
    open.push(gate);
    return gate;
  };
};
