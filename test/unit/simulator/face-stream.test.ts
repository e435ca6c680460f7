import { request } from 'node:http';
import { type Simulator, startSimulator } from '@portcullis/vendor-simulator';
import { expect } from 'chai';

describe('the stream of a face check at the vendor simulator', () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ environment: 'test' });
  });
  after(() => simulator.close());

  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const statusOf = (path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const asked = request(`${simulator.url}${path}`, { headers }, (response) => resolve(response.statusCode));
      asked.on('upgrade', (response) => resolve(response.statusCode));
      asked.on('error', reject);
      asked.end();
    });

  it('is refused to who has not signed the address, and recorded', async () => {
    const query =
      'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=ASIAUNKNOWN%2F20261123%2Feu-west-1%2Frekognition%2Faws4_request' +
      `&X-Amz-Date=20261123T190000Z&X-Amz-SignedHeaders=host&X-Amz-Signature=${'0'.repeat(64)}`;
    for (const path of ['', '?session-id=1', `?${query}`])
      expect(await statusOf(`/start-face-liveness-session-websocket${path}`)).to.equal(403);
    expect(simulator.requests().map(({ operation, status }) => [operation, status])).to.deep.equal(
      Array.from({ length: 3 }, () => ['StartFaceLivenessSession', 403]),
    );
  });

  it('is nowhere else', async () => {
    const failed = await statusOf('/anywhere').catch(({ code }) => code);
    expect(failed).to.equal('ECONNRESET');
  });
});
