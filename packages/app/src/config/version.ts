import { readFileSync } from 'node:fs';
import { E } from '@portcullis/domain';
import { decode, parseJson, t } from '@portcullis/domain/kernel';

const Manifest = t.type({ version: t.string });
const manifest = decode(Manifest, parseJson(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));

/** The version of this package; `GET /` returns it and the log has it. */
export const version = E.isRight(manifest) ? manifest.right.version : 'unknown';
