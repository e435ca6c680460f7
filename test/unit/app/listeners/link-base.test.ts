import { expect } from 'chai';
import { linkBaseWith } from '#app/listeners/http-settings';

describe('the base of verification URLs', () => {
  it('has the port that the API has got where its own is 0', () => {
    expect(linkBaseWith('http://127.0.0.1:0', 8123)).to.equal('http://127.0.0.1:8123');
    expect(linkBaseWith('http://[::1]:0/page', 8123)).to.equal('http://[::1]:8123/page');
  });

  it('is otherwise as it was configured', () => {
    for (const url of ['https://verify.example', 'https://verify.example/a:0/b', 'http://127.0.0.1:8000'])
      expect(linkBaseWith(url, 8123)).to.equal(url);
  });
});
