import { linkedProfile, readVerificationUrl } from '@portcullis/client/flow';
import { expect } from 'chai';

const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const signature = Buffer.alloc(32, 0xfb).toString('base64url');
const flowToken = [
  base64url('{"alg":"HS256","typ":"flow+jwt"}'),
  base64url('{"sub":"p7f2k9x0m4c8v1b"}'),
  signature,
].join('.');
const profileId = 'p7f2k9x0m4c8v1b';
const page = `https://verify.example/verify/${profileId}`;
const link = `${page}#token=${flowToken}`;

/** A link in lines of 76, as mails wrap it. */
const wrapped = (end: string): string => (link.match(/.{1,60}/g) ?? []).join(end);

describe('a verification URL', () => {
  it('is read as it was made', () => {
    expect(readVerificationUrl(link)).to.deep.equal({ profileId, flowToken });
    expect(readVerificationUrl('https://a.example/verify/p1#token=t')).to.deep.equal({
      profileId: 'p1',
      flowToken: 't',
    });
    expect(readVerificationUrl('https://verify.example/verify/verify/p1#token=a.b.c')?.profileId).to.equal('p1');
  });

  const changed: { readonly [what: string]: string } = {
    'the # encoded': link.replace('#', '%23'),
    'the # and the = encoded': link.replace('#', '%23').replace('=', '%3D'),
    'encoded twice': `${page}${encodeURIComponent(encodeURIComponent(`#token=${flowToken}`))}`,
    'encoded three times': `${page}${[1, 2, 3].reduce((text) => encodeURIComponent(text), `#token=${flowToken}`)}`,
    'a final slash before the #': link.replace('#', '/#'),
    'a final slash': `${link}/`,
    'two slashes': link.replace('/verify/', '//verify//'),
    'a parameter behind the token': `${link}?utm_source=mail&utm_medium=email`,
    'a parameter after &': `${link}&utm_source=mail`,
    'a parameter before the #': link.replace('#', '?utm_source=mail#'),
    'a fragment of another program': `${link}#:~:text=Open`,
    'a line that is wrapped with a blank': wrapped(' '),
    'a line that is wrapped with %20': wrapped('%20'),
    'a line that is wrapped with %0A': wrapped('%0A'),
    'a line that is wrapped with %0D%0A': wrapped('%0D%0A'),
    'a line that is wrapped as quoted-printable': wrapped('=%0D%0A').replace('#token=', '#token=3D'),
    'a line that is wrapped as quoted-printable, without the line end': wrapped('='),
    'a line that is wrapped in an answer': wrapped('%0A%3E%20'),
    'a line that is wrapped in HTML': wrapped('%3Cbr%3E'),
    'a tab': wrapped('%09'),
    'zero-width characters': wrapped('%E2%80%8B').replaceAll('%E2%80%8B', '\u200b'),
    'a dot doubled by SMTP': link.replace('.eyJ', '..eyJ'),
    'the host in capitals': link.replace('https://verify.example', 'HTTPS://VERIFY.EXAMPLE'),
    'the path in capitals': link.replace('/verify/', '/VERIFY/'),
    'the id in capitals': link.replace(profileId, profileId.toUpperCase()),
    'the name of the token in capitals': link.replace('#token', '#Token'),
    'the = of HTML': link.replace('=', '&#61;'),
    'words of the message': `${link} Please open it.`,
  };
  for (const [what, url] of Object.entries(changed))
    it(`is read with ${what}`, () => {
      expect(readVerificationUrl(url)).to.deep.equal({ profileId, flowToken });
    });

  for (const end of [
    '.',
    '>',
    ')',
    ',',
    ';',
    ':',
    '!',
    '"',
    "'",
    '”',
    '’',
    '»',
    ']',
    '}',
    '*',
    '_',
    '&gt;',
    '%3E',
    '%22',
    '%',
    '.)',
    '…',
  ])
    it(`is read with ${end} at its end`, () => {
      expect(readVerificationUrl(`${link}${end}`)).to.deep.equal({ profileId, flowToken });
      expect(readVerificationUrl(`${page}${end}#token=${flowToken}`)).to.deep.equal({ profileId, flowToken });
    });

  it('is none where its token is not whole, or is missing', () => {
    for (const url of [
      page,
      `${page}#`,
      `${page}#token=`,
      link.slice(0, -1),
      link.slice(0, 90),
      'no address',
      flowToken,
    ])
      expect(readVerificationUrl(url), url).to.equal(null);
    expect(linkedProfile(page)).to.equal(profileId);
  });
});
