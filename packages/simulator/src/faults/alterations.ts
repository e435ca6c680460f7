import { parseJson } from '@portcullis/domain/kernel';
import type { VendorResponse } from '../core/exchange.ts';
import { withUnknownMembers, withWrongTypes } from '../core/json.ts';

const isXml = ({ headers }: VendorResponse): boolean => headers['content-type'] === 'text/xml';

const leaf = />([^<>]+)<\//g;
const closing = /<\/([A-Za-z]+)>/g;

const changeJson = ({ body }: VendorResponse, change: (value: unknown) => unknown): string =>
  JSON.stringify(change(parseJson(body)));

/** Changes every value to another type than the vendor documents. In XML, texts become elements. */
export const withWrongValues = (answer: VendorResponse): VendorResponse => ({
  ...answer,
  body: isXml(answer)
    ? answer.body.replace(leaf, '><Item>7</Item><Item>8</Item></')
    : changeJson(answer, withWrongTypes),
});

/** Adds members that the vendor does not document. */
export const withUndocumentedMembers = (answer: VendorResponse): VendorResponse => ({
  ...answer,
  body: isXml(answer)
    ? answer.body.replace(closing, (end, name: string) =>
        /(Result|Credentials|User|Metadata|Response)$/.test(name) ? `<AddedSince>1</AddedSince>${end}` : end,
      )
    : changeJson(answer, withUnknownMembers),
});

/** Keeps the headers and replaces the body. */
export const withBody = (answer: VendorResponse, body: string): VendorResponse => ({ ...answer, status: 200, body });

export const htmlPage: VendorResponse = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<h1>502 Bad Gateway</h1>\r\n</body>\r\n</html>\r\n',
};
