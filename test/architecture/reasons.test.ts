import { reasonCodes } from '@portcullis/domain/checks';
import { expect } from 'chai';
import ts from 'typescript';
import { nodesOf, type Source, shippedSources, sourceFrom } from '../support/repository/source.ts';

/** The table of the reasons, their sentences, and the explanation of decisions give no reason. */
const givesNone = (path: string): boolean =>
  /policy\/(messages\/(?!messages\.ts$)|reason-|[a-z-]*reasons\.ts$)|^packages\/explain\//.test(path);

/** Codes that are composed of parts, and the template of each. */
const composed: Readonly<Record<string, string>> = {
  velocity_device: '`velocity_$',
  velocity_document: '`velocity_$',
  velocity_reference: '`velocity_$',
};

const isTyped = (node: ts.Node, type: RegExp): boolean =>
  ts.isVariableDeclaration(node) && node.type !== undefined && type.test(node.type.getText());

/** Whether a node is the `reasons` of a check, which only says what its `run` may give. */
const isReasonsOfCheck = (node: ts.Node): boolean =>
  ts.isPropertyAssignment(node) &&
  node.name.getText() === 'reasons' &&
  ts.isObjectLiteralExpression(node.parent) &&
  isTyped(node.parent.parent, /^CheckModule\b/);

/** Whether a node is a list of codes at the top of a file, which says something about reasons that others give. */
const isListOfCodes = (node: ts.Node): boolean =>
  isTyped(node, /^readonly (ReasonCode|SignalCode)\[\]$/) && ts.isSourceFile(node.parent.parent.parent);

const mayList = /\b(CheckModule<|(ReasonCode|SignalCode)\[\])/;

/** Answers the text of a file without the lists of codes in it. */
const withoutLists = (source: Source): string =>
  (mayList.test(source.text) ? nodesOf(source.tree) : [])
    .filter((node) => isReasonsOfCheck(node) || isListOfCodes(node))
    .toReversed()
    .reduce((rest, node) => rest.slice(0, node.getStart(source.tree)) + rest.slice(node.getEnd()), source.text);

/** Answers the codes that none of the files gives. */
const unusedCodes = (codes: readonly string[], sources: readonly Source[]): readonly string[] => {
  const text = sources
    .filter(({ path }) => !givesNone(path))
    .map(withoutLists)
    .join('\n');
  return codes.filter((code) => !text.includes(`'${code}'`) && !text.includes(composed[code] ?? `'${code}'`));
};

describe('the reason codes', () => {
  it('are each given by some shipped code, apart from the lists of them', () => {
    expect(unusedCodes(reasonCodes, shippedSources())).to.deep.equal([]);
  });

  it('do not count as given because a list names them', () => {
    const check = sourceFrom(`
      const adverse: readonly ReasonCode[] = ['in_list'];
      export const planted: CheckModule<'planted'> = {
        name: 'planted',
        reasons: ['in_check', 'given'],
        run: () => failed(['given'], []),
      };`);
    const table = sourceFrom("const rows = ['in_table'];", 'packages/domain/src/policy/planted-reasons.ts');
    const codes = ['in_list', 'in_check', 'given', 'in_table', 'velocity_device'];
    expect(unusedCodes(codes, [check, table])).to.deep.equal(['in_list', 'in_check', 'in_table', 'velocity_device']);
  });
});
