import { E, type Either } from '../kernel/fp.ts';

/**
 * Why a picture is refused before anything of it is decoded. `damaged`: its container does not have the form of its
 * standard, or ends too early. `animated`: it holds more than one picture. `overfull`: it has more parts than any
 * photo, and each part costs its decoder something.
 */
export type ContainerFault = 'damaged' | 'animated' | 'overfull';

/** A part of a file: from its first byte to the one after its last. */
export type ByteRange = readonly [from: number, to: number];

/**
 * A picture whose container was walked. `channels` counts the colours, and transparency if there is any, and
 * `bytesPerChannel` is 1 or 2, both as the picture is once it is decoded. `kept` are the parts of the file that a
 * decoder gets, in their order, and `ending` what the file lacks behind them: a decoder gets it too.
 */
export type Container = {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly bytesPerChannel: number;
  readonly kept: readonly ByteRange[];
  readonly ending?: Uint8Array;
};

/** Walks the container of a file, whose first bytes are known to be those of its type. */
export type WalkContainer = (bytes: Uint8Array) => Either<ContainerFault, Container>;

/** More than this in metadata is no photo: maps of depth take up to 3 MiB, everything else some hundred KiB. */
export const maxMetadataBytes = 4 * 1024 * 1024;

/** A big-endian number of `length` bytes; bytes beyond the end count as 0. */
export const uintBE = (bytes: Uint8Array, at: number, length: number): number => {
  let value = 0;
  for (let i = 0; i < length; i += 1) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
};

/** A little-endian number of `length` bytes; bytes beyond the end count as 0. */
export const uintLE = (bytes: Uint8Array, at: number, length: number): number => {
  let value = 0;
  for (let i = length - 1; i >= 0; i -= 1) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
};

/** The four characters that name a chunk of a PNG or a WebP. */
export const chunkName = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

export const rejectContainer = (fault: ContainerFault): Either<ContainerFault, never> => E.left(fault);
