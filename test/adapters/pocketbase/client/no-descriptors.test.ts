import { expect } from 'chai';
import { startProgram } from '../../../support/servers/program.ts';
import { unusedAddress } from '../../../support/servers/service-program.ts';

/** Opens files until the system gives no more, and then asks a database. */
const program = `
  import { openSync } from 'node:fs';
  import { pocketbaseClient, pocketbaseDriver } from '@portcullis/adapter-pocketbase';
  const { get } = pocketbaseDriver(pocketbaseClient({ email: 'a@b.c', password: 'p', url: '${unusedAddress}' }));
  const openAll = () => { for (;;) openSync('/dev/null'); };
  let full;
  try { openAll(); } catch (cause) { full = cause.code; }
  const { left } = await get('profiles', 'profile00000001')();
  console.log('found', full, left?.outageCause);
`;

describe('a process without a file descriptor', () => {
  it('says so, and not that the database has cut a connection', async () => {
    const limited = `ulimit -n 256; exec '${process.execPath}' --input-type=module --eval "$PROGRAM"`;
    const run = startProgram('sh', ['-c', limited], { env: { PROGRAM: program } });
    await run.ended;
    expect(run.printed()).to.equal('found EMFILE no_descriptors\n');
  });
});
