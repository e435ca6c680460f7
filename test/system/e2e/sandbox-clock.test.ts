import { t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { sandboxCommand } from '#cli/commands/sandbox-command';
import { readReply, sendRequest } from '../../support/clients/api-client.ts';
import { useSandbox } from '../../support/servers/sandbox.ts';
import { runCommand } from '../../support/services/commands.ts';

const Token = t.type({ access_token: t.string });
const Created = t.type({ profile: t.type({ id: t.string, status: t.string }) });
const Shown = t.type({ status: t.string });

const tooFar =
  'The clock of a sandbox goes a hundred years ahead, and no further. Begin again with npm run sandbox -- --fresh.';

describe('the clock of a sandbox', function () {
  this.timeout(120_000);
  const sandbox = useSandbox();

  it('is moved by a command, so that links and tokens end as if the time had passed', async () => {
    const { folder, info } = sandbox();
    const { base_url: baseUrl, client_id, client_secret, token } = info;
    const json = { reference: 'customer-1', claimed: {} };
    const created = await sendRequest(baseUrl, { method: 'POST', path: '/api/profiles/create', token, json });
    const { profile } = readReply(Created, created, 201);
    expect(profile.status).to.equal('created');

    const env = { SANDBOX_DIR: folder };
    const { code, lines } = await runCommand(sandboxCommand, env, 'advance', '8d', '--json');
    const moved: unknown = JSON.parse(lines.join('\n'));
    expect([code, moved]).to.have.nested.property('1.ahead_ms', 8 * 86_400_000);
    expect((await runCommand(sandboxCommand, env, 'time')).lines[0]).to.match(/^In the sandbox it is .*Z\.$/);

    const path = `/api/profiles/${profile.id}`;
    let status = 200;
    // The sandbox looks at its clock ten times a second.
    while (status === 200) ({ status } = await sendRequest(baseUrl, { path, token }));
    expect(status).to.equal(401);
    const asked = { grant_type: 'client_credentials', client_id, client_secret };
    const issued = await sendRequest(baseUrl, { method: 'POST', path: '/api/auth/token', json: asked });
    const { access_token } = readReply(Token, issued);
    expect(readReply(Shown, await sendRequest(baseUrl, { path, token: access_token })).status).to.equal('expired');
  });

  it('is moved by no other word, and only where there is a sandbox', async () => {
    const { folder } = sandbox();
    for (const duration of ['-1d', '30', '0d', '1y', '999999d'])
      expect((await runCommand(sandboxCommand, { SANDBOX_DIR: folder }, 'advance', duration)).code).to.equal(64);
    const ahead = async (): Promise<unknown> => {
      const told = await runCommand(sandboxCommand, { SANDBOX_DIR: folder }, 'time', '--json');
      return Object(JSON.parse(told.lines.join(''))).ahead_ms;
    };
    const before = await ahead();
    const beyond = await runCommand(sandboxCommand, { SANDBOX_DIR: folder }, 'advance', '36600d');
    expect([beyond.code, beyond.lines[0]]).to.deep.equal([1, tooFar]);
    expect(await ahead()).to.equal(before);
    const elsewhere = await runCommand(sandboxCommand, { SANDBOX_DIR: `${folder}-none` }, 'advance', '1d');
    expect(elsewhere.code).to.equal(1);
  });
});
