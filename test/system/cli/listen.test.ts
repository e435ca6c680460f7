import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { inFull } from '../../support/effort.ts';
import { root } from '../../support/repository/files.ts';
import { type Program, startProgram } from '../../support/servers/program.ts';
import { useSandbox } from '../../support/servers/sandbox.ts';
import { type StubServer, startStub } from '../../support/servers/stub-server.ts';

describe('npx portcullis listen and trigger, with a sandbox', function () {
  this.timeout(120_000);
  const sandbox = useSandbox();
  let folder = '';
  let receiver: StubServer | null = null;
  const received: { readonly id: string; readonly type: string }[] = [];
  const programs: Program[] = [];
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-listen-'));
    receiver = await startStub(async (request, response) => {
      const { type } = JSON.parse(await text(request));
      received.push({ id: String(request.headers['webhook-id']), type });
      response.writeHead(204).end();
    });
  });
  after(async () => {
    await Promise.all(programs.map((program) => program.remove()));
    await receiver?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts a command in an empty folder, beside the sandbox of `SANDBOX_DIR`. */
  const portcullis = (...args: readonly string[]): Program => {
    const options = { env: { SANDBOX_DIR: sandbox().folder }, cwd: folder };
    const program = startProgram(join(root, 'packages/cli/bin/portcullis.mjs'), args, options);
    programs.push(program);
    return program;
  };

  it('take a person to an approval and its events to a receiver, until Ctrl-C', async () => {
    const listening = portcullis('listen', '--forward-to', `${receiver?.url}/hooks`);
    await listening.prints('Waiting for events.');
    const trigger = portcullis('trigger', 'approve');
    expect((await trigger.ended).code, trigger.printed()).to.equal(0);
    const [, id] = /^([a-z0-9]{15}) {2}approved\n$/.exec(trigger.printed()) ?? [];
    expect(id, trigger.printed()).to.be.a('string');
    await listening.prints(`profile.approved        ${id}  204 in `);
    listening.child.kill('SIGINT');
    expect((await listening.ended).code).to.equal(0);
    expect(received.map(({ type }) => type)).to.deep.equal(
      ['created', 'consent_given', 'submitted', 'approved'].map((type) => `profile.${type}`),
    );
    expect(new Set(received.map((one) => one.id)).size).to.equal(4);
    expect(readFileSync(join(folder, '.portcullis/listen.json'), 'utf8')).to.include('"delivered": null');

    const tail = portcullis('events', 'tail', '--after', 'oldest', '--json');
    await tail.prints('profile.approved');
    tail.child.kill('SIGTERM');
    expect((await tail.ended).code).to.equal(0);
    expect(tail.printed()).to.include(`"id":"${id}"`);
    const unread = portcullis('events', 'tail', '--after', 'oldest');
    unread.child.stdout?.destroy();
    expect((await unread.ended).code).to.equal(0);
    const replay = portcullis('events', 'replay', '--from', 'oldest', '--forward-to', `${receiver?.url}`);
    expect((await replay.ended).code).to.equal(0);
    expect(received.slice(4)).to.deep.equal(received.slice(0, 4));
  });

  inFull('say what the sandbox refuses', async () => {
    const tail = portcullis('events', 'tail', '--after', 'b1.0000000000000000');
    expect((await tail.ended).code).to.equal(1);
    expect(tail.printed()).to.match(/^The feed is not answered\. invalid_request: .*\n$/);
  });
});
