import { createHmac } from 'node:crypto';
import { webhooks } from '@portcullis/client';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { runs } from '../../support/effort.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const older = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

/** The example of the specification's implementations: this secret has signed this body so. */
const published = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  time: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

const at = (seconds: number) => ({ now: () => seconds * 1000 });

const headersOf = (id: string, time: number, signature: string) => ({
  'webhook-id': id,
  'webhook-timestamp': String(time),
  'webhook-signature': signature,
});

const { body, id, signature, time } = published;
const publishedHeaders = headersOf(id, time, signature);

const codeOf = (result: webhooks.WebhookResult): string => (result.ok ? 'ok' : result.problem.code);

describe('the verification of a webhook', () => {
  it('of a body that was parsed says to take the bytes before', async () => {
    for (const parsed of [JSON.parse(body), undefined, null, [], 5]) {
      const result = await Reflect.apply(webhooks.verify, null, [parsed, publishedHeaders, [secret], at(time)]);
      expect(codeOf(result)).to.equal('body_invalid');
      expect(JSON.stringify(result)).to.include('express.raw').and.include('before express.json()');
    }
    const bytes = new TextEncoder().encode(body);
    for (const raw of [Buffer.from(body), bytes, bytes.buffer])
      expect(codeOf(await webhooks.verify(raw, publishedHeaders, [secret], at(time)))).to.equal('ok');
  });

  it('names what a program in JavaScript has left out', async () => {
    for (const headers of [undefined, null]) {
      const given = [body, headers, [secret], at(time)];
      const thrown = await Reflect.apply(webhooks.verify, null, given).catch((cause: unknown) => cause);
      expect(thrown).to.be.instanceOf(TypeError).and.have.property('message', 'headers is missing.');
    }
  });

  it('accepts the published example, as text and as bytes, with headers of fetch and of Node', async () => {
    const bytes = new TextEncoder().encode(body);
    for (const received of [body, bytes, Buffer.from(bytes), bytes.buffer])
      for (const headers of [
        publishedHeaders,
        new Headers(publishedHeaders),
        { ...publishedHeaders, host: 'a', 'x-b': ['c'] },
        { 'Webhook-Id': id, 'WEBHOOK-TIMESTAMP': String(time), 'Webhook-Signature': signature },
      ])
        expect(await webhooks.verify(received, headers, [secret], at(time))).to.deep.equal({
          ok: true,
          value: { test: 2432232314 },
        });
  });

  it('accepts what `standardwebhooks` signs, and signs what it accepts', async () => {
    for (let i = 0; i < runs(500, 25); i += 1) {
      const now = new Date();
      const text = JSON.stringify({ id: `evt_${i}`, type: 'profile.approved', note: '✓ ‘ß’ '.repeat(i) });
      const signed = new Webhook(secret).sign(`evt_${i}`, now, text);
      const headers = headersOf(`evt_${i}`, Math.floor(now.getTime() / 1000), signed);
      expect(codeOf(await webhooks.verify(text, headers, [secret]))).to.equal('ok');
      expect(new Webhook(secret).verify(text, headers)).to.deep.equal(JSON.parse(text));
    }
  });

  it('accepts one secret as a text', async () => {
    expect(codeOf(await webhooks.verify(body, publishedHeaders, secret, at(time)))).to.equal('ok');
  });

  it('accepts either secret while one is exchanged, and one signature among others', async () => {
    const signedBy = (one: string) => new Webhook(one).sign(id, new Date(time * 1000), body);
    const both = `v1a,QUFB ${signedBy(secret)} ${signedBy(older)}`;
    for (const secrets of [[secret], [older], [older, secret], [secret.replace('whsec_', '')]])
      expect(codeOf(await webhooks.verify(body, headersOf(id, time, both), secrets, at(time)))).to.equal('ok');
    const third = `whsec_${Buffer.from('another secret altogether').toString('base64')}`;
    expect(codeOf(await webhooks.verify(body, headersOf(id, time, both), [third], at(time)))).to.equal(
      'signature_mismatch',
    );
  });

  for (const [late, code] of [
    [-301, 'timestamp_too_new'],
    [-300, 'ok'],
    [300, 'ok'],
    [301, 'timestamp_too_old'],
  ] as const) {
    it(`answers ${code} to one that was signed ${late} seconds ago`, async () => {
      expect(codeOf(await webhooks.verify(body, publishedHeaders, [secret], at(time + late)))).to.equal(code);
    });
  }

  it('takes the time of this machine where none is given', async () => {
    expect(codeOf(await webhooks.verify(body, publishedHeaders, [secret]))).to.equal('timestamp_too_old');
  });

  const longer = `v1,${Buffer.concat([Buffer.from(signature.slice(3), 'base64'), Buffer.of(0)]).toString('base64')}`;
  const hexSignature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${id}.${time}.${body}`)
    .digest('hex');
  for (const [what, received, headers, code] of [
    ['another body', `${body} `, {}, 'signature_mismatch'],
    ['a body that was parsed and written again', JSON.stringify(JSON.parse(body)), {}, 'signature_mismatch'],
    ['another id', body, { 'webhook-id': `${id}x` }, 'signature_mismatch'],
    ['another time', body, { 'webhook-timestamp': String(time + 1) }, 'signature_mismatch'],
    ['a time with a fraction', body, { 'webhook-timestamp': `${time}.0` }, 'header_missing'],
    ['a time that is no number', body, { 'webhook-timestamp': 'NaN' }, 'header_missing'],
    ['no id', body, { 'webhook-id': '' }, 'header_missing'],
    ['no signature', body, { 'webhook-signature': undefined }, 'header_missing'],
    ['two signature headers', body, { 'webhook-signature': [signature, signature] }, 'header_missing'],
    [
      'the signature of another version',
      body,
      { 'webhook-signature': signature.replace('v1', 'v2') },
      'signature_mismatch',
    ],
    ['an empty signature', body, { 'webhook-signature': 'v1,' }, 'signature_mismatch'],
    ['half of the signature', body, { 'webhook-signature': signature.slice(0, 24) }, 'signature_mismatch'],
    ['more than the signature', body, { 'webhook-signature': longer }, 'signature_mismatch'],
    ['a signature that is no base64', body, { 'webhook-signature': 'v1,%%%%' }, 'signature_mismatch'],
    ['a signature in hexadecimal digits', body, { 'webhook-signature': `v1,${hexSignature}` }, 'signature_mismatch'],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const result = await webhooks.verify(received, { ...publishedHeaders, ...headers }, [secret], at(time));
      expect(codeOf(result)).to.equal(code);
    });
  }

  it('refuses each signature that differs in one bit', async () => {
    const bytes = Buffer.from(signature.slice(3), 'base64');
    for (let bit = 0; bit < 256; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const headers = headersOf(id, time, `v1,${changed.toString('base64')}`);
      expect(codeOf(await webhooks.verify(body, headers, [secret], at(time))), String(bit)).to.equal(
        'signature_mismatch',
      );
    }
  });

  it('tells a signed body that is no JSON from one that was forged', async () => {
    const signed = new Webhook(secret).sign(id, new Date(time * 1000), 'not json');
    expect(codeOf(await webhooks.verify('not json', headersOf(id, time, signed), [secret], at(time)))).to.equal(
      'body_invalid',
    );
  });

  for (const [what, secrets] of [
    ['no secret', []],
    ['an empty secret', ['']],
    ['an empty secret beside a good one', [secret, 'whsec_']],
    ['a secret that is no base64', ['whsec_%%%%']],
    ['a variable that is not set', undefined],
    ['a variable that is not set in a list', [undefined]],
    ['an empty text', ''],
  ] as const) {
    it(`is a fault of the program with ${what}, which nobody can sign for`, async () => {
      const given = [body, publishedHeaders, secrets, at(time)];
      const thrown = await Reflect.apply(webhooks.verify, null, given).catch((cause: unknown) => cause);
      expect(thrown).to.be.instanceOf(TypeError);
      expect(String(thrown)).to.match(/secret/);
      for (const one of Array.from(secrets ?? []).filter((text) => text && text.length > 8))
        expect(String(thrown)).not.to.include(one);
    });
  }
});
