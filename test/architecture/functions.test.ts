import { expect } from 'chai';
import ts from 'typescript';
import { allSources, locationOf, nodesOf, type Source, sourceFrom } from '../support/repository/source.ts';

/** One function in a thousand has more than 31 statements, and one in a thousand more than 16 branches. */
const maxStatements = 40;
const maxBranches = 20;

const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

/** What a function consists of; what is in a function within it belongs to that one. */
const ownNodes = (of: ts.FunctionLikeDeclaration): readonly ts.Node[] => {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (isFunction(node)) return;
    found.push(node);
    ts.forEachChild(node, visit);
  };
  if (of.body) visit(of.body);
  return found;
};

const isStatement = (node: ts.Node): boolean => ts.isStatement(node) && !ts.isBlock(node);

/** A switch is read as a table, so that it is one branch whatever its cases; and `??` says a value for none. */
const isBranch = (node: ts.Node): boolean =>
  ts.isIfStatement(node) ||
  ts.isConditionalExpression(node) ||
  ts.isIterationStatement(node, false) ||
  ts.isSwitchStatement(node) ||
  ts.isCatchClause(node) ||
  (ts.isBinaryExpression(node) &&
    [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken].includes(node.operatorToken.kind));

const functionsOf = ({ tree }: Source) => nodesOf(tree).filter(isFunction);

const tooLarge = (source: Source): readonly string[] =>
  functionsOf(source).flatMap((one) => {
    const own = ownNodes(one);
    const statements = own.filter(isStatement).length;
    const branches = own.filter(isBranch).length;
    return statements > maxStatements || branches > maxBranches
      ? [`${locationOf(source, one)}: ${statements} statements, ${branches} branches`]
      : [];
  });

/** Everything of the packages; a table of cases, or a script of what a test does, may be longer. */
const sources = () => allSources().filter(({ path }) => path.startsWith('packages/'));

describe('functions', () => {
  it('have at most 40 statements and 20 branches', () => {
    expect(sources().flatMap(tooLarge)).to.deep.equal([]);
  });

  it('are found by this rule, and counted without those within them', () => {
    expect(sources().flatMap(functionsOf).length).to.be.at.least(5000);
    const statements = (count: number) => 'call();\n'.repeat(count);
    const branches = (count: number) => 'const a = b ? 1 : 2;\n'.repeat(count);
    const planted = (text: string) => tooLarge(sourceFrom(`const f = () => {\n${text}};`));
    expect(planted(statements(maxStatements + 1))).to.deep.equal(['planted.ts:1: 41 statements, 0 branches']);
    expect(planted(branches(maxBranches + 1))).to.deep.equal(['planted.ts:1: 21 statements, 21 branches']);
    expect(planted('if (a && b) return;\n'.repeat(11))).to.deep.equal(['planted.ts:1: 22 statements, 22 branches']);
    expect(planted(statements(maxStatements))).to.deep.equal([]);
    expect(planted(branches(maxBranches))).to.deep.equal([]);
    expect(planted(`${statements(30)}const g = () => {\n${statements(30)}};\n`)).to.deep.equal([]);
    expect(planted(`switch (a) {\n${'case b: return c;\n'.repeat(30)}}\n`)).to.deep.equal([]);
  });
});
