import { TE } from '@portcullis/domain';
import { captureRefused } from '@portcullis/domain/kernel';
import { maxCaptureBytes } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { openServer } from '../../support/http/server.ts';
import { sessionId, stubServices } from '../../support/http/stub-services.ts';

const path = `/api/face-liveness/session/${sessionId}/capture`;
const flow = { authorization: 'Bearer flow', 'content-type': 'application/octet-stream' };

/** Sends a capture, and answers the status, the code and the bytes that the service was given. */
const put = async (body: Buffer, headers: Readonly<Record<string, string>> = flow, services = stubServices()) => {
  const given: number[] = [];
  const { submitLivenessCapture } = services;
  const server = await openServer({
    services: {
      ...services,
      submitLivenessCapture: (input) => {
        given.push(input.capture.length);
        return submitLivenessCapture(input);
      },
    },
  });
  try {
    const { text, status } = await server.send({ method: 'PUT', path, headers, body });
    const { code = null, detail = null } = text === '' ? {} : JSON.parse(text);
    return { status, code, detail, given };
  } finally {
    await server.close();
  }
};

describe('PUT of a capture', () => {
  it('passes the bytes of a person on, up to 6 MiB', async () => {
    expect(await put(Buffer.alloc(maxCaptureBytes))).to.deep.include({ status: 204, given: [maxCaptureBytes] });
  });

  it('refuses one that is larger, before it has read it', async () => {
    const refused = await put(Buffer.alloc(maxCaptureBytes + 1));
    expect(refused).to.deep.include({ status: 413, code: 'payload_too_large', given: [] });
  });

  it('refuses another form, and a token of a server', async () => {
    const json = await put(Buffer.from('{}'), { ...flow, 'content-type': 'application/json' });
    expect(json).to.deep.include({ status: 415, code: 'unsupported_media_type', given: [] });
    const server = await put(Buffer.from('x'), { ...flow, authorization: 'Bearer machine' });
    expect(server).to.deep.include({ status: 403, code: 'insufficient_scope', given: [] });
  });

  for (const why of ['not_supported', 'submitted'] as const)
    it(`says in a sentence why a capture is refused: ${why}`, async () => {
      const services = { ...stubServices(), submitLivenessCapture: () => TE.left(captureRefused(why)) };
      const { code, detail, status } = await put(Buffer.from('x'), flow, services);
      expect([status, code]).to.deep.equal([409, `capture_${why}`]);
      expect(detail).to.match(/^[A-Z].+\.$/);
    });
});
