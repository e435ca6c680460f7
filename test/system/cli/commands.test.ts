import { expect } from 'chai';
import { startProgram } from '../../support/servers/program.ts';

const portcullis = async (...args: readonly string[]) => {
  const program = startProgram('packages/cli/bin/portcullis.mjs', args);
  const { code } = await program.ended;
  return { code, printed: program.printed() };
};

/** Answers every command, from the help text. */
const commands = async (): Promise<readonly string[]> => {
  const { printed } = await portcullis('--help');
  return /<([a-z|]+)>/.exec(printed)?.[1]?.split('|') ?? [];
};

describe('the commands of npx portcullis', function () {
  this.timeout(60_000);

  it('are listed in the help, and for an unknown command', async () => {
    const asked = await portcullis('--help');
    const list = /^Usage: npx portcullis <doctor(\|[a-z]+)*>\nEach of them says more with --help\.\n$/;
    expect(asked.code).to.equal(0);
    expect(asked.printed).to.match(list);
    expect(await portcullis('-h')).to.deep.equal(asked);
    for (const args of [[], ['repair']]) expect(await portcullis(...args)).to.deep.equal({ ...asked, code: 64 });
    expect(await commands()).to.include.members(['doctor', 'ledger', 'list', 'policy', 'replay']);
  });

  it('print their usage and exit codes with --help, and do nothing else', async () => {
    const told = (await commands()).map(async (command) => ({ command, ...(await portcullis(command, '--help')) }));
    for (const { code, command, printed } of await Promise.all(told)) {
      expect(code, command).to.equal(0);
      expect(printed, command).to.match(new RegExp(`^npx portcullis ${command}\\b`));
      expect(printed.replaceAll('\n', ' '), command).to.match(/Exit code: 0 when .*\b64 for .*\.\s*$/);
      const longest = Math.max(...printed.split('\n').map((line) => line.length));
      expect(longest, command).to.be.at.most(140);
    }
  });

  it('exit with 64 and print their usage for unknown arguments, without an environment', async () => {
    const told = (await commands()).map(async (command) => ({ command, ...(await portcullis(command, '--nonsense')) }));
    for (const { code, command, printed } of await Promise.all(told)) {
      expect(code, command).to.equal(64);
      expect(printed, command).to.include(`npx portcullis ${command}`);
    }
  });
});
