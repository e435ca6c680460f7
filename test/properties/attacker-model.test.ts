import {
  type DocumentReading,
  decide,
  E,
  type Either,
  type Evidence,
  type Outcome,
  type Policy,
  standardPolicy,
  type Unavailable,
} from '@portcullis/domain';
import type { DecisionInput } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import fc from 'fast-check';
import { aCase, aConsent, aMatch, aProviderFailure, aReadingEvidence, aResult } from '../support/builders/evidence.ts';
import {
  aMessage,
  anthropicAnswering,
  anthropicAt,
  aReadRequest,
  jsonReply,
  unchangedImages,
} from '../support/clients/anthropic.ts';
import { simulatorForTests } from '../support/clients/vendor-calls.ts';
import { leastOf, runs } from '../support/effort.ts';
import { answerText, validAnswer } from '../support/generators/attacker-answers.ts';
import { canaries, canary, withForeignMember } from '../support/generators/model-outputs.ts';
import { tinyJpeg } from '../support/images/tiny-jpeg.ts';
import { objections } from '../support/mrz/objections.ts';

const seed = 20_261_121;
const numRuns = runs(20_000, 150);
const overConnection = runs(500, 20);
const now = '2026-05-01T10:05:00.000Z';
const production: Policy = standardPolicy({ livenessThreshold: 75, specimens: false });
/** The attacker's documents are those of ICAO with another State, so that nothing but their State tells them apart. */
const policy: Policy = { ...production, documents: { ...production.documents, knownSpecimens: 'accept' } };
const severity: readonly Outcome[] = ['approve', 'retry', 'review', 'decline'];
const severityOf = (outcome: Outcome): number => severity.indexOf(outcome);

type Person = { readonly passed: boolean; readonly evidence: Parameters<typeof aCase>[0] };

const persons: readonly Person[] = [
  { passed: false, evidence: { instead: { liveness_result: [], face_match: [] } } },
  { passed: false, evidence: { instead: { face_match: [] } } },
  { passed: false, evidence: { instead: { face_match: [aProviderFailure('face_match')] } } },
  {
    passed: false,
    evidence: {
      instead: { liveness_result: [aResult({ status: 'failed', confidence: null, referenceFileId: null })] },
    },
  },
  { passed: false, evidence: { instead: { liveness_result: [aResult({ confidence: 74.9 })] } } },
  { passed: false, evidence: { instead: { liveness_result: [aResult({ confidence: null })] } } },
  { passed: false, evidence: { instead: { liveness_result: [aResult({ late: true })] } } },
  { passed: false, evidence: { instead: { face_match: [aMatch({ similarity: 89.9 })] } } },
  { passed: false, evidence: { instead: { face_match: [aMatch({ similarity: 3 })] } } },
  {
    passed: false,
    evidence: { instead: { face_match: [aMatch({ outcome: 'no_face_in_selfie', similarity: null })] } },
  },
  { passed: false, evidence: { instead: { face_match: [aMatch({ documentFileId: 'anotherfront001' })] } } },
  { passed: false, evidence: { instead: { consent: [aConsent(false)] } } },
];
const passed: Person = { passed: true, evidence: {} };
const person = fc.oneof(fc.constant(passed), fc.constantFrom(...persons));

type Read = Either<Unavailable, DocumentReading>;

const caseOf = (read: Read, { evidence = {} }: Person): DecisionInput => {
  const reading: Evidence = E.isRight(read)
    ? aReadingEvidence(read.right)
    : aProviderFailure(
        'document_reading',
        read.left.kind === 'output_invalid' ? 'ai_output_invalid' : 'provider_response_invalid',
      );
  return aCase({ ...evidence, instead: { ...evidence.instead, document_reading: [reading] } });
};
const outcomeOf = (read: Read, who: Person): Outcome => decide(policy, caseOf(read, who), now).outcome;

/** A request of a front and a back. */
const bothSides = () => aReadRequest({ back: { bytes: tinyJpeg(), contentType: 'image/jpeg' } });

let modelText = '';
const inProcess = anthropicAnswering(() => jsonReply(aMessage(modelText)));
/** Answers what the adapter makes of the model's text. */
const readingOf = (text: string): Promise<Read> => {
  modelText = text;
  return inProcess.reader.read(bothSides())();
};

