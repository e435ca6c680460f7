import { type DomainError, E, type TaskEither, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { unavailableKinds } from '#domain/kernel/outage-cause';
import { confidentSignals, localReader } from '../../../../support/builders/readings.ts';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aConsentingPerson,
  aService,
  completeLiveness,
  partner,
  personActions,
  type ServiceChanges,
  stored,
} from '../../../../support/services/memory-service.ts';

const front = tinyJpeg();
/** This is another image: the same one with an additional byte. */
const other = Uint8Array.from([...front, 1]);

const started = async (changes: ServiceChanges = {}) => {
  const person = await aConsentingPerson(aService(changes));
  return { person, service: person.service, ...personActions(person) };
};

/** Answers the outage with which an analysis must fail. */
const outageOf = async (analysis: TaskEither<DomainError, unknown>) => {
  const error = await mustFail(analysis);
  if (error._tag !== 'Unavailable') throw new Error(`it failed with ${error._tag}`);
  return error;
};

const kinds = async ({ person, service }: Awaited<ReturnType<typeof started>>) =>
  (await stored(service, person.id)).evidence.map(({ kind }) => kind);

describe('the analysis of a document', () => {
  it('answers what was read, the results of our checks, and the new status of the profile', async () => {
    const one = await started({ reading: { reader: localReader, signals: confidentSignals('document_glare') } });
    const { checks, document, ...rest } = await mustSucceed(one.analyze(front));
    expect(rest).to.deep.equal({
      id: rest.id,
      profileId: one.person.id,
      model: 'ocr-1',
      mrz: {
        format: 'TD3',
        lines: rest.mrz?.lines,
        valid: true,
        checkDigits: ['document_number', 'date_of_birth', 'date_of_expiry', 'personal_number', 'composite'].map(
          (field) => ({ field, valid: true }),
        ),
        repairs: [],
      },
      barcode: null,
      signals: [{ code: 'document_glare', confidence: 1 }],
      reasons: ['document_glare'],
      usage: { inputTokens: 0, outputTokens: 0 },
      profileStatus: 'in_progress',
      language: 'en',
      createdAt: '2026-05-01T00:00:00.000Z',
    });
    expect([document.type, document.issuingCountry, document.fields.last_name?.value]).to.deep.equal([
      'passport',
      'UTO',
      'ERIKSSON',
    ]);
    expect(checks.map(({ name, status }) => `${name} ${status}`)).to.deep.equal([
      'document_quality failed',
      'document_type passed',
      'document_mrz passed',
      'document_barcode not_applicable',
      'document_consistency passed',
      'document_expiry passed',
      'document_age passed',
      'document_authenticity not_applicable',
    ]);
    expect(await kinds(one)).to.deep.equal(['consent', 'file', 'document_reading']);
  });

  it('of the same image again is answered from the store', async () => {
    const one = await started();
    const first = await mustSucceed(one.analyze(front));
    one.service.clock.advance(60_000);
    expect(await mustSucceed(one.analyze(front))).to.deep.equal(first);
    expect([one.service.readerCalls.calls, await kinds(one)]).to.deep.equal([
      1,
      ['consent', 'file', 'document_reading'],
    ]);
  });

  it('of the same image twice concurrently calls the reader once', async () => {
    const one = await started();
    const [first, second] = await Promise.all([mustSucceed(one.analyze(front)), mustSucceed(one.analyze(front))]);
    expect(second).to.deep.equal(first);
    expect([one.service.readerCalls.calls, await kinds(one)]).to.deep.equal([
      1,
      ['consent', 'file', 'document_reading'],
    ]);
  });

  it('of another image, and of an additional back, is a new one', async () => {
    const one = await started();
    const ids = [];
    for (const [image, back] of [
      [front, null],
      [other, null],
      [other, front],
    ] as const) {
      ids.push((await mustSucceed(one.analyze(image, back))).id);
    }
    expect([new Set(ids).size, one.service.readerCalls.calls]).to.deep.equal([3, 3]);
  });

  it('of a file that was uploaded before reads that file', async () => {
    const one = await started();
    await mustSucceed(one.patch({ files: [{ kind: 'document_front', bytes: front }] }));
    const file = (await stored(one.service, one.person.id)).evidence.find((item) => item.kind === 'file');
    const fileId = file?.kind === 'file' ? file.file.id : '';
    const analyzed = await mustSucceed(
      one.service.analyze({ caller: partner, profileId: one.person.id, front: { fileId }, back: null, hints: {} }),
    );
    expect(analyzed.profileId).to.equal(one.person.id);
    expect(await kinds(one)).to.deep.equal(['consent', 'file', 'document_reading']);
  });

  it('of a file of another profile, of another side, or that was superseded is refused', async () => {
    const one = await started();
    const of = (service: typeof one.service, id: string, fileId: string) =>
      mustFail(service.analyze({ caller: partner, profileId: id, front: { fileId }, back: null, hints: {} }));
    await mustSucceed(
      one.patch({
        files: [
          { kind: 'document_front', bytes: front },
          { kind: 'document_back', bytes: other },
        ],
      }),
    );
    const files = (await stored(one.service, one.person.id)).evidence.flatMap((e) =>
      e.kind === 'file' ? [e.file.id] : [],
    );
    const [frontId = '', backId = ''] = files;
    const stranger = await aConsentingPerson(one.service, { reference: 'customer-2' });
    const noSuchFile = {
      _tag: 'Invalid',
      faults: [{ pointer: '/front_file_id', message: 'no such file of this profile' }],
    };
    expect(await of(one.service, stranger.id, frontId)).to.deep.equal(noSuchFile);
    expect(await of(one.service, one.person.id, backId)).to.deep.equal(noSuchFile);
    await mustSucceed(one.patch({ files: [{ kind: 'document_front', bytes: other }] }));
    expect(await of(one.service, one.person.id, frontId)).to.deep.include({ _tag: 'Invalid' });
  });

  it('keeps the image when the reader is down, and reads it the next time', async () => {
    let out = true;
    const down = unavailable('document_reader', 'out', 'timeout');
    const one = await started({
      reader: (reader) => ({ read: (input) => async () => (out ? E.left(down) : reader.read(input)()) }),
    });
    expect(await mustFail(one.analyze(front))).to.deep.equal(down);
    expect(await kinds(one)).to.deep.equal(['consent', 'file']);
    out = false;
    await mustSucceed(one.analyze(front));
    expect(await kinds(one)).to.deep.equal(['consent', 'file', 'document_reading']);
  });

  it('runs the checks before the response, as the last step', async () => {
    const one = await started();
    await completeLiveness(one.person);
    expect((await mustSucceed(one.analyze(front))).profileStatus).to.equal('approved');
    expect(one.service.readerCalls.calls).to.equal(1);
  });

  for (const kind of unavailableKinds) {
    it(`reports at the last step why the reader gave no answer (${kind}), as an earlier analysis does`, async () => {
      const down = unavailable('document_reader', 'out', kind);
      const one = await started({ reader: () => ({ read: () => async () => E.left(down) }) });
      const { cause: _, ...early } = await outageOf(one.analyze(front));
      await completeLiveness(one.person);
      const again = await started({ reader: () => ({ read: () => async () => E.left(down) }) });
      await completeLiveness(again.person);
      const { cause: __, ...late } = await outageOf(again.analyze(front));
      expect(late).to.deep.equal(early);
      expect(late).to.deep.equal({ _tag: 'Unavailable', service: 'document_reader', kind, retryAfterSeconds: 5 });
      expect((await stored(again.service, again.person.id)).attempt.number).to.equal(1);
    });
  }

  it('of bytes that are no image is refused, and nothing is kept', async () => {
    const one = await started();
    const text = new TextEncoder().encode('%PDF-1.7');
    expect(await mustFail(one.analyze(text))).to.deep.include({ _tag: 'UnsupportedMedia', part: 'document_front' });
    expect(await kinds(one)).to.deep.equal(['consent']);
  });
});
