import { crc32, deflateSync } from 'node:zlib'

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const VALUES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

const number32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Returns a chunk of a PNG. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([number32(data.length), body, number32(crc32(body))])
}

export type Header = {
  width: number
  height: number
  bits: number
  colourType: number
  interlace: number
  hasPalette: boolean
  /** Default: as many as the header says. */
  rows: Buffer
}

const SMALL = { width: 4, height: 4, bits: 8, colourType: 6 }

/** Returns the rows of an empty picture. */
export function rowsOf(header: Partial<Header>): Buffer {
  const { width, height, bits, colourType } = { ...SMALL, ...header }
  const values = VALUES[colourType] ?? 1
  return Buffer.alloc(height * (1 + Math.ceil((width * values * bits) / 8)))
}

/** Returns an empty PNG. */
export function pngOf(header: Partial<Header>, others: readonly Buffer[] = []): Buffer {
  const { width, height, bits, colourType } = { ...SMALL, ...header }
  const { interlace = 0, hasPalette = colourType === 3, rows = rowsOf(header) } = header
  const kind = Buffer.from([bits, colourType, 0, 0, interlace])
  const data = deflateSync(rows)
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', Buffer.concat([number32(width), number32(height), kind])),
    ...(hasPalette ? [chunk('PLTE', Buffer.alloc(3))] : []),
    ...others,
    chunk('IDAT', data.subarray(0, 3)),
    chunk('IDAT', data.subarray(3)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns the beginning of a JPEG, up to the frame that says how it is drawn. */
export function jpegOf(frame: number, width: number, height: number, values: number): Buffer {
  const comment = [0xff, 0xfe, 0, 14, ...Buffer.from('made by hand')]
  const [high, low] = [(value: number) => value >> 8, (value: number) => value & 0xff]
  const size = [high(height), low(height), high(width), low(width)]
  const header = [0xff, frame, 0, 8 + 3 * values, 8, ...size, values]
  return Buffer.from([0xff, 0xd8, ...comment, ...header, ...Array(3 * values).fill(0), 0xff, 0xd9])
}
