import fc from 'fast-check';
import { canary, type RequestCase } from './request-case.ts';

/** The id of a request that is hidden behind another request; a response with this id means that it was smuggled in. */
export const smuggledId = 'smuggled-behind';

const smuggledRequest = `GET /openapi.json HTTP/1.1\r\nHost: a\r\nRequest-Id: ${smuggledId}\r\n\r\n`;
const auth = 'Authorization: Bearer {machine_token}\r\n';
const json = 'Content-Type: application/json\r\n';

const post = (headers: string, body: string): string =>
  `POST /api/profiles/create HTTP/1.1\r\nHost: a\r\n${auth}${json}${headers}\r\n${body}`;

/** Two lengths, no length, and invalid lengths (RFC 9112 sections 6.1, 6.3 and 11.2). */
const framings: readonly string[] = [
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding:chunked', 'transfer-encoding: CHUNKED'].map((te) =>
    post(`Content-Length: 5\r\n${te}\r\n`, `0\r\n\r\n${smuggledRequest}`),
  ),
  ...[
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding: identity',
    'Transfer-Encoding : chunked',
    ' Transfer-Encoding: chunked',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
    'X: y\r\n Transfer-Encoding: chunked',
    'Transfer-Encoding:\tchunked\u000b',
    'X: y\nTransfer-Encoding: chunked',
    'Transfer-Encoding: "chunked"',
  ].map((te) => post(`Content-Length: ${smuggledRequest.length}\r\n${te}\r\n`, `0\r\n\r\n${smuggledRequest}`)),
  ...['4\r\nContent-Length: 5', '4, 4', '+4', '-1', '0x4', '4 4', '1e1', '999999999999999999999', '', ' '].map(
    (length) => post(`Content-Length: ${length}\r\n`, `null${smuggledRequest}`),
  ),
];

/** Chunks without a length, or with two (RFC 9112 section 7.1). */
const chunkings: readonly string[] = [
  `zz\r\n{}\r\n0\r\n\r\n`,
  `-2\r\n{}\r\n0\r\n\r\n`,
  `2\n{}\n0\n\n`,
  `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  `2;a="\r\n{}\r\n0\r\n\r\n${smuggledRequest}`,
  `ffffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
  `2\r\n{}X\r\n0\r\n\r\n`,
  `2\r\n{}\r\n0\r\nContent-Length: 5\r\nAuthorization: Bearer ${canary}\r\n\r\n`,
  `0\r\n${'A: b\r\n'.repeat(2000)}\r\n`,
  `0\r\n\r\n`,
  `2\r\n{}`,
].map((chunks) => post('Transfer-Encoding: chunked\r\n', chunks));

/** Lines that are no request lines, and headers that are no headers (RFC 9112 sections 3 and 5). */
const heads: readonly string[] = [
  '',
  '\r\n\r\n\r\n',
  'GET\r\n\r\n',
  'GET /\r\n\r\n',
  'GET / HTTP/0.9\r\n\r\n',
  'GET / HTTP/1.0\r\n\r\n',
  'GET / HTTP/2.0\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: a\r\n${auth}Authorization: Bearer ${canary}\r\n\r\n`,
  'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n',
  `GET /\u0000${canary} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /\u00e9\u00ff HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET http://${canary}.example:99999/ HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET ://// HTTP/1.1\r\nHost: a\r\n\r\n`,
  'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
  `CONNECT ${canary}.example:443 HTTP/1.1\r\nHost: a\r\n\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'get / HTTP/1.1\r\nHost: a\r\n\r\n',
  `${'G'.repeat(5000)} / HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\n${'X-A: b\r\n'.repeat(1500)}\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nX: a\u0000${canary}\r\n\r\n`,
  'GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nX: y\r\n folded\r\n\r\n',
  'GET / HTTP/1.1\nHost: a\n\n',
  'GET / HTTP/1.1\rHost: a\r\r',
  'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nExpect: nothing\r\n\r\n',
  '\u0016\u0003\u0001\u0000\u00a5\u0001\u0000\u0000\u00a1\u0003\u0003',
  '\u0000'.repeat(300),
  '{"jsonrpc":"2.0"}\r\n\r\n',
];

const pipelined: readonly string[] = [
  `GET /docs HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(30),
  `${post('Content-Length: 2\r\n', '{}')}${'GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5)}`,
];

const rawBytes: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...framings) },
  { weight: 2, arbitrary: fc.constantFrom(...chunkings) },
  { weight: 3, arbitrary: fc.constantFrom(...heads) },
  { weight: 1, arbitrary: fc.constantFrom(...pipelined) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...heads, ...framings), fc.nat(), fc.nat({ max: 255 }))
      .map(([whole, at, byte]) => {
        const place = at % (whole.length + 1);
        return `${whole.slice(0, place)}${String.fromCharCode(byte)}${whole.slice(place + 1)}`;
      }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...framings), fc.nat()).map(([all, at]) => all.slice(0, at % all.length)),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((some) => Buffer.from(some).toString('latin1')) },
);

/** Raw bytes on a connection, without a client that would validate them. */
export const rawConnection: fc.Arbitrary<RequestCase> = rawBytes.map((sent) => ({
  aim: 'connection',
  method: '',
  path: '',
  headers: {},
  body: null,
  chunked: false,
  bytes: sent,
}));
