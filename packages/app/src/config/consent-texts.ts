import { E } from '@portcullis/domain';
import type { ConsentText } from '@portcullis/domain/checks';
import { closedObject, isMultilineText, matching, parseStrictJson, stringCodec, t } from '@portcullis/domain/kernel';

const maxVersions = 20;
const maxLanguages = 40;
const maxTextLength = 8000;
const maxLength = 128 * 1024;

const Version = matching('1 to 64 letters, digits, dots, dashes and underscores', /^[A-Za-z0-9._-]{1,64}$/);
const languageTag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

/** Whether there is anything to read: a letter or a digit. */
const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

const Text = stringCodec(
  `a text of 1 to ${maxTextLength} characters with letters, without control, direction and tag characters other than tab and line feed`,
  (text) => hasWords(text) && text.length <= maxTextLength && isMultilineText(text),
);
const TextsByName = t.record(t.string, Text);

const isObject = (u: unknown): u is object => typeof u === 'object' && u !== null && !Array.isArray(u);

/** A language that is no tag is not repeated, because any text may stand there by mistake. */
const Texts = new t.Type<ConsentText['texts'], unknown, unknown>(
  `texts by language tag such as en or pt-BR, 1 to ${maxLanguages}, each language once`,
  TextsByName.is,
  (u, context) => {
    const languages = isObject(u) ? Object.keys(u) : [];
    const isListed = languages.length > 0 && languages.length <= maxLanguages;
    const isOnce = new Set(languages.map((tag) => tag.toLowerCase())).size === languages.length;
    const areTags = languages.every((tag) => tag.length <= 35 && languageTag.test(tag));
    return isListed && isOnce && areTags ? TextsByName.validate(u, context) : t.failure(undefined, context);
  },
  t.identity,
);

/** A parser's choice between two values of a key must not decide which text a person agreed to. */
const forbidden = ['repeated_key', 'proto_key'] as const;

const ConsentTextEntries = t.array(closedObject({ version: Version, texts: Texts }, {}));

/** The consent texts of `CONSENT_VERSIONS`, oldest first, each version once. The last one is shown. */
export const ConsentTextsJson = new t.Type<readonly ConsentText[], unknown, unknown>(
  `a JSON array of 1 to ${maxVersions} consent versions, the newest last, of at most ${maxLength} characters`,
  (u): u is readonly ConsentText[] => Array.isArray(u),
  (u, context) => {
    const parsed = parseStrictJson(typeof u === 'string' && u.length <= maxLength ? u : '', { forbidden });
    if (E.isLeft(parsed) && parsed.left !== 'not_json')
      return t.failure(undefined, context, 'JSON in which no object has a key twice, nor the key "__proto__"');
    const json = E.isRight(parsed) ? parsed.right : undefined;
    if (!Array.isArray(json) || json.length === 0 || json.length > maxVersions) return t.failure(undefined, context);
    const decoded = ConsentTextEntries.validate(json, context);
    if (E.isLeft(decoded)) return decoded;
    return new Set(decoded.right.map(({ version }) => version)).size === decoded.right.length
      ? decoded
      : t.failure(undefined, context, 'consent versions of which each stands once');
  },
  t.identity,
);
