import { PolicyCodec } from '@portcullis/domain/serialization';
import { schemaOf } from '@portcullis/http';

/** The format of a policy document, as JSON Schema 2020-12. */
export const policySchema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A policy of Portcullis',
  ...schemaOf(PolicyCodec, new Map()),
});
