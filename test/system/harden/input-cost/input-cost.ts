import { createApp, defaultRequestLimits } from '@portcullis/http';
import { runs } from '../../../support/effort.ts';
import { httpConfig } from '../../../support/http/server.ts';
import { ada, stubServices } from '../../../support/http/stub-services.ts';
import type { Harness, Size } from '../harness/harness.ts';
import { honestJson, jsonCharacters, jsonFloods, pairJson } from './json-floods.ts';
import { compareCosts, type FloodCosts, type Target } from './measure.ts';
import { delimiterBytes, type Flood, honestForm, nearForms, pairForm } from './multipart-floods.ts';
import { measureService } from './service-cost.ts';

/** How many times as much as an honest byte a hostile one may cost. */
const bound = 3;

/** The largest body of JSON, less the fields around its data; the short run takes half of it. */
const largestJson = defaultRequestLimits.jsonBytes - 1024;
const bytesOf = (size: Size): number => (size === 'short' ? largestJson / 2 : largestJson);

const allBytes: readonly number[] = Array.from({ length: 256 }, (_, byte) => byte);

/** In a quick run each byte of a delimiter stands beside the others of them, and beside one in so many bytes. */
const oneIn = runs(1, 3);

const bytesBeside = (one: number, size: Size): readonly number[] =>
  allBytes.filter((other) => size !== 'short' || delimiterBytes.includes(other) || (one + other) % oneIn === 0);

/** Every byte by itself, then the pairs: all of them, or those with a byte of a delimiter. */
function* multipartFloods(size: Size): Generator<Flood> {
  const bytes = bytesOf(size);
  for (const byte of allBytes) yield pairForm(byte, byte, bytes);
  yield* nearForms(bytes);
  for (const one of size === 'short' ? delimiterBytes : allBytes) {
    for (const other of bytesBeside(one, size)) if (other !== one) yield pairForm(one, other, bytes);
  }
}

function* jsonBodies(size: Size): Generator<Flood> {
  const bytes = bytesOf(size);
  yield* jsonFloods(bytes);
  const characters = size === 'short' ? jsonCharacters : allBytes.map((code) => String.fromCharCode(code));
  for (const one of characters) {
    for (const other of characters) {
      yield pairJson(one, other, bytes, 'string');
      yield pairJson(one, other, bytes, 'list');
    }
  }
}

const told = ({ bodies, honestNs, worst }: FloodCosts): string =>
  `${bodies.toLocaleString('en')} bodies, honest ${honestNs.toFixed(1)} ns a byte, worst ${worst.times.toFixed(1)} times (${worst.name})`;

/** No body costs the service much more processor than another body of the same length, whatever its bytes are. */
export const inputCost: Harness = {
  name: 'input-cost',
  claim: `no byte of a form or of JSON costs more than ${bound} times as much processor as an honest one, whatever the bytes are`,
  run: async ({ engine, size, say }) => {
    const app = createApp({ services: stubServices(), config: httpConfig, observe: () => undefined });
    const listener = app.callback();
    const upload: Target = { listener, method: 'PATCH', path: `/api/profiles/${ada}` };
    const append: Target = { listener, method: 'POST', path: `/api/verification_history/${ada}` };
    const forms = await compareCosts(upload, honestForm(bytesOf(size)), multipartFloods(size), bound);
    const json = await compareCosts(append, honestJson(bytesOf(size)), jsonBodies(size), bound);
    for (const one of [...forms.beyond, ...json.beyond].slice(0, 20)) say(one);
    const service = size === 'short' ? null : await measureService(engine, bound, say);
    return {
      performed: { forms: told(forms), json: told(json), ...service?.performed },
      violations: {
        'forms beyond the bound': forms.beyond.length,
        'JSON bodies beyond the bound': json.beyond.length,
        ...service?.violations,
      },
    };
  },
};
