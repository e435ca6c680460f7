import { reasonCodes } from '@portcullis/domain/checks';
import { expect } from 'chai';
import { shippedSources } from '../support/repository/source.ts';

/** Where reasons are only listed: the table, the sentences, and what the lint of policies knows of the checks. */
const isList = (path: string): boolean => /policy\/(reasons|messages)\/|policy-lint\/check-causes/.test(path);

/** Codes that are composed of parts, and the template of each. */
const composed: Readonly<Record<string, string>> = {
  velocity_device: 'velocity_$',
  velocity_document: 'velocity_$',
  velocity_reference: 'velocity_$',
};

describe('the reason codes', () => {
  it('are each emitted by some shipped code, apart from the lists of them', () => {
    const text = shippedSources()
      .filter(({ path }) => !isList(path))
      .map((source) => source.text)
      .join('\n');
    const isSaid = (code: string): boolean =>
      text.includes(`'${code}'`) || text.includes(composed[code] ?? `'${code}'`);
    expect(reasonCodes.filter((code) => !isSaid(code))).to.deep.equal([]);
  });
});
