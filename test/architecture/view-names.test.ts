import { expect } from 'chai';
import ts from 'typescript';
import { nodesOf, type Source, shippedSources, sourceFrom } from '../support/repository/source.ts';

/** What the use cases of the domain answer, and the views that are part of it. */
const isView = ({ path }: Source): boolean =>
  /^packages\/((domain|explain)\/src\/use-cases|(events|backoffice)\/src)\//.test(path) ||
  /^packages\/domain\/src\/.*view\.ts$/.test(path);

/** Properties with names of the wire, which are translated in `packages/http/src/responses`, and the reasons. */
const exceptions: Readonly<Record<string, string>> = {
  'packages/backoffice/src/operators/check-health.ts':
    'the components have the names that they have in metrics and in the report of readiness',
};

/** The properties of types that are not in camelCase. */
const wireNamesIn = ({ tree }: Source): readonly string[] =>
  nodesOf(tree)
    .filter(ts.isPropertySignature)
    .map(({ name }) => name.getText(tree))
    .filter((name) => /^\w*[a-z0-9]_\w+$/.test(name));

describe('the views of the domain', () => {
  it('have names in camelCase, which are translated once, in the responses of http', () => {
    const found = shippedSources()
      .filter(isView)
      .flatMap((source) => wireNamesIn(source).map((name) => `${source.path}: ${name}`));
    expect(found.filter((line) => !Object.hasOwn(exceptions, line.replace(/:.*/, '')))).to.deep.equal([]);
  });

  it('are found where a type has a name of the wire', () => {
    const planted = sourceFrom('export type View = { readonly a: { readonly profile_id: string }; readonly b_c?: 1 };');
    expect(wireNamesIn(planted)).to.deep.equal(['profile_id', 'b_c']);
    expect(wireNamesIn(sourceFrom('export type View = { readonly profileId: string };'))).to.deep.equal([]);
  });
});
