import assert from 'node:assert/strict';
import { type FileStore, notFound } from '@portcullis/domain';
import { fileKinds } from '@portcullis/domain/evidence';
import { sha256Hex } from '@portcullis/domain/kernel';
import type { NewFile } from '@portcullis/domain/ports';
import { freshId } from '../builders/profiles.ts';
import { assertBytes, assertFields, type Runner, reasonOf, resultOf } from '../shared/runner.ts';

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
export const fileStoreContract = ({ describe, it }: Runner, name: string, open: () => Promise<FileStore>): void => {
  describe(`FileStore contract: ${name}`, () => {
    it('answers the description of the file from put, and the same bytes from get', async () => {
      const files = await open();
      const file = aFile({ bytes: everyByte(300_000), contentType: 'image/png' });
      assert.deepEqual(await resultOf(files.put(file)), {
        id: file.id,
        kind: 'document_front',
        contentType: 'image/png',
        size: 300_000,
        sha256: '1'.repeat(64),
      });
      const { contentType, bytes } = await resultOf(files.get(file.profileId, file.id));
      assert.equal(contentType, 'image/png');
      assertBytes(bytes, file.bytes);
    });

    it('answers bytes that have the digest that is expected, and an outage in the place of others', async () => {
      const files = await open();
      const file = aFile();
      await resultOf(files.put(file));
      const digest = sha256Hex(file.bytes);
      assertBytes((await resultOf(files.get(file.profileId, file.id, digest))).bytes, file.bytes);
      assertFields(await reasonOf(files.get(file.profileId, file.id, '0'.repeat(64))), {
        _tag: 'Unavailable',
        service: 'files',
        kind: 'invalid_response',
      });
    });

    it('keeps every kind of file, and texts that look like numbers', async () => {
      const files = await open();
      for (const kind of fileKinds) {
        const file = aFile({ kind, id: `${freshId('9')}`, sha256: `${'0'.repeat(63)}7` });
        const stored = await resultOf(files.put(file));
        assertFields(stored, { id: file.id, kind, sha256: `${'0'.repeat(63)}7` });
      }
    });

    it('keeps the first of two files with one id, and answers that one', async () => {
      const files = await open();
      const first = aFile();
      const stored = await resultOf(files.put(first));
      const second = { ...first, kind: 'document_back', bytes: everyByte(9), sha256: '2'.repeat(64) } as const;
      assert.deepEqual(await resultOf(files.put(second)), stored);
      assertBytes((await resultOf(files.get(first.profileId, first.id))).bytes, first.bytes);
    });

    it('answers the same file to ten concurrent puts of one id', async () => {
      const files = await open();
      const file = aFile();
      const stored = await Promise.all(Array.from({ length: 10 }, () => resultOf(files.put(file))));
      assert.equal(new Set(stored.map((one) => JSON.stringify(one))).size, 1);
    });

    it('refuses a file under the id of another profile, and reveals nothing of it', async () => {
      const files = await open();
      const file = aFile();
      await resultOf(files.put(file));
      const failure = await reasonOf(files.put({ ...file, profileId: 'profile00000002', bytes: everyByte(9) }));
      assertFields(failure, { _tag: 'Unavailable', service: 'files', outageCause: 'record_contradicted' });
      assertBytes((await resultOf(files.get(file.profileId, file.id))).bytes, file.bytes);
    });

    it('answers NotFound for an unknown id, for an invalid id, and for a file of another profile', async () => {
      const files = await open();
      const file = aFile();
      await resultOf(files.put(file));
      assert.deepEqual(await reasonOf(files.get('profile00000002', file.id)), notFound);
      for (const id of [freshId('x'), '', '../../health', "' || 1=1"]) {
        assert.deepEqual(await reasonOf(files.get(file.profileId, id)), notFound, id);
      }
    });

    it('removes a file, and treats an unknown one as removed', async () => {
      const files = await open();
      const file = aFile();
      await resultOf(files.put(file));
      await resultOf(files.remove(file.profileId, file.id));
      await resultOf(files.remove(file.profileId, file.id));
      await resultOf(files.remove(file.profileId, 'no id'));
      assert.deepEqual(await reasonOf(files.get(file.profileId, file.id)), notFound);
    });

    it('does not remove the file of another profile', async () => {
      const files = await open();
      const file = aFile();
      await resultOf(files.put(file));
      await resultOf(files.remove('profile00000002', file.id));
      assertBytes((await resultOf(files.get(file.profileId, file.id))).bytes, file.bytes);
    });

    it('copies the array that it is given, and the one that it answers', async () => {
      const files = await open();
      const file = aFile({ bytes: everyByte(16) });
      await resultOf(files.put(file));
      file.bytes.fill(0);
      (await resultOf(files.get(file.profileId, file.id))).bytes.fill(0);
      assertBytes((await resultOf(files.get(file.profileId, file.id))).bytes, everyByte(16));
    });

    it('does nothing until the task is run', async () => {
      const files = await open();
      const file = aFile();
      files.put(file);
      assert.deepEqual(await reasonOf(files.get(file.profileId, file.id)), notFound);
      await resultOf(files.put(file));
      files.remove(file.profileId, file.id);
      assertBytes((await resultOf(files.get(file.profileId, file.id))).bytes, file.bytes);
    });
  });
};
