// Acme Presence on this machine. A real vendor would look for a living person; this one takes every picture for one.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const lifetimeMs = 600_000;

/** Starts the vendor on a free port. */
export const startAcme = async ({ apiKey, living = true }) => {
  const sessions = new Map();
  const byRequest = new Map();

  const stateOf = (session) => {
    if (session.portrait) return 'done';
    return Date.now() < session.expiresAt ? 'open' : 'expired';
  };
  const viewOf = (session) => ({
    id: session.id,
    state: stateOf(session),
    look: 'straight ahead',
    expires_at: new Date(session.expiresAt).toISOString(),
    ...(session.portrait && { living, portrait: session.portrait }),
  });

  /** The operations of the service, which has the key of the account. The ids are tokens of 128 characters. */
  const forService = (method, path, body) => {
    if (method === 'POST' && path === '/v1/sessions') {
      const { request } = JSON.parse(body);
      const known = byRequest.get(request);
      const session = known ?? { id: randomBytes(96).toString('base64url'), expiresAt: Date.now() + lifetimeMs };
      byRequest.set(request, session);
      sessions.set(session.id, session);
      return viewOf(session);
    }
    const captured = sessions.get(/^\/v1\/captures\/(.+)$/.exec(path)?.[1]);
    if (captured) {
      captured.portrait = body.toString('base64');
      return {};
    }
    const session = sessions.get(/^\/v1\/sessions\/(.+)$/.exec(path)?.[1]);
    return method === 'GET' && session ? viewOf(session) : null;
  };

  const server = createServer(async (request, response) => {
    const { headers, method, url } = request;
    const body = await buffer(request);
    const answer = (status, json) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
    if (headers.authorization !== `Bearer ${apiKey}`) return answer(401, {});
    const json = forService(method, url, body);
    return json ? answer(200, json) : answer(404, {});
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
};
