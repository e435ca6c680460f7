import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { inFull } from '../../support/effort.ts';
import { filledPocketbase } from '../../support/servers/filled-pocketbase.ts';
import { type Program, startProgram } from '../../support/servers/program.ts';
import { useSandbox } from '../../support/servers/sandbox.ts';

describe('the demo', function () {
  this.timeout(120_000);
  /** One that runs already; without SANDBOX_DIR the demo starts one of its own. */
  const sandbox = useSandbox();
  let folder = '';
  let binaries = '';
  let binary = '';
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-demo-test-'));
    binaries = mkdtempSync(join(tmpdir(), 'portcullis-demo-binaries-'));
    binary = await filledPocketbase(binaries);
  });
  const programs: Program[] = [];

  /** Everything that the demo leaves behind would be in this folder. */
  const demo = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Program => {
    const surroundings = { env: { TMPDIR: folder, POCKETBASE_BIN: binary, ...env } };
    const program = startProgram(process.execPath, ['packages/cli/bundle/demo.js', ...args], surroundings);
    programs.push(program);
    return program;
  };
  const ending = async (program: Program) => ({ code: (await program.ended).code, printed: program.printed() });

  afterEach('end what is left, and look for what was left behind', async () => {
    await Promise.all(programs.splice(0).map((program) => program.remove()));
    expect(readdirSync(folder).filter((name) => name.startsWith('portcullis-demo-'))).to.deep.equal([]);
  });
  after(() => {
    for (const made of [folder, binaries]) rmSync(made, { recursive: true, force: true });
  });

  it('takes a person to an approval that its ledger proves, and prints no token', async () => {
    const { code, printed } = await ending(demo(['--scenario', 'approve'], { SANDBOX_DIR: sandbox().folder }));
    expect(printed).to.match(/=> approved, as expected; its ledger holds; \d+ calls in /);
    expect(printed).to.include('last_name ERIKSSON').and.to.include('document_number L8988901C');
    expect(printed).to.include('1 of 1 scenarios ended as expected');
    expect(printed).not.to.match(/eyJ|Bearer ey/);
    expect(code).to.equal(0);
  });

  inFull('plays an approval, a decline with its reasons and a retry that succeeds, without arguments', async () => {
    const { code, printed } = await ending(demo([]));
    expect(printed).to.match(/^ *approve +approved .*as expected$/m);
    expect(printed).to.match(/^ *decline_face_mismatch +declined, face_mismatch .*as expected$/m);
    expect(printed).to.match(/^ *retry_liveness_then_approve +approved .*as expected$/m);
    expect(printed).to.include('3 of 3 scenarios ended as expected');
    expect(code).to.equal(0);
  });

  inFull('exits with 1 when the person is not approved, and prints the reasons for both sides', async () => {
    const photo = join('test', 'fixtures', 'specimens', 'td3-expired.jpg');
    const { code, printed } = await ending(demo(['--document', photo]));
    expect(printed).to.include('Why, to the partner: document_expired.');
    expect(printed).to.include('Why, to the person:  Your document has expired.');
    expect(printed).to.include('It is kept nowhere: the folder of this sandbox is removed at the end.');
    expect(printed).to.include('=> requires_input, NOT as expected (approved)');
    expect(code).to.equal(1);
  });

  inFull('rejects a missing file, a file that is no image, and an unknown scenario', async () => {
    const missing = await ending(demo(['--document', 'nobody.jpg']));
    expect(missing.printed.trim()).to.match(/nobody\.jpg cannot be read: there is no such file\.$/);
    const text = await ending(demo(['--document', 'package.json']));
    expect(text.printed.trim()).to.match(/package\.json is not a JPEG, PNG or WebP image\.$/);
    const unknown = await ending(demo(['--scenario', 'win']));
    expect(unknown.printed)
      .to.include('--scenario <name> is not valid. Allowed choices are')
      .and.to.include('decline_underage');
    expect([missing.code, text.code, unknown.code]).to.deep.equal([1, 1, 64]);
  });

  inFull('reports the failed call when a sandbox runs but its API is gone', async () => {
    const management = createServer((_, answer) => answer.end('{"status":"ok"}'));
    const gone = createServer();
    const listening = async (server: typeof gone): Promise<string> => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    };
    const base_url = await listening(gone);
    await new Promise((resolve) => gone.close(resolve));
    const info = { base_url, management_url: await listening(management), client_id: 'a', client_secret: 'hidden' };
    writeFileSync(join(folder, 'sandbox.json'), JSON.stringify(info));
    const { code, printed } = await ending(demo(['--scenario', 'approve'], { SANDBOX_DIR: folder }));
    await new Promise((resolve) => management.close(resolve));
    expect(printed).to.include(`POST /api/auth/token: ${base_url} cannot be reached (nothing listens there).`);
    expect(printed).not.to.include('hidden');
    expect(code).to.equal(1);
  });

  inFull('stops its sandbox when it is interrupted', async () => {
    const program = demo(['--scenario', 'approve']);
    await program.prints('POST  /api/profiles/create');
    program.child.kill('SIGTERM');
    expect((await program.ended).code).to.equal(130);
  });
});
