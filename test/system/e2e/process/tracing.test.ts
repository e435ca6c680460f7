import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Created, readReply, sendRequest } from '../../../support/clients/api-client.ts';
import { waitUntil } from '../../../support/clock/until.ts';
import { inFull } from '../../../support/effort.ts';
import { plainPhoto } from '../../../support/images/plain-photo.ts';
import type { SpanLine } from '../../../support/operator-sdk.ts';
import { openProduction, type Production } from '../../../support/servers/production.ts';
import { type LogLine, linesOf } from '../../../support/servers/service-program.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
/** What another system wrote: it may say something of a person, and goes to nobody. */
const tracestate = 'rojo=00f067aa0ba902b7,person=ada.lovelace';
const reference = 'ada-lovelace-1815';

const operatorSdk = fileURLToPath(new URL('../../../support/operator-sdk.js', import.meta.url));

const spansOf = (production: Production): readonly SpanLine[] =>
  linesOf(production.program).flatMap((line) => ('parent' in line ? [line as unknown as SpanLine] : []));

/** Has a document read in a request with a trace, and answers its request id and its profile. */
const analyzed = async ({ baseUrl, token }: Production) => {
  const json = { reference: `${reference}-${randomUUID()}` };
  const reply = await sendRequest(baseUrl, { method: 'POST', path: '/api/profiles/create', token, json });
  const { id } = readReply(Created, reply, 201).profile;
  const requestId = randomUUID();
  const form = new FormData();
  form.append('consent', JSON.stringify({ text_version: '1', locale: 'en', granted: true }));
  await sendRequest(baseUrl, { method: 'PATCH', path: `/api/profiles/${id}`, token, form });
  const document = new FormData();
  document.append('profile_id', id);
  document.append('document_front', await plainPhoto(), 'photo.jpg');
  const answer = await fetch(`${baseUrl}/api/ai/document-analysis`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Request-Id': requestId,
      traceparent: `00-${traceId}-${parentId}-01`,
      tracestate,
      baggage: 'person=ada.lovelace',
    },
    body: document,
  });
  await answer.arrayBuffer();
  expect(answer.status).to.equal(200);
  return { id, requestId };
};

const linesOfRequest = async ({ program }: Production, requestId: string): Promise<readonly LogLine[]> => {
  const found = () => linesOf(program).filter((line) => line['request_id'] === requestId);
  await waitUntil(() => found().some(({ event }) => event === 'request'));
  return found();
};

const modelTraces = ({ simulator }: Production) =>
  simulator.requests().flatMap(({ operation, trace }) => (operation === 'messages.create' ? [trace] : []));

describe('the trace of a request, as the service is started', function () {
  this.timeout(120_000);
  let production: Production;
  before(async () => {
    production = await openProduction();
  });
  after(() => production.close());

  inFull(
    'is in every line of the request, with its id and its profile, and goes to the vendors as it came',
    async () => {
      const { id, requestId } = await analyzed(production);
      const lines = await linesOfRequest(production, requestId);
      expect(lines.map(({ event }) => event).sort()).to.deep.equal(['outgoing_call', 'request']);
      for (const line of lines) expect(line).to.include({ profile_id: id, trace_id: traceId });
      expect(modelTraces(production)).to.deep.equal([{ traceparent: `00-${traceId}-${parentId}-01` }]);
      expect(spansOf(production)).to.deep.equal([]);
    },
  );
});

describe('the spans of a service for which an operator has registered an SDK', function () {
  this.timeout(120_000);
  let production: Production;
  before(async () => {
    // The path has no blank, which would end the option.
    production = await openProduction({ NODE_OPTIONS: `--import=${operatorSdk}` });
  });
  after(() => production.close());

  it('are those of the request, its use cases, its stores and its calls, each below the one that caused it', async () => {
    const { id, requestId } = await analyzed(production);
    await linesOfRequest(production, requestId);
    const root = 'POST /api/ai/document-analysis';
    await waitUntil(() => spansOf(production).some(({ name }) => name === root));
    const spans = spansOf(production).filter(({ trace }) => trace === traceId);
    const byName = (name: string): SpanLine => {
      const [found] = spans.filter((span) => span.name === name);
      if (found === undefined) throw new Error(`no span ${name} among ${spans.map((span) => span.name)}`);
      return found;
    };
    const nameOfParent = ({ parent }: SpanLine) => spans.find((span) => span.id === parent)?.name ?? parent;
    expect(nameOfParent(byName(root))).to.equal(parentId);
    for (const [name, parent] of [
      ['verifyToken', root],
      ['analyzeDocument', root],
      ['database commit', 'analyzeDocument'],
      ['files put', 'analyzeDocument'],
      ['document_reader read', 'analyzeDocument'],
      ['anthropic messages.create', 'document_reader read'],
    ] as const)
      expect([name, nameOfParent(byName(name))]).to.deep.equal([name, parent]);
    expect(byName(root)).to.deep.include({
      kind: 1,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/ai/document-analysis',
        'http.response.status_code': 200,
        'portcullis.request_id': requestId,
        'portcullis.profile_id': id,
      },
    });
    const call = byName('anthropic messages.create');
    expect(call).to.deep.include({
      kind: 2,
      failed: false,
      attributes: {
        'portcullis.provider': 'anthropic',
        'portcullis.service': 'document_reader',
        'portcullis.profile_id': id,
      },
    });
    // The vendor is told the span of the call.
    expect(modelTraces(production)).to.deep.equal([{ traceparent: `00-${traceId}-${call.id}-01` }]);
  });

  it('say what was found in an outage', async () => {
    production.simulator.script({ faults: [{ vendor: 'anthropic', kind: 'http_429' }] });
    const before = spansOf(production).length;
    await analyzed(production).catch(() => undefined);
    await waitUntil(() =>
      spansOf(production)
        .slice(before)
        .some(({ name }) => name.startsWith('POST /api/ai')),
    );
    const failed = spansOf(production)
      .slice(before)
      .filter(({ failed: isFailed }) => isFailed);
    expect(failed.map(({ attributes, name }) => [name, attributes['error.type']]).sort()).to.deep.equal([
      ['POST /api/ai/document-analysis', 'rate_limited'],
      ['analyzeDocument', 'rate_limited'],
      ['anthropic messages.create', 'rate_limited'],
      ['document_reader read', 'rate_limited'],
    ]);
  });

  it('have nothing of a person: constants, ids, no events and no messages', () => {
    const spans = spansOf(production);
    const known =
      /^(http\.(request\.method|route|response\.status_code)|error\.type|portcullis\.(request_id|profile_id|provider|service))$/;
    expect(
      spans.flatMap(({ attributes }) => Object.keys(attributes)).filter((name) => !known.test(name)),
    ).to.deep.equal([]);
    expect(spans.filter(({ more }) => more > 0)).to.deep.equal([]);
    // In the ids of hundreds of spans every number of four digits occurs by chance.
    const told = spans.map(({ id: _id, parent: _parent, trace: _trace, ...rest }) => rest);
    expect(JSON.stringify(told)).to.not.match(/lovelace|1815|Bearer|eyJ/i);
  });
});
