import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { root, textOf } from '../../support/repository/files.ts';

type Frame = {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
};
type Profile = {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame; readonly children?: readonly number[] }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};
type Share = { readonly name: string; readonly percent: number };
type Shares = { readonly sharesIn: (profile: Profile) => { readonly groups: readonly Share[] } };
type SourceNames = {
  readonly sourceOf: (frame: Omit<Frame, 'functionName'>) => { readonly path: string; readonly line: number };
};

const fileUrl = (path: string): string => pathToFileURL(join(root, path)).href;
const { sharesIn }: Shares = await import(fileUrl('bench/src/profile/shares.mjs'));
const { sourceOf }: SourceNames = await import(fileUrl('bench/src/profile/source-names.mjs'));

const frame = (functionName: string, url: string): Frame => ({ functionName, url, lineNumber: 0, columnNumber: 0 });

describe('the shares of a profile', () => {
  /** Each frame is called by the one before, and has the time that stands with it. */
  const groupsOf = (frames: readonly (readonly [Frame, number])[]) => {
    const nodes = frames.map(([callFrame], i) => ({
      id: i + 1,
      callFrame,
      ...(i + 1 < frames.length && { children: [i + 2] }),
    }));
    const samples = nodes.map(({ id }) => id);
    const timeDeltas = frames.map(([, us]) => us);
    const { groups } = sharesIn({ nodes, samples: samples.slice(1), timeDeltas: timeDeltas.slice(1) });
    return Object.fromEntries(groups.map(({ name, percent }) => [name, Math.round(percent)]));
  };

  it('are those of the files, and what V8 and Node do by themselves counts for the caller', () => {
    const groups = groupsOf([
      [frame('(root)', ''), 0],
      [frame('(idle)', ''), 5000],
      [frame('callback', fileUrl('node_modules/koa/lib/application.js')), 100],
      [frame('emit', 'node:events'), 50],
      [frame('checkAccess', fileUrl('packages/http/dist/routes/access.js')), 200],
      [frame('verify', fileUrl('packages/adapters/jose/dist/token-service.js')), 100],
      [frame('update', 'node:internal/crypto/hash'), 50],
      [frame('writeHead', 'node:_http_server'), 300],
      [frame('(garbage collector)', ''), 200],
    ]);
    expect(groups).to.deep.equal({ access: 35, "Node's http and sockets": 30, 'garbage collector': 20, Koa: 15 });
  });

  it('leave the profiler itself out', () => {
    const groups = groupsOf([
      [frame('(root)', ''), 0],
      [frame('decode', fileUrl('node_modules/io-ts/lib/index.js')), 100],
      [frame('stop', fileUrl('bench/src/probe/profiler.mjs')), 100],
      [frame('dispatch', ''), 900],
    ]);
    expect(groups).to.deep.equal({ codecs: 100 });
  });

  it('find the files of the bundle that npm start runs', () => {
    const bundle = 'packages/app/bundle';
    // The files of the build before are still there.
    const built: readonly string[] = JSON.parse(textOf(`${bundle}/files.json`));
    const files = built.filter((name) => name.endsWith('.js'));
    const functions = files.flatMap((name) =>
      textOf(`${bundle}/${name}`)
        .split('\n')
        .flatMap((text, lineNumber) => {
          const columnNumber = text.search(/(?<=^(var|const) \w+ = )(async )?\(/);
          return columnNumber < 0 ? [] : [{ url: fileUrl(`${bundle}/${name}`), lineNumber, columnNumber }];
        }),
    );
    const paths = new Set(functions.map((one) => sourceOf(one).path));
    // Libraries do not always bring the sources that their maps name.
    const own = [...paths].filter((path) => !path.startsWith(join(root, 'node_modules/')));
    expect(own.length).to.be.at.least(100);
    expect(own.filter((path) => !existsSync(path))).to.deep.equal([]);
  });
});
