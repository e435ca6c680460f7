import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { tokenCommand } from '#cli/commands/token-command';
import { type StubServer, startStub } from '../../../support/servers/stub-server.ts';
import { runSeparately } from '../../../support/services/commands.ts';

const token = { access_token: 'a.b.c', token_type: 'Bearer', expires_in: 3600, scope: 'profiles:read' };

type EnvOf = (url: string) => Readonly<Record<string, string>>;

describe('npx portcullis token', () => {
  let service: StubServer | null = null;
  afterEach(async () => {
    await service?.close();
    service = null;
  });

  const given = (url: string) => ({
    PORTCULLIS_URL: url,
    PORTCULLIS_CLIENT_ID: 'acme',
    PORTCULLIS_CLIENT_SECRET: 's3cr3t',
  });

  const asking = async (status: number, body: object, args: readonly string[] = [], envOf: EnvOf = given) => {
    const asked: string[] = [];
    service = await startStub(async (request, response) => {
      asked.push(`${request.method} ${request.url} ${await text(request)}`);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    return { ...(await runSeparately(tokenCommand, envOf(service.url), ...args)), asked };
  };

  it('prints the token alone, or all of it for a program', async () => {
    const shown = await asking(200, token);
    expect([shown.code, shown.lines, shown.errors]).to.deep.equal([0, ['a.b.c'], []]);
    expect(shown.asked).to.have.length(1);
    expect(shown.asked[0]).to.match(/^POST \/api\/auth\/token /);
    await service?.close();
    const json = await asking(200, token, ['--json']);
    expect(json.lines.map((line) => JSON.parse(line))).to.deep.equal([token]);
  });

  it('asks the service on this machine as the client of its .env, where no sandbox runs', async () => {
    const shown = await asking(200, token, [], (url) => ({
      SANDBOX_DIR: 'nowhere',
      PORT: new URL(url).port,
      JWT_CLIENT_ID: 'main-1a2b',
      JWT_CLIENT_SECRET: 's3cr3t',
    }));
    expect([shown.code, shown.lines, shown.errors]).to.deep.equal([0, ['a.b.c'], []]);
    expect(shown.asked.join()).to.include('main-1a2b');
  });

  it('says why none was issued, without the secret', async () => {
    const { code, errors, lines } = await asking(401, { error: 'invalid_client' });
    expect([code, lines]).to.deep.equal([1, []]);
    expect(errors.join('\n'))
      .to.match(/^No token was issued\. /)
      .and.not.include('s3cr3t');
  });
});
