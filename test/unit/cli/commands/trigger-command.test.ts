import { scenarioNames } from '@portcullis/adapter-memory';
import { expect } from 'chai';
import { triggerCommand } from '#cli/commands/trigger-command';
import { type StubServer, startStub } from '../../../support/servers/stub-server.ts';
import { runSeparately } from '../../../support/services/commands.ts';

describe('npx portcullis trigger', () => {
  let service: StubServer | null = null;
  afterEach(async () => {
    await service?.close();
    service = null;
  });

  /** A service that issues tokens and has settings, and the paths of what it was asked. */
  const serviceWith = async (sandbox: object | null) => {
    const asked: string[] = [];
    service = await startStub((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      request.resume();
      const token = { access_token: 'a-token', token_type: 'Bearer', expires_in: 3600, scope: 'profiles:write' };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(request.url === '/api/auth/token' ? token : { sandbox }));
    });
    const env = { PORTCULLIS_URL: service.url, PORTCULLIS_CLIENT_ID: 'acme', PORTCULLIS_CLIENT_SECRET: 's3cr3t' };
    return { asked, env, url: service.url };
  };

  it('refuses a service that is no sandbox, and creates nothing there', async () => {
    const { asked, env, url } = await serviceWith(null);
    const run = await runSeparately(triggerCommand, env, 'approve');
    expect([run.code, run.lines]).to.deep.equal([1, []]);
    expect(run.errors).to.deep.equal([`${url} is no sandbox: it verifies people, and plays no scenarios.`]);
    expect(asked).to.deep.equal(['POST /api/auth/token', 'GET /api/settings']);
  });

  it('refuses a sandbox that does not have the scenario', async () => {
    const { asked, env } = await serviceWith({ scenarios: [{ name: 'approve' }] });
    const run = await runSeparately(triggerCommand, env, 'decline_face_mismatch');
    expect(run.code).to.equal(1);
    expect(run.errors[0]).to.match(/is of another release, which does not have this scenario\.$/);
    expect(asked).to.have.lengthOf(2);
  });

  it('lists the scenarios without a service', async () => {
    const run = await runSeparately(triggerCommand, {}, '--list');
    expect(run.code).to.equal(0);
    expect(run.lines.map((line) => line.split(' ')[0])).to.deep.equal([...scenarioNames]);
    expect(run.lines[0]).to.match(/^approve +Everything is well\.$/);
  });

  it('refuses scenarios and arguments that it does not know, and a photo that is none', async () => {
    const wrong: readonly (readonly [RegExp, readonly string[]])[] = [
      [/^<scenario> is missing: --list prints them all\./, []],
      [/^Too many arguments:/, ['approve', 'approve']],
      [/^There is no scenario of that name: --list prints them all\./, ['win']],
      [/^Give --list alone\./, ['--list', 'approve']],
    ];
    for (const [says, args] of wrong) {
      const run = await runSeparately(triggerCommand, {}, ...args);
      expect([run.code, says.test(run.errors[0] ?? '')], args.join(' ')).to.deep.equal([64, true]);
    }
    const { asked, env } = await serviceWith({ scenarios: [{ name: 'approve' }] });
    const missing = await runSeparately(triggerCommand, env, 'approve', '--document', 'nobody.jpg');
    expect([missing.code, asked]).to.deep.equal([1, []]);
    expect(missing.errors[0]).to.match(/nobody\.jpg cannot be read: there is no such file\.$/);
  });
});
