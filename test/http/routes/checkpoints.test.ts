import { createPublicKey, verify } from 'node:crypto';
import { notFound, TE } from '@portcullis/domain';
import { expect } from 'chai';
import { openApiDocument } from '#http/server';
import { httpConfig, openServer } from '../../support/http/server.ts';
import { stubServices } from '../../support/http/stub-services.ts';
import { theCheckpoint } from '../../support/http/the-checkpoint.ts';

const headers = { authorization: 'Bearer only.ledger.read' };
const checkpointPath = '/api/ledger/checkpoint';

const ask = async (path: string, services = stubServices()) => {
  const server = await openServer({ services });
  const answer = await server.send({ path, headers });
  await server.close();
  return answer;
};

/** The example of an operation in the API description. */
const exampleOf = (path: string): Record<string, unknown> => {
  const { paths } = JSON.parse(JSON.stringify(openApiDocument(httpConfig)));
  return paths[path].get.responses['200'].content['application/json'].example;
};

describe('the checkpoints of the log', () => {
  it('answer an unsigned head as unsigned, with the text that would be signed', async () => {
    const { json, status } = await ask(checkpointPath);
    expect(status).to.equal(200);
    expect(json).to.deep.equal({
      object: 'checkpoint',
      log_id: theCheckpoint.logId,
      size: 5,
      hash: theCheckpoint.hash,
      time: theCheckpoint.time,
      signature: null,
      signed_text: `{"format":"portcullis-checkpoint/1","hash":"${theCheckpoint.hash}","log_id":"log000000000001","size":5,"time":"2026-05-04T09:30:00.000Z"}`,
    });
  });

  it('are not found before the first one', async () => {
    const services = stubServices({ readCheckpoint: () => TE.left(notFound) });
    expect(await ask(checkpointPath, services)).to.include({ status: 404 });
  });

  it('need the scope ledger:read', async () => {
    const server = await openServer();
    for (const token of ['only.profiles.read', 'flow'])
      expect(
        await server.send({ path: checkpointPath, headers: { authorization: `Bearer ${token}` } }),
        token,
      ).to.include({ status: 403 });
    await server.close();
  });

  it('are described by an example that verifies', () => {
    const checkpoint = JSON.parse(JSON.stringify(exampleOf(checkpointPath)));
    const key = createPublicKey({
      key: Buffer.from(checkpoint.signature.public_key, 'base64'),
      format: 'der',
      type: 'spki',
    });
    const signature = Buffer.from(checkpoint.signature.value, 'base64');
    expect(verify(null, Buffer.from(checkpoint.signed_text), key, signature)).to.equal(true);
  });
});
