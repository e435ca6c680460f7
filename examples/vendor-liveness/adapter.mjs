// The adapter of Acme Presence, a made-up vendor: a port of the domain over HTTP. The page of the person has
// component.js, and stub.mjs plays the vendor.
import { randomInt } from 'node:crypto';
import { E, notFound, TE, unavailable } from '@portcullis/domain';
import { decode, oneOf, t } from '@portcullis/domain/kernel';
import { createVendorClient, unavailableFrom } from '@portcullis/vendor-client';

const Session = t.type({
  id: t.string,
  state: oneOf(['open', 'failed', 'done', 'expired']),
  look: t.string,
  expires_at: t.string,
});
const Done = t.type({ living: t.boolean, portrait: t.string });

const limits = {
  deadlineMs: 5_000,
  maxBytes: 1_048_576,
  concurrency: 20,
  queue: 20,
  maxAttempts: 2,
  breaker: { failures: 5, openMs: 10_000 },
};

/** What the session has come to: facts. The vendor has no scale and no challenges, and its verdict counts. */
const resultOf = (session, body) => {
  if (session.state === 'open') return E.right({ status: 'created' });
  if (session.state !== 'done') return E.right({ status: session.state });
  const done = decode(Done, body);
  if (E.isLeft(done)) return E.left(unavailable('liveness', done.left, 'invalid_response'));
  const { living, portrait } = done.right;
  return E.right({
    status: 'succeeded',
    confidence: null,
    live: living,
    challenge: null,
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
  const ask = (call, operation, codec, { method = 'POST', path, body }) =>
    client.call({ service: 'liveness', operation, call }, ({ fetch, signal }) => async () => {
      try {
        const type = body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';
        const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': type };
        const sent = body instanceof Uint8Array ? body : JSON.stringify(body);
        const init = { method, headers, signal, ...(body && { body: sent }) };
        const answer = await fetch(url + path, init);
        if (answer.status === 404) return E.left(notFound);
        if (answer.status === 401) return E.left(unavailable('liveness', { status: 401 }, 'not_configured'));
        if (!answer.ok) return E.left(unavailable('liveness', { status: answer.status }));
        const json = await answer.json();
        const decoded = decode(codec, json);
        return E.isRight(decoded)
          ? E.right({ value: decoded.right, json })
          : E.left(unavailable('liveness', decoded.left, 'invalid_response'));
      } catch (thrown) {
        return E.left(unavailableFrom('liveness', thrown));
      }
    });

  return {
    liveness: {
      // The id is a token of the vendor's own form. There is no region, and the page says where to look.
      open: ({ call, requestToken }) =>
        TE.map(({ value }) => ({
          sessionId: value.id,
          clientParameters: { look: value.look },
          expiresAt: value.expires_at,
        }))(
          ask(call, 'sessions.create', Session, {
            path: '/v1/sessions',
            body: { reference: call.profileId, request: requestToken },
          }),
        ),
      submit: ({ call, sessionId, capture }) =>
        TE.map(() => undefined)(
          ask(call, 'captures.create', t.type({}), { path: `/v1/captures/${sessionId}`, body: capture }),
        ),
      read: ({ call, sessionId }) =>
        TE.flatMap(({ value, json }) => TE.fromEither(resultOf(value, json)))(
          ask(call, 'sessions.get', Session, { method: 'GET', path: `/v1/sessions/${sessionId}` }),
        ),
    },
    close: () => client.close(),
  };
};
