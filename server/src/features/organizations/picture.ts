import { inflateSync } from 'node:zlib'

/**
 * Checks of uploaded pictures. Programs that print pictures check less: a truncated picture, or one
 * that claims to be huge, must not reach the invoices.
 */
export type Picture = { width: number; height: number }

export const PICTURE_SIDE_MAX = 2_000

const isDrawable = ({ width, height }: Picture) =>
  width > 0 && height > 0 && width <= PICTURE_SIDE_MAX && height <= PICTURE_SIDE_MAX

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG_SIGNATURE = [0xff, 0xd8, 0xff]

const beginsWith = (bytes: Buffer, signature: readonly number[]) =>
  signature.every((byte, position) => bytes[position] === byte)

export const isPng = (bytes: Buffer) => beginsWith(bytes, PNG_SIGNATURE)
export const isJpeg = (bytes: Buffer) => beginsWith(bytes, JPEG_SIGNATURE)

type Chunk = { type: string; data: Buffer }

/** Returns undefined when the file is truncated. */
function chunksOf(png: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = []
  let at = PNG_SIGNATURE.length
  while (at + 12 <= png.length) {
    const size = png.readUInt32BE(at)
    const end = at + 12 + size
    if (end > png.length) return undefined
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'IEND') return chunks
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + size) })
    at = end
  }
  return undefined
}

/** By colour type: values per pixel, and the bit depths allowed for each. */
const PNG_COLOURS: Record<number, { values: number; bits: readonly number[] }> = {
  0: { values: 1, bits: [1, 2, 4, 8, 16] },
  2: { values: 3, bits: [8, 16] },
  3: { values: 1, bits: [1, 2, 4, 8] },
  4: { values: 2, bits: [8, 16] },
  6: { values: 4, bits: [8, 16] },
}
const FILTER_MAX = 4

/** Chunks that may occur once, and chunks of an animation, which a still PNG must not have. */
const ONCE = ['IHDR', 'PLTE', 'tRNS']
const ANIMATION = ['acTL', 'fcTL', 'fdAT']
const isCritical = (type: string) => /^[A-Z]/.test(type)

/**
 * True if a PNG consists of the chunks of a still picture. Decoders rely on that: a second, empty
 * header puts one of them into an endless loop.
 */
export function hasSoundChunks(png: Buffer): boolean {
  const types = chunksOf(png)?.map(({ type }) => type)
  if (!types || types.some((type) => ANIMATION.includes(type))) return false
  if (types.some((type) => isCritical(type) && type !== 'IDAT' && !ONCE.includes(type)))
    return false
  return ONCE.every((type) => types.indexOf(type) === types.lastIndexOf(type))
}

/** True if every row of a still, non-interlaced PNG is present; pixels are not checked. */
export function isPrintablePng(png: Buffer): boolean {
  const chunks = chunksOf(png) ?? []
  const types = chunks.map(({ type }) => type)
  const header = chunks[0]?.data
  if (types[0] !== 'IHDR' || header?.length !== 13 || !hasSoundChunks(png)) return false
  const size = { width: header.readUInt32BE(0), height: header.readUInt32BE(4) }
  const [bits = 0, colourType = 0, , , interlace] = header.subarray(8)
  const colour = PNG_COLOURS[colourType]
  if (!isDrawable(size) || interlace !== 0 || !colour?.bits.includes(bits)) return false
  if (colourType === 3 && !types.includes('PLTE')) return false
  const data = chunks.flatMap((chunk) => (chunk.type === 'IDAT' ? [chunk.data] : []))
  const rowLength = 1 + Math.ceil((size.width * colour.values * bits) / 8)
  return hasRows(Buffer.concat(data), { rowLength, rows: size.height })
}

function hasRows(data: Buffer, { rowLength, rows }: { rowLength: number; rows: number }): boolean {
  try {
    // The limit rejects small data that would unpack to gigabytes.
    const unpacked = inflateSync(data, { maxOutputLength: rowLength * rows })
    if (unpacked.length !== rowLength * rows) return false
    for (let at = 0; at < unpacked.length; at += rowLength) {
      if ((unpacked[at] ?? 0) > FILTER_MAX) return false
    }
    return true
  } catch {
    return false
  }
}

/** Baseline, extended and progressive: the frames that PDF readers and browsers draw. */
const JPEG_FRAMES = [0xc0, 0xc1, 0xc2]

/** True if a JPEG has a frame whose size and colours can be drawn. */
export function isPrintableJpeg(jpeg: Buffer): boolean {
  let at = 2
  while (at + 10 <= jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1] ?? 0
    if (JPEG_FRAMES.includes(marker)) {
      const size = { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) }
      return jpeg[at + 4] === 8 && isDrawable(size) && [1, 3, 4].includes(jpeg[at + 9] ?? 0)
    }
    at += 2 + jpeg.readUInt16BE(at + 2)
  }
  return false
}
