import type { Answer } from '../exchange.ts';
import { ofWrongTypes, parsed, withUnknownMembers } from '../json.ts';

const isXml = ({ headers }: Answer): boolean => headers['content-type'] === 'text/xml';

const leaf = />([^<>]+)<\//g;
const closing = /<\/([A-Za-z]+)>/g;

const inJson = ({ body }: Answer, change: (value: unknown) => unknown): string => JSON.stringify(change(parsed(body)));

/** Changes every value to another type than the vendor documents. In XML, texts become elements. */
export const wronglyTyped = (answer: Answer): Answer => ({
  ...answer,
  body: isXml(answer) ? answer.body.replace(leaf, '><Item>7</Item><Item>8</Item></') : inJson(answer, ofWrongTypes),
});

/** Adds members that the vendor does not document. */
export const withMore = (answer: Answer): Answer => ({
  ...answer,
  body: isXml(answer)
    ? answer.body.replace(closing, (end, name: string) =>
        /(Result|Credentials|User|Metadata|Response)$/.test(name) ? `<AddedSince>1</AddedSince>${end}` : end,
      )
    : inJson(answer, withUnknownMembers),
});

/** Keeps the headers and replaces the body. */
export const withBody = (answer: Answer, body: string): Answer => ({ ...answer, status: 200, body });

export const htmlPage: Answer = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<h1>502 Bad Gateway</h1>\r\n</body>\r\n</html>\r\n',
};
