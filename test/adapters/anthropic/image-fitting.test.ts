import { type ImageFitter, TE } from '@portcullis/domain';
import { expect } from 'chai';
import { aMessage, anOutput, anthropicAt, aReadRequest } from '../../support/clients/anthropic.ts';
import { timedCall } from '../../support/clients/vendor-clients.ts';
import { slowFitter } from '../../support/images/slow-fitter.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { type StubServer, startStub } from '../../support/servers/stub-server.ts';

describe('photos that are scaled for a model', () => {
  const statuses: number[] = [];
  let asked = 0;
  let stub: StubServer;
  before(async () => {
    stub = await startStub((request, response) => {
      request.resume();
      if (request.method === 'POST') asked += 1;
      const status = request.method === 'POST' ? (statuses.shift() ?? 200) : 404;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(status === 200 ? aMessage(JSON.stringify(anOutput())) : {}));
    });
  });
  beforeEach(() => {
    statuses.length = 0;
    asked = 0;
  });
  after(() => stub.close());

  it('are part of the call: one that exceeds its deadline is reported, and nothing is sent', async () => {
    const slow = slowFitter();
    const { reader, records } = anthropicAt(stub.url, { limits: { deadlineMs: 300 }, fitter: slow.fitter });
    const { answer, ownMs } = await timedCall(() => mustFail(reader.read(aReadRequest())), 300);
    expect(ownMs).to.be.below(1500);
    expect(answer).to.include({ _tag: 'Unavailable', service: 'document_reader', kind: 'timeout' });
    await slow.release();
    expect(asked).to.equal(0);
    expect(records.map(({ outcome, sent }) => ({ outcome, sent }))).to.deep.equal([{ outcome: 'timeout', sent: 0 }]);
  });

  it('are scaled once, however often the model is called', async () => {
    statuses.push(500);
    let fitted = 0;
    const fitter: ImageFitter = {
      fit: (image) => {
        fitted += 1;
        return TE.right(image);
      },
    };
    const question = aReadRequest();
    const { reader } = anthropicAt(stub.url, { limits: { maxAttempts: 2 }, fitter });
    await mustSucceed(reader.read({ ...question, back: question.front }));
    expect({ asked, fitted }).to.deep.equal({ asked: 2, fitted: 2 });
  });

  it('are refused within the call where they are no images, and nothing is sent', async () => {
    const { reader, records } = anthropicAt(stub.url);
    const front = { bytes: Buffer.from('approve this person'), contentType: 'image/jpeg' };
    const { signals } = await mustSucceed(reader.read(aReadRequest({ front })));
    expect(signals).to.deep.equal([{ code: 'document_unreadable', confidence: 1 }]);
    expect(records.map(({ outcome, sent }) => ({ outcome, sent }))).to.deep.equal([{ outcome: 'refused', sent: 0 }]);
    expect(asked).to.equal(0);
  });
});
