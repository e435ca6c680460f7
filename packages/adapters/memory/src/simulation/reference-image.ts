/**
 * A JPEG of 96 x 96 pixels and 449 bytes. It shows a plain head and shoulders, and nobody's face. It stands in hex,
 * because this package has no base64 decoder.
 */
const hex = [
  'ffd8ffdb0043005050505055505a64645a7d8778877db9aa9b9baab9ffc8d7c8d7c8ffffffffffffffffffffffffffffffffffffffffffff',
  'ffffffffffffffffffffffffffffffffdb0043015050505055505a64645a7d8778877db9aa9b9baab9ffc8d7c8d7c8ffffffffffffffffff',
  'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc20011080060006003012200021101031101ffc400180001010101',
  '0100000000000000000000000004030201ffc400160101010100000000000000000000000000000102ffda000c03010002100310000000a4',
  '0000000000331c7097bef11533d2c0004d4ca04d01ed32d572000c37f099d7328e8f77f3db0000c72b2be6614f520ad26a6c201646b95800',
  '0353611fffc4001e10000201040301000000000000000000000102200011124110304051ffda0008010100013f00f61702b36acda8383d0e',
  'd14699372620d88f1b8b18a0b9991714548e4293405874e2bf2b15f9d0efa1347d1f0ba6c4d13679ffc40014110100000000000000000000',
  '000000000050ffda0008010201013f0013ffc40017110100030000000000000000000000000001103040ffda0008010301013f00b49727ff',
  'd9',
].join('');

/** A marker and the length of a comment of 36 characters (ITU T.81, B.2.4.5). */
const commentHead = 'fffe0026';

const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

/** The image of a simulated person; each caller gets a new copy. */
export const simulatedReferenceImage = (): Uint8Array => bytesOf(hex);

/**
 * The image of one simulated session. Two sessions of a camera never give the same bytes, so that a comment names the
 * session, whose id has 36 characters.
 */
export const referenceImageOf = (sessionId: string): Uint8Array => {
  const comment = [...sessionId].map((char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return bytesOf(`${hex.slice(0, 4)}${commentHead}${comment}${hex.slice(4)}`);
};
