import { type Principal, TE } from '@portcullis/domain';
import { notFound } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { openServer } from '../../support/http/server.ts';
import { ada, stubServices } from '../../support/http/stub-services.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

/** What the use case and the log learn of a request with these headers. */
const served = async (headers: { readonly [name: string]: string | readonly string[] }) => {
  const callers: Principal[] = [];
  const services = stubServices({
    getProfile: ({ caller }) => {
      callers.push(caller);
      return TE.left(notFound);
    },
  });
  const server = await openServer({ services });
  const path = `/api/profiles/${ada}`;
  await server.send({ path, headers: { ...headers, authorization: 'Bearer machine', 'request-id': 'r-1' } });
  const { traceId } = await server.recordOf('r-1');
  await server.close();
  return { traceId, request: callers[0]?.request };
};

describe('the traceparent of a request (W3C Trace Context)', () => {
  for (const [name, sent, kept] of [
    ['is kept', `00-${trace}-${parent}-01`, `00-${trace}-${parent}-01`],
    ['loses the flags that version 00 does not know', `00-${trace}-${parent}-ff`, `00-${trace}-${parent}-03`],
    [
      'of a later version is kept as version 00',
      `cc-${trace}-${parent}-01-what-the-future-brings`,
      `00-${trace}-${parent}-01`,
    ],
    ['of a later version without more is kept', `cc-${trace}-${parent}-00`, `00-${trace}-${parent}-00`],
  ] as const)
    it(`${name}, goes to the use case with the request id, and is tied to it in the log`, async () => {
      const { request, traceId } = await served({ traceparent: sent });
      expect(request).to.deep.equal({ requestId: 'r-1', traceparent: kept });
      expect(traceId).to.equal(trace);
    });

  for (const [name, sent] of [
    ['of the forbidden version', `ff-${trace}-${parent}-01`],
    ['of version 00 with more', `00-${trace}-${parent}-01-more`],
    ['of a later version whose rest has no dash', `cc-${trace}-${parent}-01.more`],
    ['with an empty trace', `00-${'0'.repeat(32)}-${parent}-01`],
    ['with an empty parent', `00-${trace}-${'0'.repeat(16)}-01`],
    ['in capitals', `00-${trace.toUpperCase()}-${parent}-01`],
    ['that is too short', `00-${trace.slice(1)}-${parent}-01`],
    ['that contains something else', `00-${trace}-${parent}-0g`],
    ['that is no such header at all', 'ada@example.com'],
    ['that was sent twice', [`00-${trace}-${parent}-01`, `00-${trace}-${parent}-01`]],
  ] as const)
    it(`${name} is ignored, and the request is served as without it`, async () => {
      const { request, traceId } = await served({ traceparent: sent });
      expect(request).to.deep.equal({ requestId: 'r-1', traceparent: null });
      expect(traceId).to.equal(null);
    });
});
