import { parseJson } from '@portcullis/domain/kernel';
import type { VendorResponse } from '../core/exchange.ts';
import { withUnknownMembers, withWrongTypes } from '../core/json.ts';

const xmlTypes = ['text/xml', 'application/xml'];
/** The text of a response in XML; `null` for one in JSON, or with the bytes of an object. */
const xmlOf = ({ body, headers }: VendorResponse): string | null =>
  typeof body === 'string' && xmlTypes.includes(headers['content-type'] ?? '') ? body : null;

const leaf = />([^<>]+)<\//g;
const closing = /<\/([A-Za-z]+)>/g;

const changeJson = (body: string, change: (value: unknown) => unknown): string =>
  JSON.stringify(change(parseJson(body)));

const changed = (
  answer: VendorResponse,
  inXml: (body: string) => string,
  inJson: (value: unknown) => unknown,
  inBytes: (bytes: Uint8Array) => Uint8Array,
): VendorResponse => {
  const { body } = answer;
  if (typeof body !== 'string') return { ...answer, body: inBytes(body) };
  // The answer to a write has no body.
  if (body === '') return answer;
  const xml = xmlOf(answer);
  return { ...answer, body: xml === null ? changeJson(body, inJson) : inXml(xml) };
};

/**
 * Changes every value to another type than the vendor documents. In XML, texts become elements, and of an object every
 * byte is another one.
 */
export const withWrongValues = (answer: VendorResponse): VendorResponse =>
  changed(
    answer,
    (xml) => xml.replace(leaf, '><Item>7</Item><Item>8</Item></'),
    withWrongTypes,
    (bytes) => bytes.map((byte) => byte ^ 255),
  );

/** Adds members that the vendor does not document. */
export const withUndocumentedMembers = (answer: VendorResponse): VendorResponse =>
  changed(
    answer,
    (xml) =>
      xml.replace(closing, (end, name: string) =>
        /(Result|Credentials|User|Metadata|Response|Contents)$/.test(name) ? `<AddedSince>1</AddedSince>${end}` : end,
      ),
    withUnknownMembers,
    (bytes) => bytes,
  );

/** Keeps the headers and replaces the body. */
export const withBody = (answer: VendorResponse, body: string): VendorResponse => ({ ...answer, status: 200, body });

export const htmlPage: VendorResponse = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<h1>502 Bad Gateway</h1>\r\n</body>\r\n</html>\r\n',
};
