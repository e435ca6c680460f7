import { expect } from 'chai';
import { copyCommand } from '#cli/commands/copy-command';
import { runSeparately } from '../../../support/services/commands.ts';

describe('npx portcullis copy', () => {
  it('reads from an address that is one, and that names no account', async () => {
    const to = 'postgres://me:secret@127.0.0.1:1/records';
    for (const from of ['127.0.0.1:8090', 'http://', 'http://me:secret@127.0.0.1:8090', 'ftp://127.0.0.1']) {
      const { code, errors } = await runSeparately(copyCommand, {}, '--from', from, '--to', to);
      expect([code, errors[0]], from).to.deep.equal([
        64,
        '--from <address> is not valid. It must be the address of a PocketBase (http or https), without credentials.',
      ]);
    }
  });
});
