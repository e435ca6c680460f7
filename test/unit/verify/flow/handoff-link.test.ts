import { expect } from 'chai';
import { barePath, handoffLink, isCutLink, readHandoffLink } from '#verify/flow/handoff-link';

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

  it('is read where it was changed on its way', () => {
    const link = `${page}#handoff=eyJ.x-y`;
    for (const url of [
      link.replace('#', '%23').replace('=', '%3D'),
      link.replace('#', '%2523').replace('=', '%253D'),
      link.replace('#', '/#'),
      `${link}.`,
      `${link}>`,
      link.replace('.x', '.%0Ax'),
    ])
      expect(readHandoffLink(url)?.code, url).to.equal('eyJ.x-y');
    expect(readHandoffLink(`${link}?utm_source=a`)?.code).to.equal('eyJ.x-y');
  });

  it('of which a part got lost is told apart from a page that was loaded again', () => {
    expect(
      [`${page}#token=eyJ`, `${page}%23tok`, `${page}#handoff=`, `${page}%23token%3D`].map(isCutLink),
    ).to.deep.equal([true, false, true, true]);
    expect(isCutLink(page)).to.equal(false);
  });

  it('leaves nothing of a token in the path of the page', () => {
    const id = '/verify/p7f2k9x0m4c8v1b';
    expect(
      [id, `${id}/`, `${id}%23token=eyJ.a.b`, `${id}&token=a`, `//${id.slice(1)}`, ''].map(barePath),
    ).to.deep.equal([id, `${id}/`, id, id, id, '/']);
  });

  it('is no other link', () => {
    for (const url of [page, `${page}#token=a.b`, `${page}#handoff=`, `${page}?handoff=a.b`, 'no address'])
      expect(readHandoffLink(url), url).to.equal(null);
  });
});
