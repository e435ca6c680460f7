import { expect } from 'chai';
import { type MemoryServer, machineToken, openMemoryServer } from '../../support/http/memory-server.ts';
import { aFile, bodyOf } from '../../support/http/multipart.ts';
import { tinyJpeg } from '../../support/images/tiny-jpeg.ts';
import { mustSucceed } from '../../support/run.ts';
import { aService, completeLiveness, type ServiceChanges } from '../../support/services/memory-service.ts';

const reading = machineToken('profiles:read');
const consent = { text_version: '1', locale: 'en', granted: true };

/** Another photo of the same document: the same one again would be a reason of its own. */
const photo = (n: number) => bodyOf([aFile('document_front', Buffer.concat([tinyJpeg(), Buffer.of(n)]))]);

type Reason = { readonly code: string; readonly message: string };

/** What the person is told of a profile, and of its steps. */
const toldOf = (json: unknown): readonly Reason[] => {
  const { requirements, status_reasons: reasons } = Object(json);
  return [...reasons, ...requirements.flatMap((one: { readonly reasons: readonly Reason[] }) => one.reasons)];
};

const asking = /\b([Pp]lease|[Tt]ry again)\b/;

/** Does what is asked for, until nothing more is. */
const playToTheEnd = async (api: MemoryServer): Promise<readonly unknown[]> => {
  const path = `/api/profiles/${api.id}`;
  const { principal: caller } = await mustSucceed(api.service.tokens.verify(api.flow));
  const seen: unknown[] = [];
  for (let n = 0; n < 20; n += 1) {
    const { json } = await api.send('GET', path);
    seen.push(json);
    const { requirements } = Object(json);
    const asked = requirements.filter((one: { state: string }) => ['missing', 'rejected'].includes(one.state));
    if (Object(json).status === 'declined' || asked.length === 0) return seen;
    const [{ step }] = asked;
    if (step === 'consent') await api.send('PATCH', path, { json: { consent } });
    else if (step === 'liveness') await completeLiveness({ ...api, caller });
    else await api.send('PATCH', path, { multipart: photo(n) });
  }
  throw new Error('it never ends');
};

describe('the last attempt', () => {
  const attempts: readonly (readonly [string, ServiceChanges, readonly Reason[], readonly string[]])[] = [
    [
      'the document',
      { reading: { mrzLines: null, signals: [{ code: 'document_blurry', confidence: 0.9 }] } },
      [
        { code: 'document_blurry', message: 'The photo of your document is blurred.' },
        { code: 'mrz_missing', message: 'We could not find the lines of letters and arrows on your document.' },
      ],
      ['document_blurry', 'mrz_missing', 'data_field_missing', 'policy_attempts_exhausted'],
    ],
    [
      'the face check',
      { scenario: 'decline_attempts_exhausted' },
      [{ code: 'liveness_low_score', message: 'The face check did not succeed.' }],
      ['liveness_low_score', 'policy_attempts_exhausted'],
    ],
  ];
  for (const [what, changes, findings, codes] of attempts) {
    it(`of ${what} ends with what was found, and asks for nothing beside it`, async () => {
      const api = await openMemoryServer(aService(changes));
      try {
        const seen = await playToTheEnd(api);
        const before = seen.at(-2);
        expect(toldOf(before).some(({ message }) => asking.test(message))).to.equal(true);
        const { attempt, status, status_reasons: reasons } = Object(seen.at(-1));
        expect([status, attempt.number]).to.deep.equal(['declined', attempt.max]);
        expect(reasons).to.deep.equal([
          ...findings,
          { code: 'policy_attempts_exhausted', message: 'There are no attempts left.' },
        ]);
        expect(toldOf(seen.at(-1)).filter(({ message }) => asking.test(message))).to.deep.equal([]);
        // The partner sees the codes as ever.
        const { json } = await api.send('GET', `/api/profiles/${api.id}`, { token: reading });
        expect(Object(json).status_reasons).to.deep.equal(codes);
      } finally {
        await api.server.close();
      }
    });
  }
});
