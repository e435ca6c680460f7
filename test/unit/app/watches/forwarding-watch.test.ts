import { EventEmitter } from 'node:events';
import { Server } from 'node:http';
import { BlockList } from 'node:net';
import { expect } from 'chai';
import { watchForwarding } from '#app/watches/forwarding-watch';

type Headers = { readonly [name: string]: string };

describe('the watch over what proxies forward', () => {
  const trusted = new BlockList();
  trusted.addSubnet('10.0.0.0', 8, 'ipv4');
  const ofClient = { 'x-forwarded-for': '192.0.2.1' };

  const noticed = (...requests: readonly (readonly [peer: string, headers: Headers, socket?: EventEmitter])[]) => {
    let count = 0;
    const logged: unknown[] = [];
    const server = new Server();
    const logger = { warn: (event: string, fields?: object) => void logged.push({ event, ...fields }) };
    watchForwarding(server, trusted, logger, {
      countUnreadForwarding: () => {
        count += 1;
      },
    });
    for (const [remoteAddress, headers, socket = new EventEmitter()] of requests)
      server.emit('request', { headers, socket: Object.assign(socket, { remoteAddress }) }, {});
    return { count, logged };
  };

  it('counts the connections of a peer that is not trusted, and logs the first one with a private address', () => {
    const socket = new EventEmitter();
    const { count, logged } = noticed(
      ['192.168.7.1', {}],
      ['192.168.7.1', ofClient, socket],
      ['192.168.7.1', ofClient, socket],
      ['::ffff:192.168.7.2', ofClient],
    );
    expect(count).to.equal(2);
    expect(logged).to.have.length(1);
    expect(logged[0]).to.include({ event: 'proxy_not_trusted', variable: 'TRUSTED_PROXIES', host: '192.168.7.1' });
  });

  it('logs no address that can be that of a person', () => {
    for (const address of ['203.0.113.9', '2001:db8::7']) {
      const { count, logged } = noticed([address, ofClient]);
      expect([count, logged.length, JSON.stringify(logged).includes(address)]).to.deep.equal([1, 1, false]);
    }
  });

  it('says nothing of a trusted proxy, unless that writes a header that is not read', () => {
    expect(noticed(['10.1.2.3', ofClient], ['10.1.2.3', {}]).count).to.equal(0);
    expect(noticed(['10.1.2.3', { forwarded: 'for=192.0.2.1' }]).count).to.equal(1);
    expect(noticed(['10.1.2.3', { 'x-real-ip': '192.0.2.1' }]).count).to.equal(1);
    expect(noticed(['10.1.2.3', { ...ofClient, 'x-real-ip': '192.0.2.1' }]).count).to.equal(0);
  });
});
