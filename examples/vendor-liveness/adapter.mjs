// The adapter of Acme Presence, a made-up vendor: two ports of the domain over HTTP. The page of the person has
// component.js, and stub.mjs plays the vendor.
import { randomInt } from 'node:crypto';
import { E, notFound, TE, unavailable } from '@portcullis/domain';
import { decode, oneOf, t } from '@portcullis/domain/kernel';
import { createVendorClient, unavailableFrom } from '@portcullis/vendor-client';

const Session = t.type({ id: t.string, state: oneOf(['open', 'failed', 'done', 'expired']), expires_at: t.string });
const Done = t.type({ score: t.number, challenge: t.string, portrait: t.string });
const BrowserToken = t.type({ token: t.string });

const limits = {
  deadlineMs: 5_000,
  maxBytes: 1_048_576,
  concurrency: 20,
  queue: 20,
  maxAttempts: 2,
  breaker: { failures: 5, openMs: 10_000 },
};

/** What the session has come to: facts. The policy judges the score. */
const resultOf = (session, body) => {
  if (session.state === 'open') return E.right({ status: 'created' });
  if (session.state !== 'done') return E.right({ status: session.state });
  const done = decode(Done, body);
  if (E.isLeft(done)) return E.left(unavailable('liveness', done.left, 'invalid_response'));
  const { challenge, portrait, score } = done.right;
  return E.right({
    status: 'succeeded',
    confidence: score,
    challenge,
    referenceImage: new Uint8Array(Buffer.from(portrait, 'base64')),
  });
};

/**
 * The ports of an account at Acme Presence. Every call goes through the vendor client: it has a deadline, two attempts
 * and a circuit breaker, and reaches no other host.
 */
export const acmePresence = ({ url, apiKey, observe = () => undefined }) => {
  const client = createVendorClient({
    provider: 'acme',
    origins: [new URL(url).origin],
    limits,
    random: () => randomInt(1_000_000) / 1_000_000,
    observe,
    observeTime: () => undefined,
  });

  /** One request. What is not an answer in the vendor's form is `Unavailable` with a kind, and never a default. */
  const ask = (service, call, operation, codec, { method = 'POST', path, body }) =>
    client.call({ service, operation, call }, ({ fetch, signal }) => async () => {
      try {
        const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
        const init = { method, headers, signal, ...(body && { body: JSON.stringify(body) }) };
        const answer = await fetch(url + path, init);
        if (answer.status === 404) return E.left(notFound);
        if (answer.status === 401) return E.left(unavailable(service, { status: 401 }, 'not_configured'));
        if (!answer.ok) return E.left(unavailable(service, { status: answer.status }));
        const json = await answer.json();
        const decoded = decode(codec, json);
        return E.isRight(decoded)
          ? E.right({ value: decoded.right, json })
          : E.left(unavailable(service, decoded.left, 'invalid_response'));
      } catch (thrown) {
        return E.left(unavailableFrom(service, thrown));
      }
    });

  const isSessionId = (text) => /^[0-9a-f-]{36}$/.test(text);

  return {
    liveness: {
      open: ({ call, challenge, requestToken }) =>
        TE.map(({ value }) => ({
          sessionId: value.id,
          clientParameters: { region: 'acme', challenge },
          expiresAt: value.expires_at,
        }))(
          ask('liveness', call, 'sessions.create', Session, {
            path: '/v1/sessions',
            body: { reference: call.profileId, challenge, request: requestToken },
          }),
        ),
      read: ({ call, sessionId }) =>
        isSessionId(sessionId)
          ? TE.flatMap(({ value, json }) => TE.fromEither(resultOf(value, json)))(
              ask('liveness', call, 'sessions.get', Session, { method: 'GET', path: `/v1/sessions/${sessionId}` }),
            )
          : TE.left(notFound),
    },
    // What the browser needs to send its picture: a token for the sessions of one person, and where to.
    credentials: {
      issue: (call) =>
        TE.map(({ value }) => ({ token: value.token, url }))(
          ask('browser_credentials', call, 'tokens.create', BrowserToken, {
            path: '/v1/browser-tokens',
            body: { reference: call.profileId },
          }),
        ),
    },
    close: () => client.close(),
  };
};
