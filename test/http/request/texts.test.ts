import { expect } from 'chai';
import { bodyOf, multipartType } from '../../support/http/multipart.ts';
import { openServer, type TestRequest, type TestServer } from '../../support/http/server.ts';
import { ada } from '../../support/http/stub-services.ts';

/** Texts with something that nobody sees, and texts that show nothing. */
const hidden = ['\u202egpj.exe', 'a\u2066b', 'a\u0085b', 'a\u2028b', 'a\u{e0041}', 'a\u009b'];
const blank = ['  ', '\u200b', '\u3164'];
/** A blank in these is beside something visible. */
const partly = ['/redirect_url', '/claimed/email'];

const json =
  (method: string, path: string, body: (text: string) => object) =>
  (text: string): TestRequest => ({
    method,
    path,
    headers: { authorization: 'Bearer machine', 'content-type': 'application/json' },
    body: JSON.stringify(body(text)),
  });
const create = (more: (text: string) => object) =>
  json('POST', '/api/profiles/create', (text) => ({ reference: 'customer-1', ...more(text) }));
const claim = (field: string, around: (text: string) => string = (text) => text) =>
  create((text) => ({ claimed: { [field]: around(text) } }));
const review = (more: (text: string) => object) =>
  json('POST', `/api/status_history/${ada}`, (text) => ({
    event: 'review_declined',
    reviewer: { id: 'staff-0217' },
    ...more(text),
  }));
const event = (more: (text: string) => object) =>
  json('POST', `/api/verification_history/${ada}`, (text) => ({ type: 'partner.call_made', ...more(text) }));

/** Every text that a client can store, and the pointer at which it is refused. */
const stored: readonly (readonly [pointer: string, request: (text: string) => TestRequest])[] = [
  ['/reference', json('POST', '/api/profiles/create', (reference) => ({ reference }))],
  ...['full_name', 'first_name', 'last_name', 'document_number', 'address', 'gender', 'phone', 'country'].map(
    (field) => [`/claimed/${field}`, claim(field)] as const,
  ),
  ['/claimed/email', claim('email', (text) => `a${text}@example.org`)],
  ['/claimed/first_name', json('PATCH', `/api/profiles/${ada}`, (text) => ({ claimed: { first_name: text } }))],
  ['/metadata/plan', create((text) => ({ metadata: { plan: text } }))],
  ['/metadata', create((text) => ({ metadata: { [text]: 'basic' } }))],
  ['/metadata/plan', json('PATCH', `/api/profiles/${ada}`, (text) => ({ metadata: { plan: text } }))],
  ['/metadata', json('PATCH', `/api/profiles/${ada}`, (text) => ({ metadata: { [text]: null } }))],
  ['/language', create((language) => ({ language }))],
  ['/redirect_url', create((text) => ({ redirect_url: `https://example.org/${text}` }))],
  [
    '/consent/locale',
    json('PATCH', `/api/profiles/${ada}`, (locale) => ({ consent: { text_version: '1', locale, granted: true } })),
  ],
  [
    '/consent/text_version',
    json('PATCH', `/api/profiles/${ada}`, (text) => ({ consent: { text_version: text, locale: 'en', granted: true } })),
  ],
  ['/device/event_id', json('PATCH', `/api/profiles/${ada}`, (text) => ({ device: { event_id: text } }))],
  ['/note', review((note) => ({ note }))],
  ['/reason', review((reason) => ({ reason }))],
  ['/reviewer/id', review((id) => ({ reviewer: { id } }))],
  ['/reviewer/name', review((name) => ({ reviewer: { id: 'staff-0217', name } }))],
  ['/type', event((type) => ({ type }))],
  ['/outcome', event((outcome) => ({ outcome }))],
  ['/data', event((text) => ({ data: { text } }))],
  ['/data', event((text) => ({ data: { [text]: 1 } }))],
  ['/data', event((text) => ({ data: { list: [{ deep: [text] }] } }))],
  [
    '/language',
    (text) => ({
      method: 'PATCH',
      path: `/api/profiles/${ada}`,
      headers: { authorization: 'Bearer flow', 'content-type': multipartType },
      body: bodyOf([{ name: 'language', content: text }]),
    }),
  ],
];

describe('a text that a client stores', () => {
  let server: TestServer;
  before(async () => {
    server = await openServer();
  });
  after(() => server.close());

  stored.forEach(([pointer, request], i) => {
    it(`is refused at ${pointer} when it hides something or shows nothing (${i + 1})`, async () => {
      for (const text of [...hidden, ...(partly.includes(pointer) ? [] : blank)]) {
        const { json: answer, status } = await server.send(request(text));
        expect(status, JSON.stringify(text)).to.equal(400);
        const { code, errors } = Object(answer);
        expect({ code, pointer: errors?.[0]?.pointer }, JSON.stringify(text)).to.deep.equal({
          code: 'invalid_request',
          pointer,
        });
      }
    });
  });

  it('may have several lines and any script, and is named with its rule where it is refused', async () => {
    const accepted = create(() => ({
      claimed: { full_name: 'علی\u200cرضا', address: '12 Long Street\n\t98765 Utopia' },
    }))('');
    expect((await server.send(accepted)).status).to.equal(201);
    const refused = await server.send(create((text) => ({ claimed: { gender: text } }))('\u202e'));
    expect(Object(refused.json).errors[0].message).to.equal(
      'expected a text of 1 to 40 characters, not only blanks, without control, direction and tag characters',
    );
  });
});
