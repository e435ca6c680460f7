import { expect } from 'chai';
import { openProduction, type Production } from '../../support/servers/production.ts';
import type { Program } from '../../support/servers/program.ts';
import { describeRedis, type RunningRedis, startRedis } from '../../support/servers/redis.ts';
import { linesOf, listenerUrl, startService } from '../../support/servers/service-program.ts';

const statusAt = async (url: string, token: string): Promise<number> => {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}`, Connection: 'close' } });
  await answer.arrayBuffer();
  return answer.status;
};

describe('the management listener of a service', function () {
  this.timeout(120_000);
  let production: Production;
  before(async () => {
    production = await openProduction({ LIMIT_HEADER_BYTES: '8192' });
  });
  after(() => production.close());

  it('sends the security headers with every response, even to malformed requests', async () => {
    const { managementUrl } = production;
    const asked = [
      fetch(`${managementUrl}/livez`),
      fetch(`${managementUrl}/nothing`),
      fetch(`${managementUrl}/livez`, { method: 'POST' }),
    ];
    const long = fetch(`${managementUrl}/livez`, { headers: { a: 'x'.repeat(9000) } });
    const answers = await Promise.all([...asked, long]);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 404, 405, 431]);
    for (const { headers } of answers) {
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('content-security-policy')).to.contain("default-src 'none'");
      expect(headers.get('cache-control')).to.equal('no-store');
    }
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  });
});

describeRedis('two instances of the service with one Redis', function () {
  this.timeout(120_000);
  let redis: RunningRedis;
  let production: Production;
  let second: Program;
  before(async () => {
    redis = await startRedis();
    production = await openProduction({ REDIS_URL: redis.url, LIMIT_CLIENT_PER_MINUTE: '10' });
    second = startService(production.environment);
  });
  after(async () => {
    second.child.kill('SIGTERM');
    await second.ended;
    await second.remove();
    await production.close();
    await redis.stop();
  });

  it('share the budget of a client, and continue separately when Redis is gone', async () => {
    const urls = [production.baseUrl, await listenerUrl(second, 'ready')];
    const ask = async (count: number): Promise<readonly number[]> => {
      const statuses: number[] = [];
      for (let i = 0; i < count; i += 1) statuses.push(await statusAt(`${urls[i % 2]}/api/settings`, production.token));
      return statuses;
    };
    const shared = await ask(14);
    expect(shared.filter((status) => status === 200)).to.have.length(10);
    expect(shared.slice(10)).to.deep.equal([429, 429, 429, 429]);
    await redis.stop();
    const alone = await ask(26);
    expect(alone.filter((status) => status === 200)).to.have.length(20);
    expect(alone.every((status) => status === 200 || status === 429)).to.equal(true);
    await second.prints('"event":"rate_limits_alone"');
    const told = linesOf(second).filter(({ event }) => event === 'rate_limits_alone');
    expect(told).to.have.length(1);
    expect(told[0]).to.include({ level: 'warn' });
  });
});
