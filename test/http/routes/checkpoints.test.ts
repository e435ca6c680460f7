import { createPublicKey, verify } from 'node:crypto';
import { notFound, TE } from '@portcullis/domain';
import { invalid } from '@portcullis/domain/kernel';
import { verifyConsistency } from '@portcullis/domain/ledger';
import { openApiDocument } from '@portcullis/http';
import { expect } from 'chai';
import { httpConfig, openServer } from '../../support/http/server.ts';
import { stubServices } from '../../support/http/stub-services.ts';
import { theCheckpoint } from '../../support/http/the-checkpoint.ts';

const headers = { authorization: 'Bearer only.ledger.read' };
const checkpointPath = '/api/ledger/checkpoint';
const consistencyPath = '/api/ledger/checkpoint/consistency';

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
      root: theCheckpoint.root,
      time: theCheckpoint.time,
      signature: null,
      timestamp: null,
      signed_text: `{"format":"portcullis-checkpoint/1","log_id":"log000000000001","root":"${theCheckpoint.root}","size":5,"time":"2026-05-04T09:30:00.000Z"}`,
    });
  });

  it('are not found before the first one', async () => {
    const services = stubServices({ readCheckpoint: () => TE.left(notFound) });
    expect(await ask(checkpointPath, services)).to.include({ status: 404 });
  });

  it('answer the proof from the size that was asked for', async () => {
    const { json, status } = await ask(`${consistencyPath}?from=2`);
    expect(status).to.equal(200);
    expect(json).to.deep.include({ object: 'consistency_proof', from: 2, proof: ['5f'.repeat(32)] });
  });

  it('refuse a size that is missing, or no whole number', async () => {
    for (const query of ['', '?from=', '?from=-1', '?from=1.5', '?from=99999999999', '?from=1&to=2'])
      expect(await ask(`${consistencyPath}${query}`), query).to.include({ status: 400 });
  });

  it('say that a log is smaller than a head that was kept', async () => {
    const fault = { pointer: '/from', message: 'is more than the 5 entries of the newest checkpoint' };
    const services = stubServices({ proveConsistency: () => TE.left(invalid([fault])) });
    const { json, status } = await ask(`${consistencyPath}?from=6`, services);
    expect(status).to.equal(422);
    expect(json).to.deep.include({ code: 'validation_failed', errors: [fault] });
  });

  it('need the scope ledger:read', async () => {
    const server = await openServer();
    for (const path of [checkpointPath, `${consistencyPath}?from=1`])
      for (const token of ['only.profiles.read', 'flow'])
        expect(
          await server.send({ path, headers: { authorization: `Bearer ${token}` } }),
          `${path} ${token}`,
        ).to.include({ status: 403 });
    await server.close();
  });

  it('are described by an example that verifies', () => {
    const example = exampleOf(consistencyPath);
    const { checkpoint, from, proof } = JSON.parse(JSON.stringify(example));
    expect(checkpoint).to.deep.equal(exampleOf(checkpointPath));
    const key = createPublicKey({
      key: Buffer.from(checkpoint.signature.public_key, 'base64'),
      format: 'der',
      type: 'spki',
    });
    const signature = Buffer.from(checkpoint.signature.value, 'base64');
    expect(verify(null, Buffer.from(checkpoint.signed_text), key, signature)).to.equal(true);
    const earlier = { size: from, root: 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125' };
    expect(verifyConsistency(earlier, checkpoint, proof)).to.equal(true);
  });
});
