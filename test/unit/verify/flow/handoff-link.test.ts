import { handoffLink, readHandoffLink } from '@portcullis/verify/flow';
import { expect } from 'chai';

const page = 'https://id.example.com/verify/p7f2k9x0m4c8v1b';

describe('the link for another device', () => {
  it('is read to the code and the name that it was made of', () => {
    for (const from of ['Acme', 'Å & B #1 = 100 %', 'شركة', null])
      expect(readHandoffLink(handoffLink(page, 'eyJ.x-_', from))).to.deep.equal({ code: 'eyJ.x-_', from });
    expect(handoffLink(page, 'eyJ.x-_', 'Acme')).to.equal(`${page}#handoff=eyJ.x-_&from=Acme`);
  });

  it('goes without a name that would make its picture too fine', () => {
    expect(handoffLink(page, 'a.b', 'ش'.repeat(80))).to.equal(`${page}#handoff=a.b`);
  });

  it('is no other link', () => {
    for (const url of [page, `${page}#token=a.b`, `${page}#handoff=`, `${page}?handoff=a.b`, 'no address'])
      expect(readHandoffLink(url), url).to.equal(null);
  });
});
