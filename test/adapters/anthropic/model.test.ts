import type { DiagnosisFinding } from '@portcullis/domain/ports';
import { expect } from 'chai';
import {
  aMessage,
  anOutput,
  anthropicAnswering,
  anthropicAt,
  anthropicModel,
  aReadRequest,
  jsonReply,
} from '../../support/clients/anthropic.ts';
import { simulatorForTests } from '../../support/clients/vendor-calls.ts';
import { fakeClock } from '../../support/clock/fake-clock.ts';
import { mustSucceed } from '../../support/run.ts';

const supported = (holds: boolean) => ({ supported: holds });
const abilities = (over: { images?: boolean; schema?: boolean; still?: boolean } = {}) => ({
  image_input: supported(over.images ?? true),
  structured_outputs: supported(over.schema ?? true),
  thinking: { supported: true, types: { disabled: supported(over.still ?? true) } },
});
/** The description of a model, in the form of the provider. */
const aCard = (over: object = {}): object => ({
  type: 'model',
  id: anthropicModel,
  display_name: 'A model',
  created_at: '2026-08-01T00:00:00Z',
  lifecycle: 'active',
  max_input_tokens: 1_000_000,
  max_tokens: 128_000,
  deprecated_at: null,
  retires_at: null,
  capabilities: abilities(),
  ...over,
});
const noSuchModel = () => jsonReply({ type: 'error', error: { type: 'not_found_error', message: 'model: x' } }, 404);

const fit = {
  status: 'fit',
  lifecycle: 'active',
  structuredOutputs: true,
  imageInput: true,
  thinkingOff: true,
  maxTokens: 128_000,
  retiresAt: null,
} as const;
const nothing = {
  status: 'unknown',
  lifecycle: null,
  structuredOutputs: null,
  imageInput: null,
  thinkingOff: null,
  maxTokens: null,
  retiresAt: null,
} as const;

