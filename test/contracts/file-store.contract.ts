import { createHash } from 'node:crypto';
import { type FileStore, notFound } from '@portcullis/domain';
import { fileKinds } from '@portcullis/domain/evidence';
import type { NewFile } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { freshId } from '../support/builders/profiles.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const aFile = (over: Partial<NewFile> = {}): NewFile => ({
  id: freshId('f'),
  profileId: 'profile00000001',
  kind: 'document_front',
  contentType: 'image/jpeg',
  bytes: Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3]),
  sha256: '1'.repeat(64),
  ...over,
});

const everyByte = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => (i * 7 + (i >> 8)) % 256);

/** Tests the guarantees of every FileStore. `open` answers an empty one. */
export const fileStoreContract = (name: string, open: () => Promise<FileStore>): void => {
  describe(`FileStore contract: ${name}`, () => {
    it('answers the description of the file from put, and the same bytes from get', async () => {
      const files = await open();
      const file = aFile({ bytes: everyByte(300_000), contentType: 'image/png' });
      expect(await mustSucceed(files.put(file))).to.deep.equal({
        id: file.id,
        kind: 'document_front',
        contentType: 'image/png',
        size: 300_000,
        sha256: '1'.repeat(64),
      });
      const { contentType, bytes } = await mustSucceed(files.get(file.profileId, file.id));
      expect(contentType).to.equal('image/png');
      expect(Buffer.compare(bytes, file.bytes)).to.equal(0);
    });

    it('answers bytes that have the digest that is expected, and an outage in the place of others', async () => {
      const files = await open();
      const file = aFile();
      await mustSucceed(files.put(file));
      const digest = createHash('sha256').update(file.bytes).digest('hex');
      expect((await mustSucceed(files.get(file.profileId, file.id, digest))).bytes).to.deep.equal(file.bytes);
      expect(await mustFail(files.get(file.profileId, file.id, '0'.repeat(64)))).to.include({
        _tag: 'Unavailable',
        service: 'files',
        kind: 'invalid_response',
      });
    });

    it('keeps every kind of file, and texts that look like numbers', async () => {
      const files = await open();
      for (const kind of fileKinds) {
        const file = aFile({ kind, id: `${freshId('9')}`, sha256: `${'0'.repeat(63)}7` });
        const stored = await mustSucceed(files.put(file));
        expect(stored).to.include({ id: file.id, kind, sha256: `${'0'.repeat(63)}7` });
      }
    });

    it('keeps the first of two files with one id, and answers that one', async () => {
      const files = await open();
      const first = aFile();
      const stored = await mustSucceed(files.put(first));
      const second = { ...first, kind: 'document_back', bytes: everyByte(9), sha256: '2'.repeat(64) } as const;
      expect(await mustSucceed(files.put(second))).to.deep.equal(stored);
      expect((await mustSucceed(files.get(first.profileId, first.id))).bytes).to.deep.equal(first.bytes);
    });

    it('answers the same file to ten concurrent puts of one id', async () => {
      const files = await open();
      const file = aFile();
      const stored = await Promise.all(Array.from({ length: 10 }, () => mustSucceed(files.put(file))));
      expect(new Set(stored.map((one) => JSON.stringify(one))).size).to.equal(1);
    });

    it('refuses a file under the id of another profile, and reveals nothing of it', async () => {
      const files = await open();
      const file = aFile();
      await mustSucceed(files.put(file));
      const failure = await mustFail(files.put({ ...file, profileId: 'profile00000002', bytes: everyByte(9) }));
      expect(failure).to.include({ _tag: 'Unavailable', service: 'files', kind: 'rejected' });
      expect((await mustSucceed(files.get(file.profileId, file.id))).bytes).to.deep.equal(file.bytes);
    });

    it('answers NotFound for an unknown id, for an invalid id, and for a file of another profile', async () => {
      const files = await open();
      const file = aFile();
      await mustSucceed(files.put(file));
      expect(await mustFail(files.get('profile00000002', file.id))).to.deep.equal(notFound);
      for (const id of [freshId('x'), '', '../../health', "' || 1=1"]) {
        expect(await mustFail(files.get(file.profileId, id)), id).to.deep.equal(notFound);
      }
    });

    it('removes a file, and treats an unknown one as removed', async () => {
      const files = await open();
      const file = aFile();
      await mustSucceed(files.put(file));
      await mustSucceed(files.remove(file.profileId, file.id));
      await mustSucceed(files.remove(file.profileId, file.id));
      await mustSucceed(files.remove(file.profileId, 'no id'));
      expect(await mustFail(files.get(file.profileId, file.id))).to.deep.equal(notFound);
    });

    it('does not remove the file of another profile', async () => {
      const files = await open();
      const file = aFile();
      await mustSucceed(files.put(file));
      await mustSucceed(files.remove('profile00000002', file.id));
      expect((await mustSucceed(files.get(file.profileId, file.id))).bytes).to.deep.equal(file.bytes);
    });

    it('copies the array that it is given, and the one that it answers', async () => {
      const files = await open();
      const file = aFile({ bytes: everyByte(16) });
      await mustSucceed(files.put(file));
      file.bytes.fill(0);
      (await mustSucceed(files.get(file.profileId, file.id))).bytes.fill(0);
      expect((await mustSucceed(files.get(file.profileId, file.id))).bytes).to.deep.equal(everyByte(16));
    });

    it('does nothing until the task is run', async () => {
      const files = await open();
      const file = aFile();
      files.put(file);
      expect(await mustFail(files.get(file.profileId, file.id))).to.deep.equal(notFound);
      await mustSucceed(files.put(file));
      files.remove(file.profileId, file.id);
      expect((await mustSucceed(files.get(file.profileId, file.id))).bytes).to.deep.equal(file.bytes);
    });
  });
};
