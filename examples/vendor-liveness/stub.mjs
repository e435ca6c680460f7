// Acme Presence on this machine. A real vendor would look for a living person; this one takes every picture for one.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const lifetimeMs = 300_000;

/** Starts the vendor on a free port. `pageOrigin` is the page that may send pictures. */
export const startAcme = async ({ apiKey, pageOrigin = '*', score = 97 }) => {
  const sessions = new Map();
  const byRequest = new Map();
  const tokens = new Map();

  const stateOf = (session) => {
    if (session.portrait) return 'done';
    return Date.now() < session.expiresAt ? 'open' : 'expired';
  };
  const viewOf = (session) => ({
    id: session.id,
    state: stateOf(session),
    expires_at: new Date(session.expiresAt).toISOString(),
    ...(session.portrait && { score, challenge: session.challenge, portrait: session.portrait }),
  });

  /** The operations of the service, which has the key of the account. */
  const forService = (method, path, { challenge, reference, request }) => {
    if (method === 'POST' && path === '/v1/sessions') {
      const known = byRequest.get(request);
      const session = known ?? { id: randomUUID(), challenge, reference, expiresAt: Date.now() + lifetimeMs };
      byRequest.set(request, session);
      sessions.set(session.id, session);
      return viewOf(session);
    }
    if (method === 'POST' && path === '/v1/browser-tokens') {
      const token = randomUUID();
      tokens.set(token, reference);
      return { token };
    }
    const session = sessions.get(/^\/v1\/sessions\/(.+)$/.exec(path)?.[1]);
    return method === 'GET' && session ? viewOf(session) : null;
  };

  const server = createServer(async (request, response) => {
    const { headers, method, url } = request;
    const body = await buffer(request);
    const answer = (status, json) =>
      response
        .writeHead(status, {
          'Content-Type': 'application/json',
          'Access-Control-Allow-Origin': pageOrigin,
          'Access-Control-Allow-Headers': 'authorization, content-type',
        })
        .end(JSON.stringify(json));
    if (method === 'OPTIONS') return answer(200, {});
    const bearer = headers.authorization?.replace('Bearer ', '');
    const capture = sessions.get(/^\/v1\/captures\/(.+)$/.exec(url)?.[1]);
    if (capture) {
      if (tokens.get(bearer) !== capture.reference) return answer(401, {});
      capture.portrait = body.toString('base64');
      return answer(200, {});
    }
    if (bearer !== apiKey) return answer(401, {});
    const json = forService(method, url, body.length > 0 ? JSON.parse(body) : {});
    return json ? answer(200, json) : answer(404, {});
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
};
