/**
 * A backup is a gzip file of frames, each a length of four bytes and as many bytes. First comes the
 * header; then for each table a frame that names it, frames of COPY text, and an empty one; at last
 * the trailer, without which the file is known to be cut off.
 */
export const FORMAT = 'piecework-backup-1'

export type Header = {
  format: typeof FORMAT
  /** The schema that the rows fit, by the migrations that made it. */
  migrations: string[]
  createdAt: string
}

export type TableSection = { table: string; columns: string[] }

/** How many rows each table has. */
export type Trailer = { rows: Record<string, number> }

const LENGTH_BYTES = 4

export const END_OF_TABLE: Buffer = Buffer.alloc(LENGTH_BYTES)

export function dataFrame(bytes: Buffer): Buffer {
  const length = Buffer.allocUnsafe(LENGTH_BYTES)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

export function jsonFrame(value: Header | TableSection | Trailer): Buffer {
  return dataFrame(Buffer.from(JSON.stringify(value)))
}

/** The contents of the frames of a stream; throws when the last one is not whole. */
export async function* readFrames(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    while (rest.length - at >= LENGTH_BYTES) {
      const end = at + LENGTH_BYTES + rest.readUInt32BE(at)
      if (end > rest.length) break
      yield rest.subarray(at + LENGTH_BYTES, end)
      at = end
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0) throw new Error('the last part is cut off')
}
