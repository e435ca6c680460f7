import { readConfig, readDatabaseVariables } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { complete, configOf, faultsOf } from '../../../support/builders/configurations.ts';
import { secretFor } from '../../../support/builders/secrets.ts';

const dataKeys = `a:${Buffer.from(secretFor('data'), 'hex').toString('base64')}`;
const keys = { FILES_ACCESS_KEY_ID: 'AKIAFILES', FILES_SECRET_ACCESS_KEY: 'secret/of+files', DATA_KEYS: dataKeys };
const opened = { accessKeyId: 'AKIAFILES', secretAccessKey: 'secret/of+files' };

const rule =
  'must be s3://bucket or s3://bucket/prefix with ?region=, and endpoint= (an origin) and path_style= (true, false) for another store than that of AWS, and without keys';

describe('the configuration of an object store', () => {
  const placesOf = (FILES_URL: string) => configOf({ ...keys, FILES_URL }).files;

  it('is a bucket of AWS in a region, with a prefix or without', () => {
    const place = { endpoint: null, pathStyle: false, region: 'eu-west-1', ...opened };
    expect(placesOf('s3://acme-files?region=eu-west-1')).to.deep.equal({ ...place, bucket: 'acme-files', prefix: '' });
    for (const path of ['/production/files', '/production/files/'])
      expect(placesOf(`s3://acme-files${path}?region=eu-west-1`)).to.deep.include({ prefix: 'production/files/' });
    // The certificate of AWS has one label for the bucket.
    expect(placesOf('s3://acme.files?region=eu-west-1')).to.deep.include({ pathStyle: true });
  });

  it('is a bucket of another store, in the path of its address or in its host name', () => {
    const url = 's3://files?region=garage&endpoint=https://objects.example.com:9000';
    const endpoint = 'https://objects.example.com:9000';
    expect(placesOf(url)).to.deep.include({ region: 'garage', endpoint, pathStyle: true });
    expect(placesOf(`${url}&path_style=false`)).to.deep.include({ endpoint, pathStyle: false });
  });

  const bad = [
    'acme-files',
    'https://acme-files',
    's3://acme-files',
    's3://A?region=eu-west-1',
    's3://a?region=eu-west-1',
    's3://acme-files/../x?region=eu-west-1',
    's3://acme-files/a b?region=eu-west-1',
    's3://key:hush@files?region=x1',
    's3://acme-files?region=eu-west-1&secret=hush',
    's3://acme-files?region=eu-west-1&region=eu-west-2',
    's3://acme-files?region=eu-west-1&endpoint=ftp://x',
    's3://acme-files?region=eu-west-1&endpoint=https://k:hush@x',
    's3://acme-files?region=eu-west-1&endpoint=https://x/path',
    's3://acme-files?region=eu-west-1&path_style=yes',
  ];
  for (const FILES_URL of bad)
    it(`is not ${FILES_URL}, of which nothing is repeated`, () => {
      expect(faultsOf({ ...keys, FILES_URL })).to.deep.equal([{ name: 'FILES_URL', rule }]);
    });

  it('says at once what is missing beside it, also where the environment has other faults', () => {
    const missing = 'is missing; it must be set together with FILES_URL';
    const faults = ['FILES_ACCESS_KEY_ID', 'FILES_SECRET_ACCESS_KEY'].map((name) => ({
      name,
      rule: missing,
    }));
    expect(faultsOf({ FILES_URL: 's3://acme-files?region=eu-west-1' })).to.deep.equal(faults);
    const port = { name: 'PORT', rule: 'must be a whole number from 0 to 65535' };
    expect(faultsOf({ FILES_URL: 's3://acme-files?region=eu-west-1', PORT: 'x' })).to.deep.include.members([
      port,
      ...faults,
    ]);
    const { FILES_ACCESS_KEY_ID } = keys;
    expect(faultsOf({ FILES_ACCESS_KEY_ID })).to.deep.equal([
      { name: 'FILES_ACCESS_KEY_ID', rule: 'must not be set without FILES_URL' },
    ]);
  });

  it('has a warning in production where it is reached without TLS', () => {
    const warned = (endpoint: string, NODE_ENV = 'production') => {
      const FILES_URL = `s3://files?region=garage&endpoint=${endpoint}`;
      const read = readConfig({ ...complete, ...keys, NODE_ENV, FILES_URL });
      return E.isRight(read) && read.right.warnings.some(({ name }) => name === 'FILES_URL');
    };
    expect([warned('http://minio:9000'), warned('https://minio:9000'), warned('http://127.0.0.1:9000')]).to.deep.equal([
      true,
      false,
      false,
    ]);
    expect(warned('http://minio:9000', 'test')).to.equal(false);
  });

  it('is read by the commands, too, with the same faults', () => {
    const url = { FILES_URL: 's3://acme-files?region=eu-west-1' };
    const read = readDatabaseVariables({ ...complete, ...keys, ...url });
    expect(E.isRight(read) && read.right.FILES_URL?.bucket).to.equal('acme-files');
    const refused = readDatabaseVariables({ ...complete, ...url, DATABASE_URL: 'x' });
    expect(E.isLeft(refused) && refused.left.map(({ name }) => name)).to.deep.equal([
      'DATABASE_URL',
      'FILES_ACCESS_KEY_ID',
      'FILES_SECRET_ACCESS_KEY',
    ]);
  });
});
