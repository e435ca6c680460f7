import fc from 'fast-check';
import type { routesFor } from '#http/server';
import { aFile, boundary, closing, multipartType, openBody, type Part } from '../../../support/http/multipart.ts';
import { type Pictures, pictureFrom } from './pictures.ts';
import { jsonText, text, value } from './values.ts';

/** A route as the route table has it. */
export type Route = ReturnType<typeof routesFor>[number];
export type Form = NonNullable<Route['body']['multipart']>;

/** What is sent, and its declared content type. */
export type EncodedBody = { readonly type: string; readonly body: readonly (string | Uint8Array)[] };

const texts: { readonly [name: string]: readonly string[] } = {
  consent: ['{"text_version":"1","locale":"en","granted":true}'],
  device: ['{"event_id":"sim-{own}"}'],
  claimed: ['{"first_name":"Anna Maria"}'],
  metadata: ['{"plan":"basic"}', '{"plan":null}'],
  language: ['en', 'pt-BR'],
  profile_id: ['{own}', '{filed}'],
  document_type_hint: ['passport', 'id_card'],
  country_hint: ['UTO'],
};

const oddHeaders = fc.constantFrom(
  '',
  'X: y',
  'Content-Disposition: form-data',
  'Content-Disposition: attachment; name="consent"',
  'Content-Disposition: form-data; name="consent"; name="device"',
  'Content-Disposition: form-data; name=consent',
  'Content-Disposition: form-data; name="document_front"; filename="../../../etc/passwd"',
  'Content-Disposition: form-data; name="document_front"; filename*=UTF-8\'\'%00%2e%2e%2fx',
  'Content-Disposition: form-data; name="__proto__"',
  'Content-Disposition: form-data; name="constructor"; filename="a"',
  `Content-Disposition: form-data; name="${'n'.repeat(5000)}"`,
  `Content-Disposition: form-data; name="consent"\r\n${'X-A: b\r\n'.repeat(400)}X-B: c`,
  'Content-Disposition: form-data; name="consent"\r\nContent-Transfer-Encoding: base64',
  'Content-Disposition: form-data; name="consent"\r\nContent-Type: multipart/mixed; boundary=inner',
  'Content-Disposition: form-data; name="consent"\r\nContent-Type: text/plain; charset=utf-16',
  'Content-Disposition: form-data; name="consent"\nX: bare line feed',
  'Content-Disposition: form-data; name="con\u0000sent"',
  'Content-Disposition:',
);

const partOf = ({ textFields: names, files }: Form, pictures: Pictures): fc.Arbitrary<Part> => {
  const picture = pictureFrom(pictures);
  const known = names.map((name) =>
    fc.constantFrom(...(texts[name] ?? ['x'])).map((content): Part => ({ name, content })),
  );
  const sent = files.map((name) => picture.map((content): Part => aFile(name, content)));
  const wrong = fc.record({
    name: fc.constantFrom(...names, ...files, 'other', '', '__proto__'),
    content: fc.oneof(
      value.map(jsonText),
      text.map((one) => one.toWellFormed()),
      fc.uint8Array({ maxLength: 300 }),
      fc.constant('x'.repeat(20_000)),
    ),
  });
  const odd = fc.tuple(oddHeaders, wrong).map(([headers, part]): Part => ({ ...part, headers }));
  return fc.oneof(
    ...sent.map((arbitrary, i) => ({ weight: i === 0 ? 6 : 1, arbitrary })),
    ...known.map((arbitrary) => ({ weight: Math.ceil(6 / known.length), arbitrary })),
    { weight: 2, arbitrary: wrong },
    { weight: 1, arbitrary: odd },
  );
};

const types: readonly string[] = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=another',
  `multipart/form-data; boundary=${'b'.repeat(71)}`,
  `multipart/form-data; boundary="${boundary}"; boundary=x`,
  `multipart/mixed; boundary=${boundary}`,
  `Multipart/Form-Data; charset=utf-8; boundary="${boundary}"`,
  'multipart/form-data; boundary="a\u0009b"',
];

/** The ways to damage a valid body. */
const damages: readonly ((body: Buffer) => Uint8Array)[] = [
  (body) => body.subarray(0, body.length / 2),
  (body) => body.subarray(0, -4),
  (body) => body.subarray(2),
  (body) => Buffer.concat([Buffer.from('preamble\r\n'), body]),
  (body) => Buffer.concat([body, Buffer.from('epilogue'), body]),
  (body) => Buffer.concat([body, body]),
  (body) => Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  (body) => Buffer.from(body.toString('latin1').replaceAll(`--${boundary}`, `--${boundary} \t`), 'latin1'),
  () => Buffer.alloc(0),
  () => Buffer.from(closing),
  () => Buffer.from(`--${boundary}\r\n`.repeat(5000)),
  () => openBody(Array.from({ length: 3000 }, (_, i) => ({ name: `f${i}`, content: '' }))),
  () =>
    openBody([
      {
        name: 'consent',
        content: Buffer.from(`--inner\r\n\r\nx\r\n--inner--`),
        type: 'multipart/mixed; boundary=inner',
      },
    ]),
];

/** The pieces of a body; placeholders in its texts are filled in when it is sent. */
const piecesOf = (parts: readonly Part[]): readonly (string | Uint8Array)[] => {
  const pieces = parts.flatMap((part) => {
    const head = openBody([{ ...part, content: '' }]).subarray(0, -2);
    const content = part.content;
    return [head, content, '\r\n'];
  });
  return [...pieces, closing];
};

/** Bodies of a form: mostly parts that the route knows, in any order and number, and sometimes no form at all. */
export const multipartBody = (form: Form, pictures: Pictures): fc.Arbitrary<EncodedBody> =>
  fc
    .record({
      parts: fc.oneof(
        {
          weight: 8,
          arbitrary: fc.uniqueArray(partOf(form, pictures), { maxLength: 4, selector: ({ name }) => name }),
        },
        { weight: 1, arbitrary: fc.array(partOf(form, pictures), { maxLength: 6 }) },
      ),
      type: fc.oneof({ weight: 15, arbitrary: fc.constant(multipartType) }, fc.constantFrom(...types)),
      damage: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, fc.constantFrom(...damages)),
    })
    .map(({ parts, type, damage }) => {
      const pieces = piecesOf(parts);
      if (damage === null) return { type, body: pieces };
      return { type, body: [damage(Buffer.concat(pieces.map((piece) => Buffer.from(piece))))] };
    });
