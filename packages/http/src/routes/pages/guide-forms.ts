import { escapeHtml } from './page.ts';

type Field = {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'password' | 'hidden' | 'file' | 'json';
  readonly value?: string;
};

/** A request that the reader of the guide can send, and what of its answer later forms need, by the path to it. */
type GuideForm = {
  readonly title: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly as: 'nobody' | 'partner' | 'person';
  readonly body: 'none' | 'form' | 'json' | 'files';
  readonly fields: readonly Field[];
  readonly keep?: { readonly [name: string]: string };
};

const json = (value: object): Field => ({
  name: 'json',
  label: 'Body',
  type: 'json',
  value: JSON.stringify(value, null, 2),
});
const profileId: Field = { name: 'profile_id', label: 'Profile', type: 'text' };

/** A verification from the token to the event, with values that a sandbox takes. */
const forms: readonly GuideForm[] = [
  {
    title: 'Your server: a token',
    method: 'POST',
    path: '/api/auth/token',
    as: 'nobody',
    body: 'form',
    fields: [
      { name: 'grant_type', label: 'Grant', type: 'hidden', value: 'client_credentials' },
      { name: 'client_id', label: 'Client: client_id of sandbox.json', type: 'text' },
      { name: 'client_secret', label: 'Secret: client_secret of sandbox.json', type: 'password' },
    ],
    keep: { token: 'access_token' },
  },
  {
    title: 'Your server: a profile',
    method: 'POST',
    path: '/api/profiles/create',
    as: 'partner',
    body: 'json',
    fields: [
      json({
        reference: 'customer-1',
        claimed: { last_name: 'Eriksson' },
        sandbox: { scenario: 'approve' },
      }),
    ],
    keep: { profile_id: 'profile.id', flow_token: 'flow_token' },
  },
  {
    title: 'The browser: consent',
    method: 'PATCH',
    path: '/api/profiles/{profile_id}',
    as: 'person',
    body: 'json',
    fields: [profileId, json({ consent: { text_version: '1', locale: 'en', granted: true } })],
  },
  {
    title: 'The browser: a photo of the passport',
    method: 'POST',
    path: '/api/ai/document-analysis',
    as: 'person',
    body: 'files',
    fields: [
      {
        name: 'document_front',
        label: 'Photo: choose test/fixtures/specimens/td3-valid.jpg of the repository',
        type: 'file',
      },
    ],
  },
  {
    title: 'The browser: a liveness session',
    method: 'POST',
    path: '/api/face-liveness/session',
    as: 'person',
    body: 'json',
    fields: [json({})],
    keep: { session_id: 'session_id' },
  },
  {
    title: 'The browser: its result',
    method: 'GET',
    path: '/api/face-liveness/results/{session_id}',
    as: 'person',
    body: 'none',
    fields: [{ name: 'session_id', label: 'Session', type: 'text' }],
  },
  {
    title: 'Your server: the event',
    method: 'GET',
    path: '/api/events?types=profile.approved',
    as: 'partner',
    body: 'none',
    fields: [],
  },
  {
    title: 'Your server: the verified person',
    method: 'GET',
    path: '/api/profiles/{profile_id}',
    as: 'partner',
    body: 'none',
    fields: [profileId],
  },
];

const fieldHtml = ({ label, name, type, value = '' }: Field): string => {
  const text = escapeHtml(value);
  if (type === 'hidden') return `<input type="hidden" name="${name}" value="${text}">`;
  const control =
    type === 'json'
      ? `<textarea name="${name}" rows="${value.split('\n').length}" spellcheck="false">${text}</textarea>`
      : `<input type="${type}" name="${name}"${type === 'file' ? '' : ` value="${text}"`} autocomplete="off">`;
  return `<label>${label}${control}</label>`;
};

const formHtml = ({ as, body, fields, keep = {}, method, path, title }: GuideForm): string =>
  [
    `<form data-method="${method}" data-path="${path}" data-as="${as}" data-body="${body}" data-keep="${escapeHtml(JSON.stringify(keep))}">`,
    `<h3>${title}</h3>`,
    ...fields.map(fieldHtml),
    `<button>${method} ${path}</button>`,
    '<output></output>',
    '</form>',
  ].join('\n');

/** The forms of a whole verification, for the guide of a sandbox. */
export const formsHtml = (): string => forms.map(formHtml).join('\n');

/** The script that sends the forms. A form shows its answer, and fills fields of the name with what it keeps of it. */
export const formScript = `const forms = [...document.querySelectorAll('form')];
const kept = {};
const controls = (form) => [...form.elements].filter(({ name }) => name);
const valueOf = (form, name) => controls(form).find((control) => control.name === name)?.value ?? '';
const keep = (name, value) => {
  kept[name] = value;
  for (const control of forms.flatMap(controls)) if (control.name === name) control.value = value;
};
const found = (body, path) => path.split('.').reduce((value, key) => value?.[key], body);
const contents = {
  none: () => ({}),
  json: (form) => ({ body: valueOf(form, 'json'), headers: { 'Content-Type': 'application/json' } }),
  form: (form) => ({ body: new URLSearchParams(controls(form).map(({ name, value }) => [name, value])) }),
  files: (form) => {
    const body = new FormData();
    for (const { files, name } of controls(form)) if (files?.[0]) body.append(name, files[0]);
    return { body };
  },
};
const tokens = { partner: 'token', person: 'flow_token' };
const send = async (form) => {
  const { as, body, method, path } = form.dataset;
  const { headers = {}, ...content } = contents[body](form);
  const token = kept[tokens[as]];
  if (as !== 'nobody' && token === undefined) return 'Send the forms above first.';
  const target = '..' + path.replace(/\\{(\\w+)\\}/g, (_, name) => encodeURIComponent(valueOf(form, name)));
  const authorization = token === undefined ? {} : { Authorization: 'Bearer ' + token };
  const answer = await fetch(new URL(target, location.href), {
    method,
    headers: { ...headers, ...authorization },
    ...content,
  });
  const answered = await answer.json();
  for (const [name, from] of Object.entries(JSON.parse(form.dataset.keep)))
    if (answer.ok && found(answered, from)) keep(name, found(answered, from));
  return answer.status + '\\n' + JSON.stringify(answered, null, 2);
};
for (const form of forms)
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const output = form.querySelector('output');
    output.textContent = '…';
    output.textContent = await send(form).catch(() => 'There was no answer.');
  });
`;
