import { crc32, deflateRawSync } from 'node:zlib';

/** A member of an archive; what is given here stands in its headers, whether it is true or not. */
export type ZipMember = {
  readonly name: string;
  readonly content?: Uint8Array;
  /** Whether it is compressed; `packed` are other bytes in place of the compressed ones. */
  readonly isPacked?: boolean;
  readonly packed?: Uint8Array;
  readonly method?: number;
  readonly crc?: number;
  readonly size?: number;
  readonly flags?: number;
  /** The type and the permissions of the file (stat(2)). */
  readonly mode?: number;
  /** Whether its sizes stand in the field for numbers of 64 bits. */
  readonly isLong?: boolean;
};

const unknown = 0xffffffff;
const none = new Uint8Array(0);

const packedOf = ({ content = none, isPacked = false, packed }: ZipMember): Uint8Array =>
  isPacked ? (packed ?? deflateRawSync(content)) : content;

const longSizes = (member: ZipMember): Uint8Array => {
  if (member.isLong !== true) return none;
  const field = Buffer.alloc(20);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(16, 2);
  field.writeBigUInt64LE(BigInt(member.content?.length ?? 0), 4);
  field.writeBigUInt64LE(BigInt(packedOf(member).length), 12);
  return field;
};

/** What both headers of a member have in common (APPNOTE 4.4): from the version to the lengths. */
const commonFields = (member: ZipMember): Buffer => {
  const { content = none, crc = crc32(content), flags = 0, isLong, isPacked, name, size = content.length } = member;
  const { method = isPacked === true ? 8 : 0 } = member;
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(45, 0);
  fields.writeUInt16LE(flags, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(isLong === true ? unknown : packedOf(member).length, 14);
  fields.writeUInt32LE(isLong === true ? unknown : size, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  fields.writeUInt16LE(isLong === true ? 20 : 0, 24);
  return fields;
};

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

const localHeader = (member: ZipMember): Buffer =>
  Buffer.concat([signature(0x04034b50), commonFields(member), Buffer.from(member.name), longSizes(member)]);

const listedHeader = (member: ZipMember, at: number): Buffer => {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(((member.mode ?? 0o100644) << 16) >>> 0, 6);
  rest.writeUInt32LE(at, 10);
  return Buffer.concat([
    signature(0x02014b50),
    // Made by version 4.5 of the format, on Unix.
    Buffer.from([45, 3]),
    commonFields(member),
    rest,
    Buffer.from(member.name),
    longSizes(member),
  ]);
};

/** The end of the list of members; a long one stands before it with the counts of many members (APPNOTE 4.3.14). */
const endOf = (members: number, at: number, length: number, isLong: boolean): Buffer => {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(isLong ? 0xffff : members, 8);
  end.writeUInt16LE(isLong ? 0xffff : members, 10);
  end.writeUInt32LE(isLong ? unknown : length, 12);
  end.writeUInt32LE(isLong ? unknown : at, 16);
  if (!isLong) return end;
  const long = Buffer.alloc(76);
  long.writeUInt32LE(0x06064b50, 0);
  long.writeBigUInt64LE(44n, 4);
  long.writeUInt16LE(45, 12);
  long.writeUInt16LE(45, 14);
  long.writeBigUInt64LE(BigInt(members), 24);
  long.writeBigUInt64LE(BigInt(members), 32);
  long.writeBigUInt64LE(BigInt(length), 40);
  long.writeBigUInt64LE(BigInt(at), 48);
  long.writeUInt32LE(0x07064b50, 56);
  long.writeBigUInt64LE(BigInt(at + length), 64);
  long.writeUInt32LE(1, 72);
  return Buffer.concat([long, end]);
};

/** An archive with these members (PKWARE APPNOTE 6.3.10), which no library would write. */
export const zipOf = (members: readonly ZipMember[], isLong = members.length > 0xffff): Buffer => {
  const parts: Uint8Array[] = [];
  const listed: Buffer[] = [];
  let at = 0;
  for (const member of members) {
    listed.push(listedHeader(member, at));
    for (const part of [localHeader(member), packedOf(member)]) {
      parts.push(part);
      at += part.length;
    }
  }
  const list = Buffer.concat(listed);
  return Buffer.concat([...parts, list, endOf(members.length, at, list.length, isLong)]);
};
