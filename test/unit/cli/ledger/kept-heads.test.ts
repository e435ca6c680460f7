import { readdirSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Checkpoint, signedText } from '@portcullis/events/ports';
import { expect } from 'chai';
import { storesOver } from '../../../support/records/stores-over.ts';
import { mustSucceed } from '../../../support/run.ts';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';
import { aHeadSigner } from '../../../support/services/log-relay.ts';
import { useHeadFolder } from './head-folder.ts';

describe('heads that npx portcullis ledger checkpoint keeps', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  const { at, heads, journey, keep, keptLog, place, run, signer, verify } = useHeadFolder(database);

  it('are not poisoned by a thief who forges the newest head in the database', async () => {
    const { entries } = await keptLog();
    await journey();
    await place();
    const before = readdirSync(heads());
    const thief = aHeadSigner();
    const log = storesOver(database().client).ledgerLog;
    const newest = await mustSucceed(log.newestHead());
    if (newest === null) throw new Error('there is no head');
    const forged: readonly (readonly [Checkpoint, string])[] = [
      [{ ...newest, time: '2020-01-01T00:00:00.000Z' }, 'head_signature'],
      [
        { ...newest, signature: { publicKey: thief.publicKey, value: newest.signature?.value ?? '' } },
        'head_signature',
      ],
      [{ ...newest, signature: thief.sign(signedText(newest)) }, 'head_signer'],
      [{ ...newest, signature: null }, 'head_signer'],
    ];
    for (const [head, fault] of forged) {
      await mustSucceed(log.putHead(head));
      const { code, lines } = await keep();
      expect(code).to.equal(1);
      expect(lines.join()).to.match(new RegExp(`^The newest head of the log is not believed: .* \\(${fault}\\)`));
      const pinned = await run('checkpoint', '--to', at('new'), '--fingerprint', signer.fingerprint);
      expect(pinned.lines.join()).to.include(`(${fault})`);
      // The heads that were kept say who signs, also where nobody is pinned.
      expect((await verify()).lines.join('\n'))
        .to.include(`BAD  newest head of the log: `)
        .and.to.include(`(${fault})`);
    }
    expect(readdirSync(at('.'))).to.deep.equal(['heads']);
    expect(readdirSync(heads())).to.deep.equal(before);
    await mustSucceed(log.putHead(newest));
    expect((await keep()).lines).to.deep.equal([`${heads()}: the head of ${newest.size} entries.`]);
    expect(newest.size).to.be.above(entries);
  });

  it('are kept by the next run after one that was killed, or that the disk had no room for, while it wrote', async () => {
    await journey();
    await place();
    const some = await open(import.meta.filename);
    const handles: FileHandle = Object.getPrototypeOf(some);
    await some.close();
    const whole = handles.writeFile;
    let whileWriting: readonly string[] = [];
    handles.writeFile = async function (this: FileHandle, text) {
      await this.write(String(text).slice(0, 20));
      whileWriting = readdirSync(heads());
      throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    };
    try {
      expect(await keep()).to.deep.equal({ code: 2, lines: ['The folder of --to cannot be used (ENOSPC).'] });
    } finally {
      handles.writeFile = whole;
    }
    const [part = ''] = whileWriting;
    expect(part).to.match(/^\.[0-9a-f-]+\.part$/);
    expect(readdirSync(heads())).to.deep.equal([]);
    writeFileSync(join(heads(), part), '{"size":');
    expect(await keep()).to.include({ code: 0 });
    expect(await verify()).to.include({ code: 0 });
  });

  it('are kept in no folder that the system refuses, and the run ends', async () => {
    await keptLog();
    const refused = await run('checkpoint', '--to', '/proc/no-such-folder/heads');
    expect(refused.lines).to.deep.equal(['The folder of --to cannot be used (ENOENT).']);
    expect(await run('checkpoint', '--to', at('some/where/else'))).to.include({ code: 0 });
  });

  it('verify with the fingerprint of each key that signed, after the signing key was replaced', async () => {
    await keptLog();
    const next = aHeadSigner();
    await journey();
    await place(next);
    expect(await keep()).to.include({ code: 1 });
    expect(await run('checkpoint', '--to', heads(), '--fingerprint', next.fingerprint)).to.include({ code: 0 });
    const [before, after] = [signer, next].map(({ fingerprint }) => ['--fingerprint', fingerprint]) as [
      string[],
      string[],
    ];
    expect(await verify(...before, ...after)).to.include({ code: 0 });
    const { code, lines } = await verify(...before);
    expect(code).to.equal(1);
    expect(lines).to.include('BAD  newest head of the log: the head was signed by somebody else (head_signer)');
    expect((await verify(...after)).lines.filter((line) => line.endsWith('(head_signer)'))).to.have.length(2);
    expect(await run('verify', '--pack', heads(), ...before, ...after)).to.include({ code: 64 });
  });
});
