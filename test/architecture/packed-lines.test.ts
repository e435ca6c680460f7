import { expect } from 'chai';
import ts from 'typescript';
import { allSources, locationOf, nodesOf, type Source, sourceFrom } from '../support/repository/source.ts';

/** An expression without the parentheses and types around it. */
const bare = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)
    ? bare(node.expression)
    : node;

const isLiteral = (node: ts.Expression): boolean =>
  ts.isObjectLiteralExpression(bare(node)) || ts.isArrayLiteralExpression(bare(node));

/** `...{ a, b }` and `...[a, b]`: what is spread could stand there by itself. */
const isSpreadLiteral = (node: ts.Node): boolean =>
  (ts.isSpreadAssignment(node) || ts.isSpreadElement(node) || ts.isJsxSpreadAttribute(node)) &&
  isLiteral(node.expression);

/** Whether every part of a value is written where it stands, so that nothing has to be taken out of it. */
const isWrittenOut = (value: ts.Expression): boolean => {
  const literal = bare(value);
  if (ts.isArrayLiteralExpression(literal)) return !literal.elements.some(ts.isSpreadElement);
  return ts.isObjectLiteralExpression(literal) && !literal.properties.some(ts.isSpreadAssignment);
};

/** `const [a, b] = [1, 2]` and `[a, b] = [1, 2]`, also with braces: each name could have a line. */
const isSeveralAtOnce = (node: ts.Node): boolean => {
  if (ts.isVariableDeclaration(node)) {
    return !ts.isIdentifier(node.name) && node.initializer !== undefined && isWrittenOut(node.initializer);
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  return isLiteral(node.left) && isWrittenOut(node.right);
};

const packed = (source: Source): readonly string[] =>
  nodesOf(source.tree)
    .filter((node) => isSpreadLiteral(node) || isSeveralAtOnce(node))
    .map((node) => locationOf(source, node));

describe('the lines of our sources', () => {
  it('spread no literal into a literal, and give a value to one name at a time', () => {
    expect(allSources().flatMap(packed)).to.deep.equal([]);
  });

  it('are looked at for everything that only saves lines', () => {
    const planted = [
      'const a = {\n  ...{ b, c },\n  d,\n};',
      'const a = [...[b, c], d];',
      "call(...(['b', 'c'] as const));",
      'let [a, b] = [0, 1];',
      'const { a, b } = { a: 1, b: 2 };',
      '[a, b] = [b, a];',
      'for (let [a, b] = [0, 1]; a < b; a += 1) call(a);',
    ];
    const found = planted.map((text) => packed(sourceFrom(text)).length);
    expect(found).to.deep.equal(planted.map(() => 1));
    expect(packed(sourceFrom('const a = <B {...{ c, d }} />;', 'planted.tsx'))).to.deep.equal(['planted.tsx:1']);
  });

  it('may spread what is a value of its own, and take parts out of one', () => {
    const allowed = [
      'const a = { ...b, ...(c === null ? {} : { c }) };',
      'const a = [...b.map(c), ...(d ? [e] : [])];',
      'const [a, b] = await Promise.all([c(), d()]);',
      'const { a, b } = { ...defaults, ...options };',
      'const [first] = [...set];',
      'for (let a = 0, b = 1; a < b; a += 1) call(a);',
    ];
    expect(allowed.flatMap((text) => packed(sourceFrom(text)))).to.deep.equal([]);
  });
});
