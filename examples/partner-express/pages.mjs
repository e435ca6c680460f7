// The pages of the example. Every text from elsewhere is escaped.
const escaped = (text) => String(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const page = (title, body, { refreshes = false } = {}) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    ${refreshes ? '<meta http-equiv="refresh" content="2">' : ''}
    <title>${escaped(title)} · Harbour Bank</title>
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <header><a href="/">Harbour Bank</a></header>
    <main>
      <h1>${escaped(title)}</h1>
      ${body}
    </main>
  </body>
</html>`;

export const homePage = () =>
  page(
    'Open an account',
    `<p>We have to know who you are. You need a passport or an identity card, and a camera. It takes three minutes.</p>
      <form method="post" action="/applications">
        <label>First names, as on your document <input name="first_name" autocomplete="given-name" required></label>
        <label>Last name <input name="last_name" autocomplete="family-name" required></label>
        <button>Verify my identity</button>
      </form>
      <p class="note">This is an example in a sandbox. Use the specimen passport of Anna Maria Eriksson.</p>`,
  );

/** What a customer is told of each status. A customer is never told why a check failed: that helps to deceive it. */
const outcomes = {
  approved: ['Welcome', 'We know who you are. Your account is open.', 'good'],
  declined: ['We cannot open an account', 'Please visit one of our branches with your document.', 'bad'],
  in_review: ['We are looking at it', 'A colleague looks at your documents. We write to you within a day.', 'wait'],
  processing: ['One moment', 'Your documents are being checked.', 'wait'],
};
const unfinished = ['Not finished yet', 'Open the link again to go on, or begin again.', 'wait'];

const settled = ['approved', 'declined', 'in_review'];

export const resultPage = ({ name, status }, checks) => {
  const [title, text, kind] = outcomes[status] ?? unfinished;
  const rows = checks
    .filter((check) => check.status !== 'not_applicable')
    .map((check) => `<li class="${escaped(check.status)}">${escaped(check.name.replaceAll('_', ' '))}</li>`);
  return page(
    title,
    `<p class="outcome ${kind}">${escaped(name)}: ${escaped(text)}</p>
      <details>
        <summary>What the bank sees</summary>
        <p>Status <code>${escaped(status)}</code></p>
        <ul>${rows.join('')}</ul>
      </details>
      <p><a href="/">Begin again</a></p>`,
    { refreshes: !settled.includes(status) },
  );
};

export const problemPage = ({ code }) =>
  page('Please try again later', `<p class="outcome bad">The check could not be started (${escaped(code)}).</p>`);
