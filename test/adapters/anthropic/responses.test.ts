import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { E, type Unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { specimenReadings } from '#simulator/anthropic/readings';
import { faultKinds } from '#simulator/core/script';
import {
  aMessage,
  anOutput,
  anthropicAnswering,
  anthropicAt,
  aReadRequest,
  jsonReply,
} from '../../support/clients/anthropic.ts';
import { faultMeanings } from '../../support/clients/fault-meanings.ts';
import { simulatorForTests } from '../../support/clients/vendor-calls.ts';
import { root } from '../../support/repository/files.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';

const sentence = JSON.stringify(anOutput());
const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4UTO7408122F3404159ZE184226B<<<<<10'];

/** Answers the result of a reader, followed by the error of the log entry. */
const outcomeOf = async (reply: () => Response): Promise<string> => {
  const result = await anthropicAnswering(reply).reader.read(aReadRequest())();
  return E.isLeft(result) ? result.left.kind : `a reading of ${result.right.mrzLines?.length ?? 0} lines`;
};
const refusalTo = (reply: () => Response): Promise<Unavailable> =>
  mustFail(anthropicAnswering(reply).reader.read(aReadRequest()));

describe('a response of Anthropic', () => {
  it('becomes a reading with the reader, the request id and the tokens', async () => {
    const { reader } = anthropicAnswering(() => jsonReply(aMessage(sentence)));
    const { sides, ...reading } = await mustSucceed(reader.read(aReadRequest()));
    expect(sides).to.deep.equal({ front: { fields: reading.fields, mrzLines: lines, barcode: null }, back: null });
    expect(reading).to.deep.equal({
      reader: {
        name: 'anthropic',
        model: 'claude-sonnet-5-5-20260801',
        promptVersion: 'document-3',
        requestId: 'req_011CSHoEeqs5C35K2UUqR7Fy',
      },
      documentType: 'passport',
      issuingCountry: 'UTO',
      fields: {
        last_name: { value: 'ERIKSSON', confidence: 0.98 },
        first_name: { value: 'ANNA MARIA', confidence: 0.98 },
        document_number: { value: 'L8988901C', confidence: 0.97 },
        issuing_country: { value: 'UTO', confidence: 0.99 },
        nationality: { value: 'UTO', confidence: 0.99 },
        date_of_birth: { value: '1974-08-12', confidence: 0.96 },
        date_of_expiry: { value: '2034-04-15', confidence: 0.96 },
        sex: { value: 'F', confidence: 0.99 },
      },
      mrzLines: lines,
      barcode: null,
      signals: [],
      usage: { inputTokens: 1843, outputTokens: 200 },
    });
  });

  const stops: readonly (readonly [reason: unknown, text: string, becomes: string])[] = [
    ['end_turn', sentence, 'a reading of 2 lines'],
    ['end_turn', 'I am sorry.', 'output_invalid'],
    ['refusal', sentence, 'model_refused'],
    ['refusal', "I can't help with that.", 'model_refused'],
    ['max_tokens', sentence, 'output_truncated'],
    ['max_tokens', sentence.slice(0, 100), 'output_truncated'],
    ['model_context_window_exceeded', sentence, 'output_invalid'],
    ['tool_use', sentence, 'invalid_response'],
    ['pause_turn', sentence, 'invalid_response'],
    ['stop_sequence', sentence, 'invalid_response'],
    ['a_reason_of_tomorrow', sentence, 'invalid_response'],
    [null, sentence, 'invalid_response'],
  ];
  for (const [stop_reason, text, becomes] of stops) {
    it(`that stopped for ${stop_reason} with "${text.slice(0, 12)}…" becomes ${becomes}`, async () => {
      expect(await outcomeOf(() => jsonReply(aMessage(text, { stop_reason })))).to.equal(becomes);
    });
  }

  it('is taken from the first text block, at any position', async () => {
    const thought = { type: 'thinking', thinking: '', signature: 'EqQBCgIYAhIM' };
    const text = { type: 'text', text: sentence, citations: null };
    const contents = [
      [thought, text],
      [{ type: 'redacted_thinking', data: 'x' }, thought, text, { type: 'text', text: '{}' }],
      [thought],
      [],
    ];
    const outcomes = await Promise.all(
      contents.map((content) => outcomeOf(() => jsonReply(aMessage('', { content })))),
    );
    expect(outcomes).to.deep.equal([
      'a reading of 2 lines',
      'a reading of 2 lines',
      'output_invalid',
      'output_invalid',
    ]);
  });

  const noMessages: Record<string, () => Response> = {
    'a page': () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } }),
    'a text that says it is JSON': () => jsonReply('{"type": "message", '),
    nothing: () => jsonReply(''),
    'no content': () => new Response(null, { status: 204 }),
    null: () => jsonReply('null'),
    'a list': () => jsonReply([aMessage(sentence)]),
    'an error under status 200': () =>
      jsonReply({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    'a message without a model': () => jsonReply(aMessage(sentence, { model: undefined })),
    'a message of the user': () => jsonReply(aMessage(sentence, { role: 'user' })),
    'a message without usage': () => jsonReply(aMessage(sentence, { usage: null })),
    'a message of minus one token': () =>
      jsonReply(aMessage(sentence, { usage: { input_tokens: -1, output_tokens: 1 } })),
    'a message whose content is a text': () => jsonReply(aMessage(sentence, { content: sentence })),
  };
  for (const [what, reply] of Object.entries(noMessages)) {
    it(`that is ${what} is an invalid response, and not a fault of the model`, async () => {
      expect(await outcomeOf(reply)).to.equal('invalid_response');
    });
  }

  it('may omit the counts of a cache that was not used', async () => {
    const { reader } = anthropicAnswering(() =>
      jsonReply(aMessage(sentence, { usage: { input_tokens: 7, output_tokens: 8, cache_read_input_tokens: null } })),
    );
    expect((await mustSucceed(reader.read(aReadRequest()))).usage).to.deep.equal({ inputTokens: 7, outputTokens: 8 });
  });

  it('contributes its request id only where that is well formed', async () => {
    const named = async (id: string) => {
      const { reader } = anthropicAnswering(() => jsonReply(aMessage(sentence), 200, { 'request-id': id }));
      return (await mustSucceed(reader.read(aReadRequest()))).reader.requestId;
    };
    expect(await Promise.all([named('req_1'), named('a name'), named('x'.repeat(200))])).to.deep.equal([
      'req_1',
      null,
      null,
    ]);
  });

  it('leaves no content in the record of a failure', async () => {
    const secret = 'ERIKSSON';
    const replies = [
      () => jsonReply(aMessage(sentence, { stop_reason: 'refusal', stop_details: { explanation: secret } })),
      () => jsonReply(aMessage(`{"fields": "${secret}"}`)),
      () => jsonReply(aMessage(`{"${secret}": 1}`)),
      () => jsonReply(`${secret} is not JSON`),
      () => new Response(secret, { headers: { 'content-type': 'text/html' } }),
      () =>
        jsonReply({ type: 'error', error: { type: secret, message: secret, details: { error_code: secret } } }, 400),
      () => new Response(secret, { status: 502 }),
    ];
    for (const reply of replies) {
      const { cause } = await refusalTo(reply);
      const kept = JSON.stringify(cause, (_, value) =>
        value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value,
      );
      expect(kept).to.match(/^\{"name":"[A-Za-z]+"/);
      expect(kept).not.to.include(secret);
    }
  });
});

describe('a connection to Anthropic', function () {
  this.timeout(60_000);
  const { running } = simulatorForTests();
  // Anthropic answers a 404 for a model that it does not have.
  const meanings = { ...faultMeanings, http_404: 'not_configured' } as const;
  for (const kind of faultKinds.filter((one) => one !== 'unknown_fields')) {
    const becomes = meanings[kind];
    it(`with ${kind} becomes ${becomes}`, async () => {
      running().script({ faults: [{ vendor: 'anthropic', kind }] });
      const deadlineMs = becomes === 'timeout' ? 400 : 10_000;
      const { reader } = anthropicAt(running().url, { limits: { deadlineMs } });
      expect((await mustFail(reader.read(aReadRequest()))).kind).to.equal(becomes);
    });
  }

  it('yields a reading, also from a response with undocumented fields', async () => {
    const { reader } = anthropicAt(running().url);
    const plain = await mustSucceed(reader.read(aReadRequest()));
    running().script({ faults: [{ vendor: 'anthropic', kind: 'unknown_fields' }] });
    const more = await mustSucceed(reader.read(aReadRequest()));
    expect(plain.mrzLines).to.deep.equal(specimenReadings['td3-valid'].sides[0].mrz_lines);
    expect(more).to.deep.equal({ ...plain, reader: { ...plain.reader, requestId: more.reader.requestId } });
  });

  it('is retried only by the vendor client, and only where that may help', async () => {
    const sentFor = async (kind: 'http_529' | 'http_400' | 'http_401') => {
      running().reset();
      running().script({ faults: [{ vendor: 'anthropic', operation: 'messages.create', kind, times: 2 }] });
      const { reader } = anthropicAt(running().url, { limits: { maxAttempts: 3 } });
      const result = await reader.read(aReadRequest())();
      const sent = running()
        .requests()
        .filter(({ operation }) => operation === 'messages.create');
      return [E.isRight(result), sent.length];
    };
    expect([await sentFor('http_529'), await sentFor('http_400'), await sentFor('http_401')]).to.deep.equal([
      [true, 3],
      [false, 1],
      [false, 1],
    ]);
  });

  it('passes on Retry-After, and suggests an hour for what an operator must fix', async () => {
    const { reader } = anthropicAt(running().url);
    running().script({ faults: [{ vendor: 'anthropic', kind: 'http_429', retryAfterSeconds: 17 }] });
    expect((await mustFail(reader.read(aReadRequest()))).retryAfterSeconds).to.equal(17);
    running().script({ faults: [{ vendor: 'anthropic', kind: 'http_401' }] });
    expect((await mustFail(reader.read(aReadRequest()))).retryAfterSeconds).to.equal(3600);
  });

  it('calls only the configured model, with only its own key', async () => {
    const nobody = anthropicAt(running().url, { apiKey: 'sk-ant-another' });
    const unknown = anthropicAt(running().url, { model: 'claude-nope' });
    expect((await mustFail(nobody.reader.read(aReadRequest()))).kind).to.equal('not_configured');
    expect((await mustFail(unknown.reader.read(aReadRequest()))).kind).to.equal('not_configured');
  });
});

const folder = join(root, '../shared/vendors/fixtures/anthropic');
const fixture = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** The collected responses, with the expected result of each; the texts in them have another schema than ours. */
const collected: Record<string, string> = {
  'messages.context_window_exceeded.json': 'output_invalid',
  'messages.empty_content.json': 'output_invalid',
  'messages.max_tokens_truncated.json': 'output_truncated',
  'messages.ok_structured.json': 'output_invalid',
  'messages.ok_tool_use.json': 'invalid_response',
  'messages.refusal.json': 'model_refused',
  'messages.refusal_with_text.json': 'model_refused',
  'messages.thinking_then_text.json': 'output_invalid',
};

if (existsSync(folder)) {
  describe('the collected responses of Anthropic', () => {
    it('are all tested', () => {
      const messages = readdirSync(folder).filter((name) => name.startsWith('messages.'));
      expect(messages.sort()).to.deep.equal(Object.keys(collected).sort());
    });

    for (const [name, becomes] of Object.entries(collected)) {
      it(`${name} becomes ${becomes}`, async () => {
        expect(await outcomeOf(() => jsonReply(fixture(name)))).to.equal(becomes);
      });
    }

    for (const name of ['messages.ok_structured.json', 'messages.thinking_then_text.json']) {
      it(`${name} becomes a reading once its text has our schema`, async () => {
        const message = fixture(name);
        const content = message.content.map((block: { type: string }) =>
          block.type === 'text' ? { ...block, text: sentence } : block,
        );
        expect(await outcomeOf(() => jsonReply({ ...message, content }))).to.equal('a reading of 2 lines');
      });
    }
  });
}
