import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { root, textOf } from '../../support/repository/files.ts';
import { startProgram } from '../../support/servers/program.ts';

describe('the start script of the proxy', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-start-'));
    writeFileSync(join(folder, 'caddy'), '#!/bin/sh\nprintf "%s\\n" "caddy $*"\n');
    chmodSync(join(folder, 'caddy'), 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts it with a program in place of Caddy, which says how it was called. */
  const start = async (env: Readonly<Record<string, string>>) => {
    const path = `${folder}:${process.env['PATH']}`;
    const program = startProgram('/bin/sh', [join(root, 'deploy/proxy/start.sh')], { env: { PATH: path, ...env } });
    const { code } = await program.ended;
    return [code, program.printed()];
  };

  it('is what the image starts, and the file that it starts Caddy with is in the image', async () => {
    const dockerfile = textOf('deploy/proxy/Dockerfile');
    expect(dockerfile).to.include('deploy/proxy/start.sh /usr/local/bin/start-proxy\n');
    expect(dockerfile)
      .to.include('CMD ["start-proxy"]')
      .and.include('COPY deploy/proxy/Caddyfile /etc/caddy/Caddyfile\n');
    expect(await start({})).to.deep.equal([0, 'caddy run --config /etc/caddy/Caddyfile --adapter caddyfile\n']);
  });

  it('refuses the account of an authority for names that none certifies, in a sentence', async () => {
    for (const DOMAIN of ['', 'localhost', 'localhost:8443', 'id.localhost', 'id.home.arpa', 'nas.local', 'a.internal'])
      expect(await start({ DOMAIN, PROXY_TLS: 'ops@example.com' }), DOMAIN).to.deep.equal([
        1,
        `PROXY_TLS is an address for ACME, which certifies no name below ${DOMAIN || 'localhost'}: leave it empty.\n`,
      ]);
  });

  it('takes every other pair of the two', async () => {
    for (const env of [
      { DOMAIN: 'localhost', PROXY_TLS: 'internal' },
      { DOMAIN: 'localhost', PROXY_TLS: '/certificates/a.pem /certificates/a.key' },
      { DOMAIN: 'id.example', PROXY_TLS: 'ops@example.com' },
      { DOMAIN: 'mylocalhost', PROXY_TLS: 'ops@example.com' },
      { DOMAIN: 'local.example', PROXY_TLS: '' },
    ])
      expect((await start(env))[0], JSON.stringify(env)).to.equal(0);
  });
});
