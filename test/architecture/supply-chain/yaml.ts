import { parseAllDocuments } from 'yaml';
import { textOf } from '../../support/repository/files.ts';

/** A part of a document, of which a test reads a path. */
type Part = { readonly [key: string]: unknown };

export const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

/** Reads a value by its path, such as `spec.template.spec.containers.0.image`. */
export const at = (part: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isPart(value) ? value[key] : undefined), part);

export const listAt = (part: unknown, path: string): readonly unknown[] => {
  const value = at(part, path);
  return Array.isArray(value) ? value : [];
};

/** The documents of a file, with what they merge. Throws where one of them is no YAML, or has a key twice. */
export const documentsOf = (path: string): readonly unknown[] =>
  parseAllDocuments(textOf(path), { merge: true }).map((document) => {
    if (document.errors.length > 0) throw new Error(`${path}: ${document.errors[0]?.message}`);
    return document.toJS();
  });
