import { setImmediate } from 'node:timers/promises';
import type { LocalReader } from '@portcullis/adapter-local-reader';
import { createMetrics, documentReader } from '@portcullis/app';
import {
  combineReadings,
  type DocumentReader,
  type DocumentReading,
  E,
  type TaskEither,
  TE,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { expect } from 'chai';
import { aReading, localReader } from '../../../support/builders/readings.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

const input: Parameters<DocumentReader['read']>[0] = {
  call: { profileId: 'abc000000000001', attempt: 1 },
  front: { bytes: new Uint8Array(), contentType: 'image/jpeg' },
  back: null,
  hints: {},
};

const printed = aReading();
const mrz = aReading({ reader: localReader, documentType: null, issuingCountry: null, fields: {} });

/** A reader that records when it is called and when it answers. */
const recordingReader = (
  name: string,
  answer: TaskEither<Unavailable, DocumentReading>,
  notes: string[],
): DocumentReader => ({
  read: () => async () => {
    notes.push(`${name} is asked`);
    // Two rounds of the event loop are later than "at once", however long each takes on a busy machine.
    await setImmediate();
    await setImmediate();
    notes.push(`${name} answers`);
    return answer();
  },
});

const lazily = (reader: DocumentReader): LocalReader => ({
  reader,
  diagnosis: () => TE.right([]),
  close: async () => undefined,
});

type Choice = Parameters<typeof documentReader>[0]['documentReader'];
type Answers = {
  readonly ai?: TaskEither<Unavailable, DocumentReading>;
  readonly local?: TaskEither<Unavailable, DocumentReading>;
};

/** Answers the configured reader over two readers that record their calls. */
const configured = (choice: Choice, { ai = TE.right(printed), local = TE.right(mrz) }: Answers = {}) => {
  const notes: string[] = [];
  const metrics: ReturnType<typeof createMetrics> = createMetrics();
  const model = { reader: recordingReader('ai', ai, notes) };
  const reader = documentReader(
    { documentReader: choice },
    model,
    lazily(recordingReader('local', local, notes)),
    metrics,
  );
  return { reader, notes, metrics };
};

const down = (kind: Unavailable['kind']): Unavailable => unavailable('document_reader', { name: 'Planned' }, kind);

describe('the configured document reader', () => {
  for (const [choice, reading] of [
    ['ai', printed],
    ['local', mrz],
  ] as const) {
    it(`is one of two for ${choice}: the other one is not called`, async () => {
      const { notes, reader } = configured(choice);
      expect(await mustSucceed(reader.read(input))).to.deep.equal(reading);
      expect(notes).to.deep.equal([`${choice} is asked`, `${choice} answers`]);
    });
  }

  it('calls both at the same time, and combines their readings', async () => {
    const { notes, reader } = configured('both');
    expect(await mustSucceed(reader.read(input))).to.deep.equal(combineReadings(printed, mrz));
    expect(notes).to.deep.equal(['local is asked', 'ai is asked', 'local answers', 'ai answers']);
  });

  it('counts the calls of each reader separately', async () => {
    const { metrics, reader } = configured('both', { local: TE.left(down('timeout')) });
    await reader.read(input)();
    const text = await metrics.text();
    for (const provider of ['anthropic', 'local-reader'])
      expect(text).to.match(new RegExp(`call_duration_seconds_count{[^}]*provider="${provider}"[^}]*} 1\n`));
    expect(text).to.match(/failures_total{[^}]*provider="local-reader"[^}]*kind="timeout",cause="timeout"} 1\n/);
  });

  it('gives no reading when one of both fails: nothing would be compared', async () => {
    for (const failure of [down('timeout'), down('unavailable')]) {
      const byAi = configured('both', { ai: TE.left(failure) });
      const byLocal = configured('both', { local: TE.left(failure) });
      expect(await mustFail(byAi.reader.read(input))).to.deep.equal(failure);
      expect(await mustFail(byLocal.reader.read(input))).to.deep.equal(failure);
    }
  });

  it('reports the failure of the model when both fail, because it says whether another paid call helps', async () => {
    const { reader } = configured('both', { ai: TE.left(down('model_refused')), local: TE.left(down('timeout')) });
    expect((await mustFail(reader.read(input))).kind).to.equal('model_refused');
  });

  const busy: Unavailable = { ...down('quota'), notSent: true };

  it('does not call the paid model when the local reader rejects at once', async () => {
    const notes: string[] = [];
    const refusing: DocumentReader = { read: () => async () => E.left(busy) };
    const model = { reader: recordingReader('ai', TE.right(printed), notes) };
    const reader = documentReader({ documentReader: 'both' }, model, lazily(refusing), createMetrics());
    expect(await mustFail(reader.read(input))).to.deep.equal(busy);
    expect(notes).to.deep.equal([]);
  });

  it('counts a paid call of the model as an attempt, even if the local reader then had no time', async () => {
    const { notes, reader } = configured('both', { local: TE.left(busy) });
    expect(await mustFail(reader.read(input))).to.deep.equal(down('quota'));
    expect(notes).to.include('ai answers');
  });
});
