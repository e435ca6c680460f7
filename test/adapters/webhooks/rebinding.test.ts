import { expect } from 'chai';
import { startRaw } from '../../support/servers/raw-server.ts';
import { aRequest, aSender, type Receiver, sendOnce, startReceiver, wordOf } from './receiver.ts';

/** Addresses that a server for names may answer, with a public one before them. */
const inside = [
  '127.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%lo',
  '2606:4700:4700::1111%lo',
  'not an address',
  '',
];

describe('a webhook to a name', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const to = (host: string): string => `http://${host}:${receiver.port}/hooks`;

  it('goes to the address that was judged, with the name as its host', async () => {
    const asked: string[] = [];
    const resolve = async (host: string): Promise<readonly string[]> => {
      asked.push(host);
      return ['127.0.0.1'];
    };
    const result = await sendOnce(aRequest(to('receiver.example')), { resolve });
    expect([wordOf(result), result.address]).to.deep.equal([204, '127.0.0.1']);
    expect(receiver.received.map(({ headers }) => headers.host)).to.deep.equal([`receiver.example:${receiver.port}`]);
    expect(asked).to.deep.equal(['receiver.example']);
  });

  it('is refused when the name is at an address inside, whatever else it is at', async () => {
    const server = await startRaw((socket) => socket.destroy());
    for (const address of inside) {
      for (const answer of [[address], ['93.184.216.34', address], [address, '93.184.216.34']]) {
        const resolve = async (): Promise<readonly string[]> => answer;
        const request = aRequest(`http://mixed.example:${server.port}/`);
        const result = await sendOnce(request, { allowedNetworks: [], resolve });
        expect([wordOf(result), result.address], answer.join()).to.deep.equal(['refused_address', null]);
      }
    }
    // Not even a connection is made, which would tell who listens.
    expect(server.connections()).to.deep.equal([]);
    await server.close();
  });

  it('is resolved once for each connection, so that a second answer (rebinding) is never connected to', async () => {
    // 127.0.0.2 stands for the public address, and 127.0.0.1, where the server is, for the inside.
    const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.1']];
    let asked = 0;
    const resolve = async (): Promise<readonly string[]> => answers[asked++] ?? [];
    const sender = aSender({ allowedNetworks: ['127.0.0.2'], resolve });
    const words: (number | string)[] = [];
    for (const _ of answers) words.push(wordOf(await sender.send(aRequest(to('rebind.example')))()));
    await sender.close();
    expect(words).to.deep.equal(['connection_refused', 'refused_address', 'refused_address']);
    expect([asked, receiver.received.length]).to.deep.equal([3, 0]);
  });

  it('is not resolved again while its connection is kept', async () => {
    let asked = 0;
    const resolve = async (): Promise<readonly string[]> => {
      asked += 1;
      return asked === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
    };
    const sender = aSender({ resolve });
    const first = await sender.send(aRequest(to('kept.example')))();
    const second = await sender.send(aRequest(to('kept.example')))();
    await sender.close();
    expect([first, second].map(({ address }) => address)).to.deep.equal(['127.0.0.1', '127.0.0.1']);
    expect([asked, receiver.received.length]).to.deep.equal([1, 2]);
  });

  it('tries the next address when one does not answer', async () => {
    const resolve = async (): Promise<readonly string[]> => ['127.0.0.3', '127.0.0.1'];
    const result = await sendOnce(aRequest(to('two.example')), { resolve });
    expect([wordOf(result), result.address]).to.deep.equal([204, '127.0.0.1']);
  });

  it('is not sent when the name has no address, or is not resolved in time', async () => {
    const none = await sendOnce(aRequest(to('none.example')), {
      resolve: async () => {
        throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
      },
    });
    const silent = await sendOnce(aRequest(to('silent.example')), {
      deadlineMs: 100,
      resolve: (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    });
    expect([none, silent].map(wordOf)).to.deep.equal(['dns_failed', 'timeout']);
    expect([none.address, silent.address, receiver.received.length]).to.deep.equal([null, null, 0]);
  });
});

describe('a redirect to the inside', () => {
  it('is an answer, and is not followed', async () => {
    const inner = await startReceiver();
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `http://127.0.0.1:${inner.port}/inner`;
      const outer = await startReceiver((_, response) => void response.writeHead(status, { location }).end());
      expect(wordOf(await sendOnce(aRequest(outer.url)))).to.equal(status);
      await outer.close();
    }
    expect(inner.received).to.deep.equal([]);
    await inner.close();
  });
});

describe('a proxy in the environment', () => {
  const names = [
    'http_proxy',
    'HTTP_PROXY',
    'https_proxy',
    'HTTPS_PROXY',
    'all_proxy',
    'ALL_PROXY',
    'NODE_USE_ENV_PROXY',
  ];
  const before: readonly (string | undefined)[] = names.map((name) => process.env[name]);
  afterEach(() => {
    for (const [i, name] of names.entries()) {
      if (before[i] === undefined) delete process.env[name];
      else process.env[name] = before[i];
    }
  });

  it('receives no webhook', async () => {
    const proxy = await startReceiver();
    const receiver = await startReceiver();
    for (const name of names) process.env[name] = name.startsWith('NODE') ? '1' : proxy.url;
    expect(wordOf(await sendOnce(aRequest(receiver.url)))).to.equal(204);
    expect([proxy.received.length, receiver.received.length]).to.deep.equal([0, 1]);
    await Promise.all([proxy.close(), receiver.close()]);
  });
});
