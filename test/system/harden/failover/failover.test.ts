import { expect } from 'chai';
import { testHarnesses } from '../harness/test-harnesses.ts';
import { failover } from './failover.ts';
import { killsInOrder } from './kills.ts';
import { haproxySettings, patroniSettings, ttlSeconds } from './patroni-settings.ts';
import { newWriteTimes } from './write-times.ts';

testHarnesses(failover);

const node = { name: 'node1', folder: '/f', dataDir: '/f/data', port: 1, restPort: 2 };

describe('the full form of the failover harness', () => {
  const names = killsInOrder(20).map(({ name }) => name);

  it('kills every kind twice or more, and the node of the primary most often', () => {
    const counts = new Map(names.map((name) => [name, names.filter((other) => other === name).length]));
    expect(Object.fromEntries(counts)).to.deep.equal({
      primary: 8,
      'synchronous-standby': 4,
      'frozen-primary': 4,
      'postgres-alone': 2,
      'etcd-member-alone': 2,
    });
  });

  it('allows no gap of more than the lease and five seconds', () => {
    expect(Math.max(...killsInOrder(20).map(({ gapLimitMs }) => gapLimitMs))).to.equal((ttlSeconds + 5) * 1000);
  });
});

describe('the settings of the failover harness', () => {
  it('have Patroni wait for a synchronous standby, and renew its lease in time', () => {
    const { bootstrap } = JSON.parse(patroniSettings(node, ['127.0.0.1:3'], '/bin'));
    const { loop_wait: loop, retry_timeout: retry, synchronous_mode: isSynchronous, ttl } = bootstrap.dcs;
    expect([isSynchronous, ttl]).to.deep.equal([true, ttlSeconds]);
    expect(loop + 2 * retry).to.be.at.most(ttl);
  });

  it('have HAProxy close the connections of a server that is not the primary any more', () => {
    const lines = haproxySettings(5, [node]).split('\n');
    expect(lines.find((line) => line.includes('default-server'))).to.match(/ on-marked-down shutdown-sessions$/);
    expect(lines).to.include('  server node1 127.0.0.1:1 check port 2');
  });
});

describe('the times of acknowledged writes', () => {
  it('tell the longest time without one, up to the end', () => {
    const times = newWriteTimes();
    for (const at of [90, 110, 250, 260, 900]) times.acknowledgedAt(at);
    expect([times.longestGap(100, 300), times.longestGap(100, 255), times.longestGap(300, 800)]).to.deep.equal([
      140, 140, 500,
    ]);
    expect(times.last()).to.equal(900);
  });
});
