import { createContainer, silentLogger, Tokens } from '@portcullis/app';
import { expect } from 'chai';
import { clients, configOf, faultsOf } from '../../../support/builders/configurations.ts';

const base64 = (...bytes: readonly (readonly number[] | string)[]): string =>
  Buffer.concat(
    bytes.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  ).toString('base64');
const png = (more = 20) =>
  base64(
    '\x89PNG\r\n\x1a\n',
    Array.from({ length: more }, () => 1),
  );
const jpeg = base64([0xff, 0xd8, 0xff, 0xe0]);
const webp = base64('RIFF', [1, 2, 3, 4], 'WEBPVP8 ');

const page = {
  name: 'Bank Müller & Söhne',
  logo: `data:image/png;base64,${png()}`,
  accent_color: '#0B5fff',
  privacy_url: 'https://acme.example/privacy?lang=de',
  terms_url: 'https://acme.example/terms',
  support_url: 'https://help.acme.example/',
  home_url: 'https://acme.example',
};

describe('how a client says that its partner shows itself to people', () => {
  it('is read as it was written, with the colour in small letters', () => {
    const [first, second, third] = configOf({
      JWT_CLIENTS_JSON: clients({ page }, { client_id: 'b', page: {} }, { client_id: 'c' }),
    }).tokens.clients;
    expect(first?.page).to.deep.equal({
      name: page.name,
      logo: page.logo,
      accentColor: '#0b5fff',
      privacyUrl: page.privacy_url,
      termsUrl: page.terms_url,
      supportUrl: page.support_url,
      homeUrl: page.home_url,
    });
    expect(Object.values(second?.page ?? {})).to.deep.equal([null, null, null, null, null, null, null]);
    expect(third).not.to.have.property('page');
  });

  const rules = {
    name: 'must be a text of 1 to 80 characters',
    logo: 'must be a data: URL of a PNG, JPEG or WebP picture in base64, of at most 32 KiB',
    accent_color: 'must be a colour such as #1a2b3c',
    home_url: 'must be a public https URL, without user and password',
  };
  const wrong: readonly (readonly [keyof typeof rules, unknown])[] = [
    ['name', ''],
    ['name', 'x'.repeat(81)],
    ['name', 'a\u202eb'],
    ['name', 7],
    ['logo', `data:image/svg+xml;base64,${base64('<svg/>')}`],
    ['logo', `data:image/png;base64,${jpeg}`],
    ['logo', `data:image/jpeg;base64,${png()}`],
    ['logo', `data:image/png;base64,${png(32 * 1024)}`],
    ['logo', `data:image/png;base64,${png()}!`],
    ['logo', `data:image/png,${png()}`],
    ['logo', 'data:image/png;base64,'],
    ['logo', 'https://acme.example/logo.png'],
    ['accent_color', '#fff'],
    ['accent_color', '0b5fff'],
    ['accent_color', '#0b5ffg'],
    ['accent_color', 'red'],
    ['home_url', 'http://acme.example/'],
    ['home_url', 'http://localhost/'],
    ['home_url', 'https://u:p@acme.example/'],
    ['home_url', 'https://10.0.0.5/'],
    ['home_url', 'https://intranet/'],
    ['home_url', 'javascript:alert(1)'],
    ['home_url', 'mailto:help@acme.example'],
  ];
  for (const [field, value] of wrong)
    it(`is refused with the rule and without the value: ${field} ${JSON.stringify(value).slice(0, 50)}`, () => {
      const [fault, ...more] = faultsOf({ JWT_CLIENTS_JSON: clients({ page: { [field]: value } }) });
      expect([fault?.name, more]).to.deep.equal([`JWT_CLIENTS_JSON[0].page.${field}`, []]);
      expect(fault?.rule.startsWith(rules[field]), fault?.rule).to.equal(true);
    });

  it('takes a logo of each type, up to its limit', () => {
    for (const logo of [`jpeg;base64,${jpeg}`, `webp;base64,${webp}`, `png;base64,${png(32 * 1024 - 8)}`])
      expect(
        faultsOf({ JWT_CLIENTS_JSON: clients({ page: { logo: `data:image/${logo}` } }) }),
        logo.slice(0, 30),
      ).to.deep.equal([]);
  });

  it('has no other field', () => {
    expect(faultsOf({ JWT_CLIENTS_JSON: clients({ page: { slogan: 'x' } }) })).to.deep.equal([
      { name: 'JWT_CLIENTS_JSON[0].page', rule: 'has an unknown field' },
    ]);
  });

  it('is that of the team of a profile, or else of the whole partner', async () => {
    const named = (name: string) => ({ page: { name } });
    const config = configOf({
      NODE_ENV: 'test',
      JWT_CLIENTS_JSON: clients(
        { client_id: 'none' },
        { client_id: 'team', team_id: 't1', ...named('Team') },
        { client_id: 'partner', ...named('Partner') },
        { client_id: 'later', ...named('Later') },
        { client_id: 'other', partner_id: 'p2', team_id: 't2', ...named('Other') },
      ),
    });
    const container = await createContainer(config, 'vendors', silentLogger);
    const { partnerOf } = container.get(Tokens.publicSettings);
    const nameFor = (partnerId: string, teamId: string | null) => partnerOf?.({ partnerId, teamId })?.name;
    expect(nameFor('p1', null)).to.equal('Partner');
    expect(nameFor('p1', 't1')).to.equal('Team');
    expect(nameFor('p1', 't9')).to.equal('Partner');
    expect(nameFor('p2', 't2')).to.equal('Other');
    expect(nameFor('p2', null)).to.equal(undefined);
    expect(nameFor('p3', 't1')).to.equal(undefined);
  });
});
