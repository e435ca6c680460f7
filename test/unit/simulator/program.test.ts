import { expect } from 'chai';
import { askEvent } from '../../support/clients/vendor-calls.ts';
import { type Program, startProgram } from '../../support/servers/program.ts';

describe('the program of the vendor simulator', function () {
  this.timeout(60_000);

  let programs: Program[] = [];
  const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Program => {
    const program = startProgram(process.execPath, ['packages/simulator/dist/main.js', ...args], { env });
    programs.push(program);
    return program;
  };
  const urlOf = async (program: Program): Promise<string> => {
    await program.prints('Ctrl-C ends it.');
    return /CLOUD_ENDPOINT_URL=(\S+)/.exec(program.printed())?.[1] ?? '';
  };
  afterEach(async () => {
    for (const program of programs) await program.remove();
    programs = [];
  });

  it('prints every variable that configures the service for it, with values that it accepts itself', async () => {
    const program = start(['--port', '0', '--page', 'https://verify.example.com/start']);
    const url = await urlOf(program);
    const variables = [...program.printed().matchAll(/^ {2}([A-Z_]+)=(\S+)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]);
    expect(Object.fromEntries(variables)).to.deep.equal({
      NODE_ENV: 'development',
      CLOUD_ENDPOINT_URL: url,
      CLOUD_REGION: 'eu-west-1',
      CLOUD_ACCESS_KEY_ID: 'AKIASIMULATOR0000001',
      CLOUD_SECRET_ACCESS_KEY: 'simulator/secret/that/opens/nothing/0001',
      AI_ENDPOINT_URL: url,
      AI_MODEL: 'claude-sonnet-5-5',
      AI_API_KEY: 'sk-ant-simulator-key-that-opens-nothing',
      FINGERPRINT_ENDPOINT_URL: url,
      FINGERPRINT_SECRET_KEY: 'simulatorKeyOpensNothing',
    });
    const { body } = await askEvent(url, 'sim-abc000000000001');
    expect(body).to.include({ linked_id: 'abc000000000001', url: 'https://verify.example.com/start' });
  });

  it('ends at an interrupt, with a call that was never answered still open', async () => {
    const program = start(['--port', '0']);
    const url = await urlOf(program);
    const faults = [{ vendor: 'fingerprint', kind: 'stalled_headers' }];
    await fetch(`${url}/_simulator/script`, { method: 'PUT', body: JSON.stringify({ faults }) });
    const open = askEvent(url, 'sim-1').catch((thrown: unknown) => thrown);
    for (let requests = ''; !requests.includes('events.get'); ) {
      requests = await (await fetch(`${url}/_simulator/requests`)).text();
    }
    program.child.kill('SIGINT');
    expect(await program.ended).to.deep.equal({ code: 0, signal: null });
    expect(await open).to.be.instanceOf(TypeError);
  });

  it('does not start with NODE_ENV=production', async () => {
    const program = start(['--port', '0'], { NODE_ENV: 'production' });
    expect(await program.ended).to.deep.equal({ code: 78, signal: null });
    expect(program.printed()).to.equal(
      'The simulator plays vendors that let everybody through: not with NODE_ENV=production.\n',
    );
  });

  it('does not start inside of a production process either', async () => {
    const text =
      "import('@portcullis/vendor-simulator').then(({ startSimulator }) => startSimulator({ environment: process.env.NODE_ENV }))";
    const program = startProgram(process.execPath, ['-e', text], { env: { NODE_ENV: 'production' } });
    programs.push(program);
    expect((await program.ended).code).to.equal(1);
    expect(program.printed()).to.include('The simulator does not play vendors with NODE_ENV=production.');
  });

  it('does not start inside of a process that does not say what it is', async () => {
    const text = "import('@portcullis/vendor-simulator').then(({ startSimulator }) => startSimulator({}))";
    const program = startProgram(process.execPath, ['-e', text], { env: { NODE_ENV: 'production' } });
    programs.push(program);
    expect((await program.ended).code).to.equal(1);
    expect(program.printed()).to.include('startSimulator must be told its environment');
  });

  it('prints its usage for wrong arguments', async () => {
    for (const args of [
      ['--port', '70000'],
      ['--port', '-1'],
      ['--host', '0.0.0.0'],
      ['--page', 'nowhere'],
      ['start'],
    ]) {
      const program = start(args);
      expect(await program.ended, args.join(' ')).to.deep.equal({ code: 64, signal: null });
      expect(program.printed()).to.match(/^Usage: npm run simulator -- /);
    }
  });

  it('reports that its port is in use', async () => {
    const { port } = new URL(await urlOf(start(['--port', '0'])));
    const second = start(['--port', port]);
    expect(await second.ended).to.deep.equal({ code: 1, signal: null });
    expect(second.printed()).to.equal('The port cannot be listened on (EADDRINUSE): name another one with --port.\n');
  });
});
