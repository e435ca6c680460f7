import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { simulatedReferenceImage } from '@portcullis/adapter-memory';
import { type Client, createClient, unwrap } from '@portcullis/client';
import { t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import type { OwnAdapters } from '#app/composition/own-adapters';
import type { RunningSandbox, SandboxOptions } from '#cli/sandbox/sandbox';
import { english } from '#verify/texts/english';
import { findChromium, launchChromium } from '../../support/browser/chromium.ts';
import { performStep, readReply, Session, sendRequest } from '../../support/clients/api-client.ts';
import { newPerson, sandboxScenario } from '../../support/clients/journey.ts';
import { waitUntil } from '../../support/clock/until.ts';
import { inFull } from '../../support/effort.ts';
import { root } from '../../support/repository/files.ts';
import { mustFail } from '../../support/run.ts';
import { fillDataFolder } from '../../support/servers/pocketbase.ts';
import { sharedAdapters } from '../../support/servers/shared-adapters.ts';

const AcmeSession = t.intersection([
  Session,
  t.type({ provider: t.string, expires_at: t.string, client_parameters: t.record(t.string, t.string) }),
]);

type Closed = { readonly close: () => Promise<void> };
type StartAcme = (account: { readonly apiKey: string }) => Promise<Closed & { readonly url: string }>;

type Example = {
  readonly acmeAdapters: (account: { readonly apiKey: string; readonly url: string }) => OwnAdapters & Closed;
  readonly startAcmeSandbox: (
    options: SandboxOptions,
  ) => Promise<RunningSandbox & { readonly close: () => Promise<void> }>;
};

const folderOfExample = join(root, 'examples/vendor-liveness');

describe('the example of a vendor of liveness checks', function () {
  this.timeout(90_000);
  let folder: string;
  let example: Example;
  let startAcme: StartAcme;
  let running: Awaited<ReturnType<Example['startAcmeSandbox']>>;
  let client: Client;
  let baseUrl: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-example-'));
    await fillDataFolder(join(folder, 'pb_data'));
    example = await import(pathToFileURL(join(folderOfExample, 'start.mjs')).href);
    ({ startAcme } = await import(pathToFileURL(join(folderOfExample, 'stub.mjs')).href));
    running = await example.startAcmeSandbox({ folder, port: 0, shared: sharedAdapters() });
    const { base_url, client_id: clientId, client_secret: clientSecret } = running.info;
    baseUrl = base_url;
    client = createClient({ baseUrl, clientId, clientSecret });
  });
  after(async () => {
    await running?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const arrive = () => newPerson({ baseUrl, token: running.info.token, choose: sandboxScenario }, 'approve');

  /** The origins to which the page may connect, by its policy. */
  const pageOrigins = async (): Promise<readonly string[]> => {
    const policy = (await fetch(`${baseUrl}/verify/anybody`)).headers.get('content-security-policy') ?? '';
    const directive = policy.split('; ').find((one) => one.startsWith('connect-src')) ?? '';
    return directive.split(' ').slice(2);
  };

  it('is five files', () => {
    expect(readdirSync(folderOfExample).sort()).to.deep.equal([
      'README.md',
      'adapter.mjs',
      'component.js',
      'start.mjs',
      'stub.mjs',
    ]);
  });

  it('is named by the service, and its component is a script of the page that reaches no other origin', async () => {
    const { checks } = readReply(
      t.type({ checks: t.type({ liveness: t.unknown }) }),
      await sendRequest(baseUrl, { path: '/', token: running.info.token }),
    );
    expect(checks.liveness).to.deep.equal({ status: 'configured', name: 'acme' });
    const script = await fetch(`${baseUrl}/verify/assets/liveness-acme.js`);
    expect(await script.text()).to.equal(readFileSync(join(folderOfExample, 'component.js'), 'utf8'));
    expect(await pageOrigins()).to.deep.equal([]);
  });

  it('leads to an approval by its verdict, with a token for a session and a picture through the service', async () => {
    const person = await arrive();
    const { flowToken: token } = person;
    for (const step of ['consent', 'document_front'] as const) await performStep(person, step, 'td3-valid');
    const opening = { method: 'POST', path: '/api/face-liveness/session', token, json: {} } as const;
    const openedAt = Date.now();
    const session = readReply(AcmeSession, await sendRequest(baseUrl, opening), 201);
    expect(session).to.include({ provider: 'acme' }).and.not.have.any.keys('region', 'challenge');
    expect(session.client_parameters).to.deep.equal({ look: 'straight ahead' });
    expect(session.session_id).to.match(/^[\w-]{128}$/);
    expect(Date.parse(session.expires_at) - openedAt).to.be.at.least(600_000);
    const capture = async (by: string, id = session.session_id) => {
      const answer = await fetch(`${baseUrl}/api/face-liveness/session/${id}/capture`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${by}`, 'Content-Type': 'application/octet-stream' },
        body: new Uint8Array(simulatedReferenceImage()),
      });
      return [answer.status, answer.status === 204 ? null : Object(await answer.json()).code];
    };
    const other = await arrive();
    await performStep(other, 'consent', 'td3-valid');
    expect(await capture(other.flowToken)).to.deep.equal([404, 'not_found']);
    const result = () => sendRequest(baseUrl, { path: `/api/face-liveness/results/${session.session_id}`, token });
    const Live = t.type({ live: t.union([t.boolean, t.null]) });
    expect(readReply(Live, await result())).to.deep.include({ live: null });
    expect(await capture(token)).to.deep.equal([204, null]);
    expect(await capture(token)).to.deep.equal([409, 'capture_submitted']);
    expect(readReply(Live, await result())).to.deep.include({ live: true });
    const { status, status_reasons: reasons } = unwrap(await client.profiles.get(person.profileId));
    expect([status, reasons]).to.deep.equal(['approved', []]);
  });

  it('is unavailable where its key is wrong, and says so in the words of the domain', async () => {
    const vendor = await startAcme({ apiKey: 'the key' });
    const { close, liveness } = example.acmeAdapters({ apiKey: 'another', url: vendor.url });
    const call = { profileId: 'abc000000000001', attempt: 1 };
    const failure = await mustFail(liveness?.open({ call, challenge: 'movement', requestToken: 'a' }) ?? expect.fail());
    expect(failure).to.include({ _tag: 'Unavailable', service: 'liveness', kind: 'not_configured' });
    await close();
    await vendor.close();
  });

  it('stops a camera that the browser grants after the check was removed', async () => {
    const { mountLiveness } = await import(pathToFileURL(join(folderOfExample, 'component.js')).href);
    let stopped = 0;
    const stream = { getTracks: () => [{ stop: () => (stopped += 1) }] };
    let give = (_: typeof stream): void => undefined;
    const given = new Promise<typeof stream>((resolve) => {
      give = resolve;
    });
    const element = { style: {}, addEventListener: () => undefined, replaceChildren: () => undefined };
    const own = ['document', 'navigator'].map((name) => [name, Reflect.getOwnPropertyDescriptor(globalThis, name)]);
    const browser = {
      document: { createElement: () => ({ ...element }) },
      navigator: { mediaDevices: { getUserMedia: () => given } },
    };
    try {
      for (const [name, value] of Object.entries(browser))
        Object.defineProperty(globalThis, name, { value, configurable: true });
      const remove: () => void = mountLiveness(element, {
        say: String,
        onFault: expect.fail,
        session: { client_parameters: { look: 'up' } },
      });
      remove();
      give(stream);
      await waitUntil(() => stopped > 0);
    } finally {
      for (const [name, descriptor] of own)
        if (typeof descriptor === 'object') Object.defineProperty(globalThis, String(name), descriptor);
        else Reflect.deleteProperty(globalThis, String(name));
    }
    expect(stopped).to.equal(1);
  });

  const chromium = findChromium();
  if (chromium !== null)
    inFull('is shown by its component on the page of the person', async () => {
      const browser = await launchChromium(chromium, null, { args: ['--use-fake-device-for-media-stream'] });
      try {
        const person = await arrive();
        for (const step of ['consent', 'document_front'] as const) await performStep(person, step, 'td3-valid');
        const context = await browser.newContext({ permissions: ['camera'] });
        const page = await context.newPage();
        const errors: string[] = [];
        page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
        page.on('pageerror', (error) => errors.push(String(error)));
        await page.goto(`${baseUrl}/verify/${person.profileId}#token=${person.flowToken}`);
        await page.getByRole('button', { name: english.welcome_start }).click();
        await page.getByRole('button', { name: english.face_start }).click();
        await page.locator('video').waitFor();
        await page.getByRole('button', { name: english.face_start }).click();
        await page.getByRole('heading', { level: 1, name: english.approved_title }).waitFor({ timeout: 30_000 });
        expect(errors).to.deep.equal([]);
      } finally {
        await browser.close();
      }
    });
});
