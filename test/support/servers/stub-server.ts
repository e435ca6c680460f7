import { createServer, type RequestListener, type Server } from 'node:http';

export type StubServer = { readonly url: string; readonly close: () => Promise<void> };

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address !== 'object' || address === null) throw new Error('a listening server has an address');
      resolve(address.port);
    });
  });

/** Starts a server on a free port of 127.0.0.1 with this handler; closing it also closes its open connections. */
export const startStub = async (answer: RequestListener): Promise<StubServer> => {
  const server = createServer(answer);
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
