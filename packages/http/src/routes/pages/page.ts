import type { HttpResponse } from '../../responses/http-response.ts';

/** A page of text loads nothing but its one script, if it has one, which may call the service alone. */
const contentSecurityPolicy = (script: string | undefined): string =>
  [
    "default-src 'none'",
    ...(script === undefined ? [] : ["script-src 'self'", "connect-src 'self'"]),
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Readable on a phone of 390 pixels, and dark where the reader's system is. */
const style = `
:root { color-scheme: light dark; font: 1rem/1.55 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 44rem; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; font-size: 0.92em; }
pre { background: #8882; border-radius: 0.3rem; overflow-x: auto; overflow-wrap: normal; padding: 0.8rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8885; padding: 0.35rem 0.8rem 0.35rem 0; text-align: left; vertical-align: top; }
a { color: LinkText; }
form { border: 1px solid #8885; border-radius: 0.3rem; margin: 1rem 0; padding: 0 1rem 1rem; }
label { display: block; margin: 0.5rem 0; }
input, textarea { box-sizing: border-box; display: block; font: inherit; max-width: 100%; width: 100%; }
output { display: block; font-family: ui-monospace, monospace; font-size: 0.85em; white-space: pre-wrap; }
@media (max-width: 40rem) {
  thead { display: none; }
  tr { border-bottom: 1px solid #8885; display: block; padding: 0.4rem 0; }
  td { border: 0; display: block; padding: 0.1rem 0; }
  td[data-head]::before { content: attr(data-head) ": "; font-weight: bold; }
}
`;

const entities: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** Text as HTML: what stands between backticks becomes code. */
export const inlineHtml = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** Text as HTML, in which `[words](address)` is a link as well. */
export const linkedHtml = (text: string): string =>
  inlineHtml(text).replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>');

/** A table. Its cells are text, in which backticks and links may stand; on a narrow screen each names its column. */
export const tableHtml = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const cell = (text: string, n: number): string =>
    `<td${n === 0 ? '' : ` data-head="${escapeHtml(head[n] ?? '')}"`}>${linkedHtml(text)}</td>`;
  return [
    `<table><thead><tr>${head.map((name) => `<th>${escapeHtml(name)}</th>`).join('')}</tr></thead><tbody>`,
    ...rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`),
    '</tbody></table>',
  ].join('\n');
};

/** A page of text with this title; `body` is HTML, and `script` the path of its script. */
export const textPage = (title: string, body: string, script?: string): HttpResponse => ({
  status: 200,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(script),
    'Referrer-Policy': 'no-referrer',
  },
  bytes: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    <style>${style}</style>
  </head>
  <body>
${body}${script === undefined ? '' : `\n<script src="${script}"></script>`}
  </body>
</html>
`,
});
