import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { readReply, sendRequest, textOf } from '../../../support/clients/api-client.ts';
import { root } from '../../../support/repository/files.ts';
import { useSandbox } from '../../../support/servers/sandbox.ts';

type Control = { readonly name: string; value: string; files?: readonly Blob[] };
type Submit = (event: { readonly preventDefault: () => void }) => Promise<void>;

const unescaped = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** A form as the script of the guide uses it: its attributes, its controls, its output. */
const formOf = (html: string) => {
  const [head = ''] = /^[^>]*/.exec(html) ?? [];
  const dataset = Object.fromEntries(
    [...head.matchAll(/data-(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  );
  const inputs = [...html.matchAll(/<input type="\w+" name="(\w+)"(?: value="([^"]*)")?/g)];
  const areas = [...html.matchAll(/<textarea name="(\w+)"[^>]*>(.*?)<\/textarea>/gs)];
  const elements = [...inputs, ...areas].map(
    ([, name = '', value = '']): Control => ({ name, value: unescaped(value) }),
  );
  const output = { textContent: '' };
  const submits: Submit[] = [];
  return {
    dataset,
    elements: [...elements, { name: '', value: '' }],
    querySelector: () => output,
    addEventListener: (_: string, listener: Submit) => submits.push(listener),
    /** Presses the button. Answers the status and the body that the form shows. */
    send: async (): Promise<{ readonly status: number; readonly text: string }> => {
      for (const submit of submits) await submit({ preventDefault: () => undefined });
      return { status: Number(output.textContent.slice(0, 3)), text: output.textContent };
    },
  };
};

/** Opens the guide as a browser does that runs its script. */
const openGuide = async (baseUrl: string) => {
  const read = async (path: string): Promise<string> => (await fetch(`${baseUrl}/docs/${path}`)).text();
  const forms = (await read('guide')).split('<form ').slice(1).map(formOf);
  runInNewContext(await read('guide.js'), {
    document: { querySelectorAll: () => forms },
    location: { href: `${baseUrl}/docs/guide` },
    fetch,
    FormData,
    URL,
    URLSearchParams,
  });
  return forms;
};

const Summary = t.type({ status: t.string });

describe('the forms of the guide in a sandbox', function () {
  this.timeout(120_000);
  const sandbox = useSandbox();

  it('lead from the token to an approval as they are filled', async () => {
    const { base_url: baseUrl, client_id: id, client_secret: secret, token } = sandbox().info;
    const forms = await openGuide(baseUrl);
    const typed = new Map([
      ['client_id', id],
      ['client_secret', secret],
    ]);
    for (const control of forms.flatMap(({ elements }) => elements))
      control.value = typed.get(control.name) ?? control.value;
    const photo = new Blob([readFileSync(join(root, 'test/fixtures/specimens/td3-valid.jpg'))], { type: 'image/jpeg' });
    for (const control of forms.flatMap(({ elements }) => elements))
      if (control.name === 'document_front') control.files = [photo];
    const [first] = forms.slice(1);
    expect((await first?.send())?.text).to.equal('Send the forms above first.');

    const statuses: number[] = [];
    let shown = '';
    for (const form of forms) {
      const { status, text } = await form.send();
      statuses.push(status);
      shown = text;
    }
    expect(statuses).to.deep.equal([200, 201, 200, 200, 201, 200, 200, 200]);
    const { id: profileId, status } = JSON.parse(shown.slice(4));
    expect(status).to.be.oneOf(['processing', 'approved']);
    const events = await sendRequest(baseUrl, { path: '/api/events?types=profile.approved&wait=25', token });
    expect(textOf(events)).to.contain(profileId);
    const profile = await sendRequest(baseUrl, { path: `/api/profiles/${profileId}`, token });
    expect(readReply(Summary, profile).status).to.equal('approved');
  });
});
