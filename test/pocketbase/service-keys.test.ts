import { pocketbaseServiceKeys, type TextPlace } from '@portcullis/adapter-pocketbase';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { aKeyring } from '../support/keyrings.ts';
import { usePocketbase } from '../support/pocketbase.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const place: TextPlace = ['answers', 'row000000000001', 'answer'];

describe('the keys of the service', function () {
  this.timeout(20_000);
  const database = usePocketbase();
  const keysWith = (...ids: readonly string[]) =>
    pocketbaseServiceKeys(database().client, ids.length === 0 ? null : aKeyring(...ids));
  const rows = () => database().admin.collection('service_keys').getFullList({ sort: 'name' });

  beforeEach(() => database().empty());

  it('gives one key to twenty that ask for a name first, and another one to another name', async () => {
    const asked = await Promise.all(Array.from({ length: 20 }, () => mustSucceed(keysWith('a').keyNamed('lookup'))));
    const hex = asked.map((key) => Buffer.from(key).toString('hex'));
    expect(new Set(hex).size).to.equal(1);
    expect(hex[0]).to.have.length(64);
    expect(await mustSucceed(keysWith('a').keyNamed('signing'))).to.not.deep.equal(asked[0]);
    expect((await rows()).map(({ name, key_id }) => [name, key_id])).to.deep.equal([
      ['lookup', 'a'],
      ['signing', 'a'],
    ]);
  });

  it('asks the database once for a name, and again only after it gave no answer', async () => {
    const keys = keysWith('a');
    const first = await mustSucceed(keys.keyNamed('lookup'));
    await database().empty();
    expect(await mustSucceed(keys.keyNamed('lookup'))).to.deep.equal(first);
  });

  it('keeps the key wrapped, and without a keyring in clear', async () => {
    const sealed = Buffer.from(await mustSucceed(keysWith('a').keyNamed('sealed')));
    const clear = Buffer.from(await mustSucceed(keysWith().keyNamed('clear')));
    const [ofClear, ofSealed] = await rows();
    expect(ofClear).to.include({ name: 'clear', key_id: '', wrapped: clear.toString('hex') });
    expect(ofSealed?.['wrapped']).to.match(/^sealed:/);
    expect(JSON.stringify(ofSealed)).to.not.include(sealed.toString('hex')).and.not.include(sealed.toString('base64'));
  });

  it('answers the same key under a keyring that has the old key second, and one in clear', async () => {
    const clear = await mustSucceed(keysWith().keyNamed('clear'));
    const old = await mustSucceed(keysWith('a').keyNamed('old'));
    expect(await mustSucceed(keysWith('b', 'a').keyNamed('old'))).to.deep.equal(old);
    expect(await mustSucceed(keysWith('b').keyNamed('clear'))).to.deep.equal(clear);
  });

  it('names the key that is missing, and the one that is not the same', async () => {
    await mustSucceed(keysWith('a').keyNamed('old'));
    const missing = { _tag: 'Unavailable', kind: 'rejected', cause: 'DATA_KEYS has no key a' };
    expect(await mustFail(keysWith('b').keyNamed('old'))).to.include(missing);
    expect(await mustFail(keysWith().keyNamed('old'))).to.include(missing);
    const other = pocketbaseServiceKeys(database().client, aKeyring('other:a'));
    expect(await mustFail(other.keyNamed('old'))).to.include({
      cause: 'the key a of DATA_KEYS is not the one that wrapped',
    });
  });

  it('does not take the wrapped key of one name for that of another', async () => {
    const { admin } = database();
    await mustSucceed(keysWith('a').keyNamed('one'));
    await mustSucceed(keysWith('a').keyNamed('two'));
    const [one, two] = await rows();
    await admin.collection('service_keys').update(one?.id ?? '', { wrapped: two?.['wrapped'] });
    expect(await mustFail(keysWith('a').keyNamed('one'))).to.include({ _tag: 'Unavailable', kind: 'rejected' });
    expect(E.isRight(await keysWith('a').keyNamed('two')())).to.equal(true);
  });

  it('opens a sealed text in its place alone, and answers one in clear as it is', async () => {
    const keys = keysWith('a');
    const sealed = await mustSucceed(keys.sealText(place, '{"said":"ERIKSSON"}'));
    expect(sealed)
      .to.match(/^sealed:/)
      .and.not.include('ERIKSSON');
    expect(await mustSucceed(keys.openText(place, sealed))).to.equal('{"said":"ERIKSSON"}');
    const elsewhere: TextPlace = ['answers', 'row000000000002', 'answer'];
    expect(await mustFail(keys.openText(elsewhere, sealed))).to.include({ kind: 'invalid_response' });
    expect(await mustFail(keysWith().openText(place, sealed))).to.include({ kind: 'rejected' });
    expect(await mustSucceed(keys.openText(place, '{"said":"before"}'))).to.equal('{"said":"before"}');
    expect(await mustSucceed(keysWith().sealText(place, '{}'))).to.equal('{}');
  });
});
