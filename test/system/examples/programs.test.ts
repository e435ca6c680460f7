import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, unwrap } from '@portcullis/client';
import { expect } from 'chai';
import { english } from '#verify/texts/english';
import { findChromium, launchChromium } from '../../support/browser/chromium.ts';
import { performStep, personClientAt } from '../../support/clients/api-client.ts';
import { inFull } from '../../support/effort.ts';
import { root } from '../../support/repository/files.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { type Program, startProgram } from '../../support/servers/program.ts';
import { useSandbox } from '../../support/servers/sandbox.ts';

const examples = join(root, 'examples');

describe('the examples', () => {
  it('each say in at most fifteen lines what they are, and how one command starts them', () => {
    const folders = readdirSync(examples).filter((name) => !name.endsWith('.mjs'));
    expect(folders).to.include.members(['embed-domain', 'partner-express', 'partner-fetch', 'vendor-liveness']);
    for (const name of folders) {
      const readme = readFileSync(join(examples, name, 'README.md'), 'utf8');
      expect(readme.trimEnd().split('\n').length, name).to.be.at.most(15);
      expect(readme).to.contain(`npm run example -- ${name}\n`);
    }
  });
});

describe('the example of the domain in a program', () => {
  it('decides about two people, says why, and sees that a ledger was changed', () => {
    const printed = execFileSync(process.execPath, ['examples/embed-domain/verify.mjs'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(printed)
      .to.match(/^approve: approved$/m)
      .and.to.match(/^decline_face_mismatch: declined$/m);
    expect(printed).to.match(/^ {2}face_match failed face_mismatch$/m);
    expect(printed.match(/the ledger: unchanged/g)).to.have.lengthOf(2);
    expect(printed.match(/with another date: changed/g)).to.have.lengthOf(2);
  });
});

describe('the command of the examples', function () {
  this.timeout(90_000);
  let folder = '';
  let program: Program;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-examples-'));
  });
  afterEach(async () => {
    await program?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (name: string, env: Readonly<Record<string, string>> = {}): Program => {
    program = startProgram(process.execPath, [join(examples, 'start.mjs'), name], { env, cwd: folder });
    return program;
  };

  it('starts the vendor of liveness checks with a link, and ends it', async () => {
    await start('vendor-liveness').prints('#token=');
    program.child.kill('SIGINT');
    expect((await program.ended).code).to.equal(0);
  });

  it("ends with its sandbox as a partner's program has ended", async () => {
    const taken = createServer((_, response) => response.writeHead(404).end());
    const port = await freePort();
    await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
    try {
      expect((await start('partner-express', { PORT: String(port) }).ended).code).to.equal(1);
      expect(program.printed()).to.contain('EADDRINUSE');
    } finally {
      taken.close().closeAllConnections();
    }
  });

  it('names the examples where it knows none of that name', async () => {
    expect((await start('partner').ended).code).to.equal(64);
    for (const name of readdirSync(examples).filter((one) => !one.endsWith('.mjs')))
      expect(program.printed()).to.contain(name);
  });
});

describe('the examples of partners', function () {
  this.timeout(90_000);
  const sandbox = useSandbox();
  const programs: Program[] = [];
  afterEach(async () => {
    for (const program of programs.splice(0)) await program.remove();
  });

  const start = (file: string, more: Readonly<Record<string, string>> = {}): Program => {
    const { base_url, client_id, client_secret } = sandbox().info;
    const env = { PORTCULLIS_URL: base_url, CLIENT_ID: client_id, CLIENT_SECRET: client_secret, ...more };
    const program = startProgram(process.execPath, [join(examples, file)], { env, cwd: root });
    programs.push(program);
    return program;
  };

  /** The person of a link does all that they are asked for. Answers the id of the profile. */
  const followLink = async (link: string): Promise<string> => {
    const { hash, pathname } = new URL(link);
    const id = pathname.replace('/verify/', '');
    const person = personClientAt(sandbox().info.base_url, id, new URLSearchParams(hash.slice(1)).get('token') ?? '');
    for (const step of ['consent', 'document_front', 'liveness'] as const) await performStep(person, step, 'td3-valid');
    return id;
  };

  it('print a link, the events and the decision, with plain Node', async () => {
    const program = start('partner-fetch/partner.mjs');
    await program.prints('#token=');
    await followLink(/http\S+#token=\S+/.exec(program.printed())?.[0] ?? '');
    await program.prints('The profile is approved.');
    expect(program.printed()).to.contain('profile.submitted\n').and.to.contain('  liveness passed\n');
    expect((await program.ended).code).to.equal(0);
  });

  it('wait as long as the service says, and get a new token before theirs ends, with plain Node', async () => {
    const asked: string[] = [];
    const profile = { id: 'a', status: 'approved', checks: [] };
    const answers: { readonly [path: string]: object } = {
      '/api/auth/token': { access_token: 'one', expires_in: 0 },
      '/api/profiles/create': { profile, verification_url: 'http://127.0.0.1/verify/a' },
      '/api/events?wait=25': { data: [{ type: 'profile.approved', data: profile }], next_after: 'b' },
      '/api/profiles/a': profile,
    };
    const service = createServer(({ url = '' }, response) => {
      asked.push(url);
      const isFirst = asked.filter((one) => one === url).length === 1;
      if (isFirst) response.writeHead(503, { 'Retry-After': '0' }).end('{"code":"database_unavailable"}');
      else response.end(JSON.stringify(answers[url]));
    });
    const port = await freePort();
    await new Promise<void>((resolve) => service.listen(port, '127.0.0.1', resolve));
    try {
      const program = start('partner-fetch/partner.mjs', { PORTCULLIS_URL: `http://127.0.0.1:${port}` });
      await program.prints('The profile is approved.');
      const [token = '', ...paths] = Object.keys(answers);
      expect(asked).to.deep.equal([token, ...paths.flatMap((path) => [token, path, path])]);
    } finally {
      service.close().closeAllConnections();
    }
  });

  const startServer = async (
    more: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly server: Program; readonly address: string }> => {
    const { base_url: baseUrl, client_id: clientId, client_secret: clientSecret } = sandbox().info;
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const client = createClient({ baseUrl, clientId, clientSecret });
    const { endpoint, secret } = unwrap(await client.webhookEndpoints.create({ url: `${address}/webhooks` }));
    const server = start('partner-express/server.mjs', { PORT: String(port), WEBHOOK_SECRETS: secret, ...more });
    await server.prints('Open http');
    unwrap(await client.webhookEndpoints.ping(endpoint.id));
    return { server, address };
  };

  it('send a person to the page, take the webhook of the approval, and show it, with Express', async () => {
    const { address, server } = await startServer();
    expect(await (await fetch(address)).text()).to.contain('<form method="post" action="/applications">');
    const apply = (first: string): Promise<Response> =>
      fetch(`${address}/applications`, {
        method: 'POST',
        body: new URLSearchParams({ first_name: first, last_name: 'Eriksson' }),
        redirect: 'manual',
      });
    const cookieOf = ({ headers }: Response): string => (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const result = async (cookie: string): Promise<string> =>
      (await fetch(`${address}/result?status=approved`, { headers: { Cookie: cookie }, redirect: 'manual' })).text();
    const other = await result(cookieOf(await apply('<b>Anna')));
    expect(other).to.contain('<h1>Not finished yet</h1>').and.to.contain('&#60;b&#62;Anna').and.not.to.contain('<b>');
    expect(await result('application=of-nobody')).to.not.contain('Anna');

    const applied = await apply('Anna Maria');
    expect(applied.status).to.equal(303);
    const id = await followLink(applied.headers.get('location') ?? '');
    const { base_url: baseUrl, client_id: clientId, client_secret: clientSecret } = sandbox().info;
    const { reference } = unwrap(await createClient({ baseUrl, clientId, clientSecret }).profiles.get(id));
    expect(cookieOf(applied), 'what the staff of the service see opens nothing').to.not.contain(reference);
    await server.prints(`${id} is approved (webhook)`);
    expect(await result(cookieOf(applied)))
      .to.contain('<h1>Welcome</h1>')
      .and.to.contain('<li class="passed">liveness</li>');
  });

  it('lead back to their own public address, whatever a request calls it, by a cookie for https alone', async () => {
    const { address, server } = await startServer({ PUBLIC_URL: 'https://bank.example' });
    expect(server.printed()).to.equal('Open https://bank.example\n');
    const applied = await fetch(`${address}/applications`, {
      method: 'POST',
      body: new URLSearchParams({ first_name: 'Anna', last_name: 'Eriksson' }),
      redirect: 'manual',
    });
    expect(applied.headers.get('set-cookie')).to.match(/; Secure/);
    const { base_url: baseUrl, client_id: clientId, client_secret: clientSecret } = sandbox().info;
    const client = createClient({ baseUrl, clientId, clientSecret });
    const id = new URL(applied.headers.get('location') ?? '').pathname.replace('/verify/', '');
    expect(unwrap(await client.profiles.get(id)).redirect_url).to.equal('https://bank.example/result');
  });

  it('believe no webhook that is not signed', async () => {
    const { address } = await startServer();
    const body = JSON.stringify({ type: 'profile.approved', data: { id: 'a', status: 'approved', version: 9 } });
    expect((await fetch(`${address}/webhooks`, { method: 'POST', body })).status).to.equal(400);
  });

  const chromium = findChromium();
  if (chromium !== null)
    inFull('lead a person who clicks through them back to the partner', async () => {
      const { address } = await startServer();
      const browser = await launchChromium(chromium, null);
      try {
        const page = await browser.newPage();
        await page.goto(address);
        await page.getByLabel('First names').fill('Anna Maria');
        await page.getByLabel('Last name').fill('Eriksson');
        await page.getByRole('button', { name: 'Verify my identity' }).click();
        await page.getByRole('button', { name: english.welcome_start }).click();
        await page.getByRole('button', { name: english.consent_agree }).click();
        await page.getByRole('button', { name: english.continue }).click();
        await page.locator('input[type=file]').setInputFiles(join(root, 'test/fixtures/specimens/td3-valid.jpg'));
        await page.getByRole('button', { name: english.check_yes }).click();
        await page.getByRole('button', { name: english.face_start }).click();
        await page.getByRole('button', { name: english.simulated_finish }).click();
        await page.getByText(english.result_return.split('{')[0] ?? '').click();
        await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor({ timeout: 30_000 });
      } finally {
        await browser.close();
      }
    });
});