describe('a model whose answers an attacker writes', function () {
  this.timeout(1_800_000);
  const { running } = simulatorForTests();

  it('leads to no approval without liveness and a face match, or with a document that does not pass by itself', async () => {
    const seen = { approved: 0, refused: 0, readings: 0, outages: 0 };
    await fc.assert(
      fc.asyncProperty(answerText, person, async (text, who) => {
        const read = await readingOf(text);
        const outcome = outcomeOf(read, who);
        seen[E.isRight(read) ? 'readings' : 'outages'] += 1;
        seen[outcome === 'approve' ? 'approved' : 'refused'] += 1;
        if (outcome !== 'approve') return;
        expect(who.passed, 'liveness and faces').to.equal(true);
        expect(E.isRight(read) ? objections(text, read.right) : ['no reading']).to.deep.equal([]);
      }),
      { numRuns, seed },
    );
    // A property about approvals proves nothing when there are none.
    expect(Math.min(seen.approved, seen.outages)).to.be.at.least(leastOf(800, numRuns, 20_000));
    expect(Math.min(seen.refused, seen.readings)).to.be.at.least(leastOf(10_000, numRuns, 20_000));
  });

  it(`leads to the same outcomes over a connection, for ${overConnection} of its answers`, async () => {
    const { reader } = anthropicAt(running().url, { fitter: unchangedImages });
    await fc.assert(
      fc.asyncProperty(answerText, person, async (text, who) => {
        const direct = await readingOf(text);
        running().script({ reading: text });
        const read = await reader.read(bothSides())();
        expect(outcomeOf(read, who)).to.equal(outcomeOf(direct, who));
        expect(E.isLeft(read) ? read.left.kind : read.right.mrzLines).to.deep.equal(
          E.isLeft(direct) ? direct.left.kind : direct.right.mrzLines,
        );
      }),
      { numRuns: overConnection, seed },
    );
  });

  type AnyFields = Record<string, { value: string; confidence: number } | null>;
  type Added = { readonly what: string; readonly output: object; readonly added: unknown };
  const member = (from: object, name: string): unknown => Reflect.get(from, name);

  /** The same answer with an injected text in one place, or with `instructions_found` set. */
  const withText = (output: object): fc.Arbitrary<Added> => {
    const sides = member(output, 'sides') as readonly { fields: AnyFields; mrz_lines: readonly string[] | null }[];
    const [front = { fields: {}, mrz_lines: null }, ...others] = sides;
    const withFront = (over: object): object => ({ ...output, sides: [{ ...front, ...over }, ...others] });
    const { fields } = front;
    const names = Object.keys(fields).filter((name) => name !== 'sex');
    const inField = fc.tuple(fc.constantFrom(...names), canary, fc.boolean()).map(([name, text, before]) => {
      const field = fields[name] ?? { value: '', confidence: 0.9 };
      const value = before ? `${text} ${field.value}` : `${field.value} ${text}`;
      return {
        what: `text in ${name}`,
        output,
        added: withFront({ fields: { ...fields, [name]: { ...field, value } } }),
      };
    });
    const mrz = front.mrz_lines ?? [];
    const shouted = canaries.map((text) =>
      text
        .toUpperCase()
        .replace(/[^A-Z0-9<]/g, '')
        .slice(0, 43),
    );
    const inLines = fc.tuple(fc.constantFrom(...canaries, ...shouted), fc.nat(mrz.length)).map(([text, at]) => ({
      what: 'a line more',
      output,
      added: withFront({ mrz_lines: [...mrz.slice(0, at), text, ...mrz.slice(at)] }),
    }));
    const country = canary.map((text) => ({
      what: 'text for a country',
      output,
      added: { ...output, issuing_country: `${member(output, 'issuing_country') ?? ''} ${text}` },
    }));
    const admitted = fc.constant({ what: 'admitted', output, added: { ...output, instructions_found: true } });
    return fc.oneof(inField, inLines, country, admitted);
  };
  const withMember = (output: object): fc.Arbitrary<Added> =>
    withForeignMember(output).map((added) => ({ what: 'a member more', output, added }));

  it('gains nothing by an injected text: the outcome is the same or more severe', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(validAnswer.chain(withText), person, async ({ what, output, added }, who) => {
        const before = await readingOf(JSON.stringify(output));
        const after = await readingOf(JSON.stringify(added));
        const was = outcomeOf(before, who);
        const is = outcomeOf(after, who);
        seen.set(`${what} ${was}`, (seen.get(`${what} ${was}`) ?? 0) + 1);
        const mrzOf = (read: Read) => JSON.stringify(E.isRight(read) ? read.right.mrzLines : null);
        // When it is unknown which lines are the MRZ, the MRZ cannot decline: a person reviews it.
        const least =
          mrzOf(before) === mrzOf(after) ? severityOf(was) : Math.min(severityOf(was), severityOf('review'));
        expect(severityOf(is), `${what}: ${was} became ${is}`).to.be.at.least(least);
      }),
      { numRuns, seed },
    );
    for (const what of ['a line more', 'text for a country', 'admitted']) {
      for (const outcome of severity)
        expect(seen.get(`${what} ${outcome}`) ?? 0, `${what} ${outcome}`).to.be.at.least(leastOf(60, numRuns, 20_000));
    }
  });

  it('gains nothing by an unknown member: nothing is read, and a person reviews it', async () => {
    await fc.assert(
      fc.asyncProperty(validAnswer.chain(withMember), person, async ({ output, added }, who) => {
        const before = await readingOf(JSON.stringify(output));
        const after = await readingOf(JSON.stringify(added));
        expect(E.isLeft(after) && after.left.kind).to.equal('output_invalid');
        const least = Math.min(severityOf(outcomeOf(before, who)), severityOf('review'));
        expect(severityOf(outcomeOf(after, who))).to.be.at.least(least);
      }),
      { numRuns: runs(20_000, 100), seed },
    );
  });
});
