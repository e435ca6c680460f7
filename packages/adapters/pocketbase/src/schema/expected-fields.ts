import type { TableName, tables } from '@portcullis/record-store/driver';

/** The requirements of a field. Numbers are minimum values; a larger one does no harm. */
export type ExpectedField = {
  readonly name: string;
  readonly type: 'text' | 'number' | 'json' | 'file' | 'relation';
  readonly atLeast?: { readonly max?: number; readonly maxSize?: number };
  readonly isProtected?: true;
  readonly relatesTo?: string;
};

export type ExpectedCollection = {
  readonly name: string;
  readonly fields: readonly ExpectedField[];
  readonly indexes: readonly string[];
};

type Requirements<Type extends ExpectedField['type']> = Omit<ExpectedField, 'name' | 'type'> & { readonly type: Type };

/** The fields that can hold a column of each kind. */
type FieldsByKind = {
  readonly text: Requirements<'text' | 'file' | 'relation'>;
  readonly number: Requirements<'number'>;
  readonly json: Requirements<'json'>;
};
export type ColumnsOf<Name extends TableName> = (typeof tables)[Name]['columns'];
/** The fields that can hold these columns. */
export type FieldsOf<Columns extends { readonly [column: string]: keyof FieldsByKind }> = {
  readonly [Column in keyof Columns]: FieldsByKind[Columns[Column]];
};

/** A field of a text of at most so many characters, or of PocketBase's own limit. */
export const text = (max?: number): Requirements<'text'> => ({
  type: 'text',
  ...(max !== undefined && { atLeast: { max } }),
});
export const number: Requirements<'number'> = { type: 'number' };
export const document: Requirements<'json'> = { type: 'json', atLeast: { maxSize: 5_242_880 } };
/** The document is a third longer, because it is sealed. */
export const sealedDocument: Requirements<'json'> = { type: 'json', atLeast: { maxSize: 7_340_032 } };
