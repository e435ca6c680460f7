/**
 * The functions that Safari 15.4, Chrome 100 or Firefox 100 lack, by their object (MDN browser-compat-data). `''`
 * stands for a global of its own, and `prototype` for methods.
 */
const newerStatics: { readonly [owner: string]: string } = {
  AbortSignal: 'timeout any',
  Array: 'fromAsync',
  Error: 'isError',
  Iterator: 'from concat zip zipKeyed',
  Map: 'groupBy',
  Math: 'sumPrecise f16round',
  Object: 'groupBy',
  Promise: 'try withResolvers',
  ReadableStream: 'from',
  RegExp: 'escape',
  Response: 'json',
  URL: 'canParse parse',
  Uint8Array: 'fromBase64 fromHex',
};

const newerMethods: { readonly [owner: string]: string } = {
  Array: 'findLast findLastIndex toReversed toSorted toSpliced with',
  CanvasRenderingContext2D: 'createConicGradient roundRect',
  Element: 'checkVisibility getHTML setHTMLUnsafe',
  HTMLElement: 'hidePopover showPopover togglePopover',
  HTMLInputElement: 'showPicker',
  HTMLVideoElement: 'requestVideoFrameCallback',
  Map: 'getOrInsert getOrInsertComputed',
  Set: 'difference intersection isDisjointFrom isSubsetOf isSupersetOf symmetricDifference union',
  String: 'isWellFormed toWellFormed',
  Uint8Array: 'setFromBase64 setFromHex toBase64',
};

/** Globals that one of these browsers does not have. */
export const newerGlobals: readonly string[] = [
  ...'BarcodeDetector CompressionStream CookieStore DecompressionStream DisposableStack EyeDropper Iterator'.split(' '),
  ...'ImageCapture MediaStreamTrackProcessor OffscreenCanvas SharedWorker SuppressedError Temporal'.split(' '),
  ...'VideoDecoder VideoFrame cookieStore navigation requestIdleCallback scheduler'.split(' '),
];

const namesIn = (list: { readonly [owner: string]: string }): readonly (readonly [owner: string, name: string])[] =>
  Object.entries(list).flatMap(([owner, names]) => names.split(' ').map((name) => [owner, name] as const));

export const newerStaticNames: ReadonlySet<string> = new Set(namesIn(newerStatics).map((pair) => pair.join('.')));
export const newerMethodNames: ReadonlySet<string> = new Set(namesIn(newerMethods).map(([, name]) => name));

/** A script that takes all of this from a browser, before a page has run anything. */
export const removeNewerFunctions = `{
  const remove = (owner, name) => owner !== undefined && delete owner[name];
  for (const [owner, name] of ${JSON.stringify(namesIn(newerStatics))}) remove(globalThis[owner], name);
  for (const [owner, name] of ${JSON.stringify(namesIn(newerMethods))}) remove(globalThis[owner]?.prototype, name);
  for (const typed of [Int8Array, Float32Array])
    for (const name of ['findLast', 'findLastIndex', 'toReversed', 'toSorted', 'with'])
      remove(Object.getPrototypeOf(typed.prototype), name);
  for (const name of ${JSON.stringify(newerGlobals)}) remove(globalThis, name);
}`;
