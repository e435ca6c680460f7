import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/repository/files.ts';
import { type Unpacked, unpack } from './unpack.ts';

const program = `
import { createClient, webhooks } from '@portcullis/client';
import { readVerificationUrl } from '@portcullis/client/flow';
const fetch = async (url) =>
  url.endsWith('/token') ? Response.json({ access_token: 't', expires_in: 60 }) : Response.json({ status: 'approved' });
const client = createClient({ baseUrl: 'https://a.example', clientId: 'shop', clientSecret: 's', fetch });
const { value } = await client.profiles.get('p1');
const { problem } = await webhooks.verify('{}', {}, ['whsec_QUFB']);
console.log(value.status, problem.code, readVerificationUrl('https://a.example/verify/p1#token=t').profileId);
`;

/** Each line that expects an error compiles only if there is one. */
const typed = `
import { type Client, createClient, type Event, type LocalCode, type ProblemCode, unwrap, webhooks } from '@portcullis/client';
import { createFlowClient } from '@portcullis/client/flow';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const assertSame = <A, B>(_: Same<A, B>): void => undefined;

export const use = async (client: Client): Promise<string> => {
  const got = await client.profiles.get('p1');
  // @ts-expect-error: a result is looked at before its value is used.
  got.value;
  if (!got.ok) {
    assertSame<typeof got.problem.code, ProblemCode | LocalCode>(true);
    // @ts-expect-error: there is no such code.
    if (got.problem.code === 'not_there') return '';
    return got.problem.code === 'events_gone' ? (got.problem.first_cursor ?? '') : got.problem.code;
  }
  assertSame<typeof got.value.view, 'partner'>(true);
  // @ts-expect-error: there is no such status.
  if (got.value.status === 'finished') return '';
  const created = unwrap(await client.profiles.create({ reference: 'a', claimed: { last_name: 'Eriksson' } }));
  assertSame<typeof created.outcome, 'created' | 'reused' | 'superseded'>(true);
  // @ts-expect-error: a profile has a reference.
  await client.profiles.create({});
  // @ts-expect-error: the id is missing.
  await client.profiles.update({ language: 'de' });
  // @ts-expect-error: JSON has no files.
  await client.profiles.update('p1', { document_front: new Blob() });
  await client.profiles.updateWithFiles('p1', { document_front: new Blob(['a']) }, { idempotencyKey: 'k' });
  const file: Blob = unwrap(await client.profiles.readFile('p1', 'f1'));
  for await (const profile of client.profiles.iterate({ status: ['approved', 'declined'] })) if (profile.version > 1) break;
  for await (const { events } of client.events.follow({ types: ['profile.approved'] }))
    for (const event of events) assertSame<typeof event, Event>(true);
  const verified = await webhooks.verify(new Uint8Array(), new Headers(), ['whsec_']);
  if (verified.ok && verified.value.type === 'profile.declined') return verified.value.data.reasons.join(' ');
  return String(file.size);
};

export const page = async (): Promise<'person' | null> => {
  const flow = createFlowClient({ baseUrl: '/', profileId: 'p1', flowToken: 't' });
  // @ts-expect-error: a browser has no secrets.
  createFlowClient({ baseUrl: '/', profileId: 'p1', flowToken: 't', clientSecret: 's' });
  const got = await flow.getProfile();
  return got.ok ? got.value.view : null;
};

export const client = createClient({ baseUrl: 'https://a.example', clientId: 'shop', clientSecret: 's', fetch });
`;

describe('the client in a program of a partner', function () {
  this.timeout(120_000);

  let unpacked: Unpacked;
  before(() => {
    unpacked = unpack(['packages/client']);
  });
  after(() => unpacked.remove());

  it('is one package that needs no other', () => {
    expect(unpacked.names).to.deep.equal(['@portcullis/client']);
  });

  it('runs as it was packed', () => {
    writeFileSync(join(unpacked.folder, 'program.mjs'), program);
    const { stderr, stdout } = spawnSync(process.execPath, ['program.mjs'], {
      cwd: unpacked.folder,
      encoding: 'utf8',
      env: {},
    });
    expect({ stderr, stdout }).to.deep.equal({ stderr: '', stdout: 'approved header_missing p1\n' });
  });

  for (const [where, options] of [
    [
      'a browser',
      { lib: ['ES2022', 'DOM', 'DOM.AsyncIterable'], module: 'ESNext', moduleResolution: 'Bundler', types: [] },
    ],
    ['Node', { lib: ['ES2022'], module: 'NodeNext', moduleResolution: 'NodeNext', types: ['node'] }],
  ] as const) {
    it(`has declarations with which the compiler finds mistakes, in a program for ${where}`, () => {
      const typeRoots = [join(root, 'node_modules/@types')];
      const compilerOptions = {
        ...options,
        target: 'ES2022',
        strict: true,
        noEmit: true,
        skipLibCheck: where === 'Node',
        typeRoots,
      };
      writeFileSync(join(unpacked.folder, 'package.json'), '{ "type": "module" }');
      writeFileSync(join(unpacked.folder, 'typed.ts'), typed);
      writeFileSync(join(unpacked.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
      const tsc = join(root, 'node_modules/.bin/tsc');
      const { stdout } = spawnSync(process.execPath, [tsc, '-p', unpacked.folder, '--pretty', 'false'], {
        encoding: 'utf8',
      });
      expect(stdout).to.equal('');
    });
  }
});
