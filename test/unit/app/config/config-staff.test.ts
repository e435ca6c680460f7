import { readConfig } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { complete } from '../../../support/builders/configurations.ts';

const staffWith = (changes: Readonly<Record<string, string>>) => {
  const read = readConfig({ ...complete, ...changes });
  return E.isLeft(read) ? read.left : read.right.config.staff;
};

describe('where staff sign in', () => {
  it('is nowhere without an address', () => {
    expect(staffWith({})).to.equal(null);
  });

  it('is at CONSOLE_URL, or at PUBLIC_URL', () => {
    expect(staffWith({ PUBLIC_URL: 'https://id.example/' })).to.deep.equal({ url: 'https://id.example' });
    expect(staffWith({ PUBLIC_URL: 'https://id.example', CONSOLE_URL: 'https://desk.example' })).to.deep.equal({
      url: 'https://desk.example',
    });
  });

  it('is at a plain address of this machine, and of no other', () => {
    for (const url of ['http://127.0.0.1:8000', 'http://localhost:8000'])
      expect(staffWith({ CONSOLE_URL: url })).to.deep.equal({ url });
    expect(staffWith({ CONSOLE_URL: 'http://desk.example' })).to.deep.equal([
      { name: 'CONSOLE_URL', rule: 'must be an https address, unless it is one of this machine' },
    ]);
    expect(staffWith({ PUBLIC_URL: 'http://id.example' })).to.equal(null);
  });
});
