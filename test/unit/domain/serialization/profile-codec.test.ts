import {
  aDuplicateCheck,
  aNew,
  anEntry,
  aProfile,
  everyEvidence,
  freshSessionId,
} from '@portcullis/contracts/builders';
import { E } from '@portcullis/domain';
import { decode } from '@portcullis/domain/kernel';
import { decodeCursor, encodeCursor, LedgerEntryCodec, ProfileCodec } from '@portcullis/domain/serialization';
import { expect } from 'chai';

const completeProfile = aProfile({
  evidence: everyEvidence(freshSessionId()),
  claimed: { full_name: 'Anna' },
  metadata: { a: '1' },
});

const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Sets a value at a path of a copy. */
const withValue = (whole: unknown, path: string, value: unknown): unknown => {
  const copy = stored(whole);
  const keys = path.split('/').slice(1);
  const last = keys.pop() ?? '';
  let place: unknown = copy;
  for (const key of keys) place = Reflect.get(Object(place), key);
  if (value === undefined) Reflect.deleteProperty(Object(place), last);
  else Reflect.set(Object(place), last, value);
  return copy;
};

const pointersOf = (result: ReturnType<typeof decode>): readonly string[] =>
  E.isLeft(result) ? result.left.map(({ pointer }) => pointer) : [];

describe('a stored profile', () => {
  it('is answered itself, not as a copy, when it is valid', () => {
    const raw = stored(completeProfile);
    const result = decode(ProfileCodec, raw);
    expect(E.isRight(result) && result.right === raw).to.equal(true);
    expect(raw).to.deep.equal(completeProfile);
  });

  it('loses the fields that this version does not know, at every depth, and nothing else', () => {
    const paths = [
      '/later',
      '/tenant/later',
      '/evidence/3/later',
      '/evidence/3/reading/reader/later',
      '/claimed/later',
    ];
    const raw = paths.reduce((whole, path) => withValue(whole, path, { a: 1 }), stored(completeProfile));
    expect(decode(ProfileCodec, raw)).to.deep.equal(E.right(completeProfile));
  });

  it('keeps the places of compared faces, also one off its picture, and reads a comparison without them', () => {
    const at = completeProfile.evidence.findIndex(({ kind }) => kind === 'face_match');
    const box = { left: 0.135, top: 0.25, width: 0.13, height: 0.24 };
    for (const place of [box, { ...box, left: -3 }]) {
      const raw = withValue(completeProfile, `/evidence/${at}/documentFace`, place);
      expect(decode(ProfileCodec, raw)).to.deep.equal(E.right(raw));
    }
    const wrong = withValue(completeProfile, `/evidence/${at}/referenceFace`, { ...box, width: 'wide' });
    expect(E.isLeft(decode(ProfileCodec, wrong))).to.equal(true);
  });

  it('has a kind of its own where not every list could be read, which nobody takes for the whole', () => {
    const incomplete = aDuplicateCheck({ unreadable: ['document'] });
    const whole = aDuplicateCheck();
    const withSightings = (item: unknown) => withValue(completeProfile, '/evidence', [item]);
    const raw = withSightings(incomplete);
    expect(decode(ProfileCodec, raw)).to.deep.equal(E.right(raw));
    const { unreadable: _, ...unsaid } = incomplete;
    for (const refused of [unsaid, { ...whole, unreadable: ['document'] }, { ...incomplete, unreadable: ['face'] }])
      expect(E.isLeft(decode(ProfileCodec, withSightings(refused)))).to.equal(true);
  });

  it('keeps the zone of a reading as it was before the vote of several pictures, and refuses another side', () => {
    const mrz = { side: 'front', mrzLines: ['P<UTO'], analyses: ['reading00000001'] };
    const raw = withValue(completeProfile, '/evidence/3/reading/votedZone', mrz);
    expect(decode(ProfileCodec, raw)).to.deep.equal(E.right(raw));
    const wrong = withValue(completeProfile, '/evidence/3/reading/votedZone', { ...mrz, side: 'top' });
    expect(E.isLeft(decode(ProfileCodec, wrong))).to.equal(true);
  });

  it('keeps what was read of frames, and which of them voted, and refuses frames without a digest', () => {
    const mrz = { side: 'front', mrzLines: ['P<UTO'], analyses: [], frames: ['ab'] };
    const frame = { side: 'back', contentSha256: 'ab', sha256: 'cd', mrzLines: null };
    const uncertain = [{ line: 1, column: 4, others: '' }];
    const raw = ['votedZone', 'frames', 'mrzUncertain'].reduce(
      (whole, name) =>
        withValue(
          whole,
          `/evidence/3/reading/${name}`,
          { votedZone: mrz, frames: [frame], mrzUncertain: uncertain }[name],
        ),
      stored(completeProfile),
    );
    expect(decode(ProfileCodec, raw)).to.deep.equal(E.right(raw));
    const wrong = withValue(raw, '/evidence/3/reading/frames', [{ side: 'back', mrzLines: null }]);
    expect(E.isLeft(decode(ProfileCodec, wrong))).to.equal(true);
  });

  it('keeps the doubtful characters of a reading, and refuses others', () => {
    const doubt = { line: 1, column: 4, others: 'O' };
    const raw = withValue(completeProfile, '/evidence/3/reading/mrzDoubts', [doubt]);
    expect(decode(ProfileCodec, raw)).to.deep.equal(E.right(raw));
    const wrong = withValue(completeProfile, '/evidence/3/reading/mrzDoubts', [{ ...doubt, column: -1 }]);
    expect(E.isLeft(decode(ProfileCodec, wrong))).to.equal(true);
  });

  const faults: readonly (readonly [path: string, value: unknown])[] = [
    ['/id', 'UPPER'],
    ['/tenant', null],
    ['/tenant/teamId', undefined],
    ['/current', 'true'],
    ['/status', 'purple'],
    ['/statusReasons', ['no_such_reason']],
    ['/attempt/number', 1.5],
    ['/version', '1'],
    ['/evidence', {}],
    ['/evidence/2/file/sha256', 'abc'],
    ['/evidence/2/kind', 'no such kind'],
    ['/evidence/2/kind', 'toString'],
    ['/evidence/7/confidence', '99'],
    ['/evidence/10/facts/vpn', 1],
    ['/claimed/full_name', 1],
    ['/metadata', { a: 1 }],
    ['/ledgerHead', ''],
    ['/createdAt', '2026-05-01 10:00:00.000Z'],
    ['/lapsesAt', undefined],
  ];

  for (const [path, value] of faults) {
    it(`is refused with ${value === undefined ? 'nothing' : JSON.stringify(value)} at ${path}, without repeating it`, () => {
      const result = decode(ProfileCodec, withValue(completeProfile, path, value));
      expect(pointersOf(result).length).to.be.greaterThan(0);
      for (const pointer of pointersOf(result)) {
        expect(pointer.startsWith(path) || path.startsWith(pointer), pointer).to.equal(true);
      }
      expect(JSON.stringify(result)).to.not.match(/purple|no_such_reason|UPPER|no such kind/);
    });
  }

  it('must be an object', () => {
    for (const raw of [null, undefined, [], 'profile', 1, {}])
      expect(E.isLeft(decode(ProfileCodec, raw))).to.equal(true);
  });

  it('is read by its own keys only', () => {
    expect(E.isLeft(decode(ProfileCodec, Object.create(completeProfile)))).to.equal(true);
  });
});