const message = () => jsonReply(aMessage(JSON.stringify(anOutput())));
const watching = (card: () => Response) => {
  const clock = fakeClock();
  let asked = 0;
  const counted = () => {
    asked += 1;
    return card();
  };
  return { clock, asked: () => asked, ...anthropicAnswering(message, { card: counted, clock }) };
};
/** Waits until every background call has ended. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('the capabilities of the model', () => {
  const cards: readonly (readonly [what: string, card: object, known: object])[] = [
    ['an active model that can all we need', {}, fit],
    [
      'a deprecated model',
      { lifecycle: 'deprecated', retires_at: '2026-11-30T00:00:00Z' },
      { ...fit, lifecycle: 'deprecated', retiresAt: '2026-11-30' },
    ],
    ['a retired model', { lifecycle: 'retired' }, { ...fit, status: 'unsuitable', lifecycle: 'retired' }],
    [
      'a model that sees nothing',
      { capabilities: abilities({ images: false }) },
      { ...fit, status: 'unsuitable', imageInput: false },
    ],
    [
      'a model without schemas',
      { capabilities: abilities({ schema: false }) },
      { ...fit, status: 'unsuitable', structuredOutputs: false },
    ],
    ['a model that has to think', { capabilities: abilities({ still: false }) }, { ...fit, thinkingOff: false }],
    ['a model of which little is said', { capabilities: null, max_tokens: null }, { ...nothing, lifecycle: 'active' }],
    ['a date that is none', { retires_at: 'soon' }, fit],
  ];
  for (const [what, card, known] of cards) {
    it(`are reported for ${what}`, async () => {
      const { probe, capabilities } = watching(() => jsonReply(aCard(card)));
      expect(await probe()).to.deep.equal(known);
      expect(capabilities()).to.deep.equal(known);
    });
  }

  it('are insufficient where the model does not exist, and unknown where a gateway lacks the route', async () => {
    expect(await watching(noSuchModel).probe()).to.deep.equal({ ...nothing, status: 'unsuitable' });
    expect(await watching(() => new Response('not found', { status: 404 })).probe()).to.deep.equal(nothing);
  });

  it('stay unchanged when the provider does not answer, or gives an invalid response', async () => {
    const cards = [
      jsonReply(aCard()),
      jsonReply({}, 503),
      jsonReply({ type: 'model' }),
      jsonReply('no JSON'),
      jsonReply({}, 401),
    ];
    const { probe } = watching(() => cards.shift() ?? jsonReply({}, 500));
    for (let i = 0; i < 6; i += 1) expect(await probe()).to.deep.equal(fit);
  });

  it('are read in the background, and again after five minutes', async () => {
    const { capabilities, asked, clock } = watching(() => jsonReply(aCard()));
    expect(capabilities()).to.deep.equal(nothing);
    expect(capabilities()).to.deep.equal(nothing);
    await settled();
    expect([capabilities(), asked()]).to.deep.equal([fit, 1]);
    clock.advance(299_999);
    capabilities();
    expect(asked()).to.equal(1);
    clock.advance(1);
    capabilities();
    await settled();
    expect(asked()).to.equal(2);
  });

  it('are read again after five minutes also where the clock was 400 days ahead at first', async () => {
    const { capabilities, asked, clock } = watching(() => jsonReply(aCard()));
    clock.set(400 * 86_400_000);
    capabilities();
    await settled();
    clock.set(-400 * 86_400_000);
    clock.advance(300_000);
    capabilities();
    await settled();
    expect(asked()).to.equal(2);
  });

  it('are read again after half a minute where no response arrived', async () => {
    const { capabilities, asked, clock } = watching(() => jsonReply({}, 500));
    capabilities();
    await settled();
    clock.advance(29_999);
    capabilities();
    expect(asked()).to.equal(1);
    clock.advance(1);
    capabilities();
    await settled();
    expect(asked()).to.equal(2);
  });

  it('do not delay a document: it is read while the capabilities are still unknown', async () => {
    let answer: (card: Response) => void = () => undefined;
    const pending = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const { reader, capabilities, requests } = anthropicAnswering(message, {
      card: () => pending as unknown as Response,
    });
    const { mrzLines } = await mustSucceed(reader.read(aReadRequest()));
    expect([mrzLines?.length, requests.length, capabilities()]).to.deep.equal([2, 1, nothing]);
    answer(jsonReply(aCard()));
    await settled();
    expect(capabilities()).to.deep.equal(fit);
  });
});

describe('the diagnosis of the document AI', function () {
  this.timeout(60_000);
  const { running } = simulatorForTests();
  const found = (card: () => Response): Promise<readonly DiagnosisFinding[]> =>
    mustSucceed(anthropicAnswering(message, { card }).diagnosis());
  const key = { subject: 'document AI key', verdict: 'ok', found: 'Anthropic accepts it.', remedy: null };
  const images = { subject: 'document AI images', verdict: 'ok', found: 'The model sees images.', remedy: null };
  const outputs = {
    subject: 'document AI structured outputs',
    verdict: 'ok',
    found: 'The model keeps to a schema.',
    remedy: null,
  };
  const subject = `document AI model ${anthropicModel}`;
  const remedy = 'Name another model in AI_MODEL.';

  it('finds no fault in a valid configuration, with one free call', async () => {
    const findings = await mustSucceed(anthropicAt(running().url).diagnosis());
    expect(findings).to.deep.equal([
      key,
      { subject, verdict: 'ok', found: 'It is there, and active.', remedy: null },
      images,
      outputs,
    ]);
    expect(
      running()
        .requests()
        .map(({ operation }) => operation),
    ).to.deep.equal(['models.retrieve']);
  });

  it('reports a key that is not accepted, and why', async () => {
    const { diagnosis } = anthropicAt(running().url, { apiKey: 'sk-ant-another' });
    expect(await mustSucceed(diagnosis())).to.deep.equal([
      {
        subject: 'document AI key',
        verdict: 'wrong',
        found: 'Anthropic does not accept it.',
        remedy: 'Put a valid key into AI_API_KEY.',
      },
    ]);
    for (const status of [402, 403]) {
      const [finding, ...more] = await found(() => jsonReply({}, status));
      expect([finding?.subject, finding?.verdict, more]).to.deep.equal(['document AI key', 'wrong', []]);
    }
  });

  it('reports a model that does not exist', async () => {
    const { diagnosis } = anthropicAt(running().url, { model: 'claude-nope' });
    expect(await mustSucceed(diagnosis())).to.deep.equal([
      key,
      {
        subject: 'document AI model claude-nope',
        verdict: 'wrong',
        found: 'Anthropic has no model of this name.',
        remedy,
      },
    ]);
  });

  const lives: readonly (readonly [card: object, verdict: string, found: string])[] = [
    [{ lifecycle: 'retired' }, 'wrong', 'It has been retired.'],
    [{ lifecycle: 'deprecated' }, 'warning', 'It is deprecated.'],
    [
      { lifecycle: 'deprecated', retires_at: '2026-11-30T00:00:00Z' },
      'warning',
      'It is deprecated, and is to be retired on 2026-11-30.',
    ],
    [{ retires_at: '2027-01-31T00:00:00Z' }, 'warning', 'It is active, and is to be retired on 2027-01-31.'],
  ];
  for (const [card, verdict, sentence] of lives) {
    it(`reports for ${JSON.stringify(card)}: ${sentence}`, async () => {
      const finding = { subject, verdict, found: sentence, remedy };
      expect(await found(() => jsonReply(aCard(card)))).to.deep.equal([key, finding, images, outputs]);
    });
  }

  it('reports missing capabilities of the model, and unknown ones', async () => {
    const verdicts = async (capabilities: object | null) =>
      (await found(() => jsonReply(aCard({ capabilities })))).slice(2).map(({ verdict }) => verdict);
    expect([
      await verdicts(abilities({ images: false })),
      await verdicts(abilities({ schema: false })),
      await verdicts(null),
    ]).to.deep.equal([
      ['wrong', 'ok'],
      ['ok', 'wrong'],
      ['unknown', 'unknown'],
    ]);
  });

  it('proves nothing where the provider gives no response, and repeats none of its words', async () => {
    const replies = [
      () => jsonReply({ type: 'error', error: { type: 'api_error', message: 'SECRET' } }, 500),
      () => new Response('SECRET', { status: 404 }),
      () => jsonReply('SECRET'),
    ];
    for (const reply of replies) {
      const findings = await found(reply);
      expect(findings.map(({ verdict }) => verdict)).to.deep.equal(['unknown']);
      expect(JSON.stringify(findings)).not.to.include('SECRET');
    }
  });
});
