import { aProfile } from '@portcullis/contracts/builders';
import { TE, unavailable } from '@portcullis/domain';
import { invalidTransition } from '@portcullis/domain/kernel';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { openServer } from '../../support/http/server.ts';
import { ada, stubServices } from '../../support/http/stub-services.ts';

const answerOf = async (replaced: Partial<Services>, method: string, path: string) => {
  const server = await openServer({ services: stubServices(replaced) });
  try {
    return await server.send({ method, path, headers: { authorization: 'Bearer machine' } });
  } finally {
    await server.close();
  }
};

describe('an announced erasure', () => {
  const path = `/api/profiles/${ada}/erasure`;

  it('is taken back, and the answer says when the profile is erased now', async () => {
    const erasesAt = '2027-05-04T10:00:00.000Z';
    const kept = aProfile({ id: ada, status: 'declined', erasesAt });
    const { json, status } = await answerOf({ takeBackErasure: () => TE.right(kept) }, 'DELETE', path);
    expect([status, json]).to.deep.equal([
      200,
      { id: ada, object: 'profile', status: 'declined', erases_at: erasesAt },
    ]);
  });

  it('is not taken back once it has begun', async () => {
    const begun = invalidTransition('take_back_erasure', 'declined', []);
    const { json, status } = await answerOf({ takeBackErasure: () => TE.left(begun) }, 'DELETE', path);
    expect([status, Object(json).code, Object(json).allowed]).to.deep.equal([409, 'invalid_transition', []]);
  });
});

describe('an instance whose clock is not trusted', () => {
  it('answers 503 clock_skew to whoever has a token, and says when to come back', async () => {
    const verifyToken: Services['verifyToken'] = () => TE.left(unavailable('clock', 'the clock is not believed'));
    for (const [method, path] of [
      ['GET', `/api/profiles/${ada}`],
      ['DELETE', `/api/profiles/${ada}`],
      ['GET', '/'],
    ] as const) {
      const { headers, json, status } = await answerOf({ verifyToken }, method, path);
      expect([status, Object(json).code, Object(json).retryable], path).to.deep.equal([503, 'clock_skew', true]);
      expect(headers['retry-after']).to.equal('5');
    }
  });
});