describe('a stored ledger entry', () => {
  it('is answered unchanged, with and without its optional fields', () => {
    for (const entry of [anEntry(), anEntry({ from: 'created', to: 'expired' })]) {
      expect(decode(LedgerEntryCodec, stored(entry))).to.deep.equal(E.right(entry));
    }
  });

  it('is refused with a hash, a seq, a kind or data of another form', () => {
    for (const over of [{ hash: 'A'.repeat(64) }, { seq: -1 }, { kind: 'other' }, { data: [] }, { personal: null }]) {
      const result = decode(LedgerEntryCodec, { ...anEntry(), ...over });
      expect(pointersOf(result)).to.deep.equal([`/${Object.keys(over)[0]}`]);
    }
  });
});

describe('a page cursor', () => {
  it('gives the position that it was made from', () => {
    const { profile } = aNew({ createdAt: '2026-05-01T10:00:00.123Z' });
    expect(decodeCursor(encodeCursor(profile))).to.deep.equal({
      createdAt: '2026-05-01T10:00:00.123Z',
      id: profile.id,
    });
  });

  it('may be part of a URL without escaping', () => {
    expect(encodeCursor(aProfile())).to.match(/^[a-z0-9.]+$/);
  });

  it('is null for a text that was not made here', () => {
    for (const text of [
      '',
      '.',
      'x',
      'ZZ.aaaaaaaaaaaaaaa',
      'zzzzzzzzzz.aaaaaaaaaaaaaaa',
      '1.short',
      "1.aaaaaaaaaaaaaa'",
    ]) {
      expect(decodeCursor(text), text).to.equal(null);
    }
  });
});
