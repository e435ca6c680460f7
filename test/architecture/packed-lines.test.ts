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

const maxOnOneLine = 5;

/** Whether more than five properties of a value or of a type stand on one line. */
const isFullLine = (node: ts.Node): boolean => {
  const items = ts.isObjectLiteralExpression(node) ? node.properties : ts.isTypeLiteralNode(node) ? node.members : [];
  const lines = new Map<number, number>();
  if (items.length <= maxOnOneLine) return false;
  for (const item of items) {
    const at = ts.getLineAndCharacterOfPosition(item.getSourceFile(), item.getStart()).line;
    lines.set(at, (lines.get(at) ?? 0) + 1);
  }
  return Math.max(...lines.values()) > maxOnOneLine;
};

const conditionsIn = (node: ts.Node): number => {
  if (ts.isParenthesizedExpression(node)) return conditionsIn(node.expression);
  return ts.isConditionalExpression(node)
    ? 1 + Math.max(...[node.condition, node.whenTrue, node.whenFalse].map(conditionsIn))
    : 0;
};

/** `a ? b : c ? d : e ? f : g`: three questions in one expression. */
const isLongChoice = (node: ts.Node): boolean => conditionsIn(node) > 2;

const packed = (source: Source): readonly string[] =>
  nodesOf(source.tree)
    .filter((node) => [isSpreadLiteral, isSeveralAtOnce, isFullLine, isLongChoice].some((rule) => rule(node)))
    .map((node) => locationOf(source, node));

describe('the lines of our sources', () => {
  it('are not filled where one thing a line would do', () => {
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
      'const a = { b, c, d, e, f, g };',
      'type A = { b: C; c: C; d: C; e: C; f: C; g: C };',
      'const a = b ? 1 : c ? 2 : d ? 3 : 4;',
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
      'const a = {\n  b,\n  c,\n  d,\n  e,\n  f,\n  g,\n};',
      'const a = b ? 1 : c ? 2 : 3;',
    ];
    expect(allowed.flatMap((text) => packed(sourceFrom(text)))).to.deep.equal([]);
  });
});
